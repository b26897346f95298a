import TremaHTTP
import TremaSupport

// Redaction of markup formats: parts of multipart bodies, and XML elements and attributes.
extension RedactionRule {
  /// Masks the content of parts that have a secret name, and redacts the content of other parts
  /// according to their type.
  ///
  /// See RFC 7578, section 4.
  ///
  /// - Returns: The redacted body, or `nil` if the secrets cannot be determined.
  func redacted(multipart bytes: [UInt8], _ boundary: [UInt8]) -> [UInt8]? {
    let delimiter = Array("--".utf8) + boundary
    let starts = bytes.offsets(of: delimiter)
    guard let first = starts.first, var output = bytesWithoutSecretNames(Array(bytes[..<first]))
    else {
      return nil
    }
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
      guard let part = redacted(part: Array(bytes[start..<end])) else { return nil }
      output += part
    }
    return output
  }

  /// Redacts one part.
  ///
  /// - Parameter part: The bytes between two boundaries.
  private func redacted(part: [UInt8]) -> [UInt8]? {
    let gap = Array("\r\n\r\n".utf8)
    guard let gapStart = part.offsets(of: gap).first else { return bytesWithoutSecretNames(part) }
    let head = Array(part[..<(gapStart + gap.count)])
    var content = part[head.count...]
    let end = content.suffix(2).elementsEqual("\r\n".utf8) ? Array(content.suffix(2)) : []
    content = content.dropLast(end.count)
    let values = PartHead(head)
    if values.name.map(isSecret) ?? false { return head + mask.utf8 + "\r\n".utf8 }
    return redacted(Array(content), type: values.type).map { head + $0 + end }
  }

  /// Masks element text and attribute values that have secret names. Returns `nil` for XML that is
  /// detectably not well-formed.
  func redacted(xml bytes: [UInt8]) -> [UInt8]? {
    if bytes.contains(0) { return nil }
    var output: [UInt8] = []
    var rest = bytes[...]
    /// The number of open elements inside the secret one, including it.
    var depth = 0
    while !rest.isEmpty {
      let text = rest.prefix { $0 != UInt8(ascii: "<") }
      rest = rest[text.endIndex...]
      output += depth > 0 && !text.allSatisfy(ASCII.isSpace) ? Array(Self.xmlMask) : Array(text)
      guard !rest.isEmpty else { break }
      guard let tag = Self.takeTag(&rest) else { return nil }
      if tag.starts(with: "<!".utf8) || tag.starts(with: "<?".utf8) {
        output += depth > 0 ? Array(Self.xmlMask) : Array(tag)
        continue
      }
      if tag.starts(with: "</".utf8) {
        depth = max(0, depth - 1)
        output += tag
        continue
      }
      let isClosed = tag.suffix(2).elementsEqual("/>".utf8)
      if !isClosed, depth > 0 || isSecret(Self.localName(tag.dropFirst())) { depth += 1 }
      output += redacted(tag: Array(tag))
    }
    return output
  }

  /// The mask as XML character data.
  private static let xmlMask = "&lt;redacted&gt;".utf8

  /// Removes and returns a tag up to its `>`. A `>` within a quoted value does not end the tag.
  /// Comments and CDATA sections are treated as a single tag. Returns `nil` for a tag that is not
  /// closed or in which another one starts.
  private static func takeTag(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>")] where rest.starts(with: start.utf8)
    {
      let end = Array(end.utf8)
      var index = rest.startIndex + start.utf8.count
      while index < rest.endIndex, !rest[index...].starts(with: end) { index += 1 }
      guard index < rest.endIndex else { return nil }
      defer { rest = rest[(index + end.count)...] }
      return rest[..<(index + end.count)]
    }
    let isDeclaration = rest.starts(with: "<!".utf8) || rest.starts(with: "<?".utf8)
    var quote: UInt8?
    for index in rest.indices.dropFirst() {
      let byte = rest[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        defer { rest = rest[(index + 1)...] }
        return rest[...index]
      }
      if byte == UInt8(ascii: "<"), !isDeclaration { return nil }
    }
    return nil
  }

  /// Returns the local name in `prefix:name attribute="…"`.
  private static func localName(_ tag: ArraySlice<UInt8>) -> String {
    let name = tag.prefix {
      !ASCII.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
    }
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    return String(decoding: local, as: UTF8.self)
  }

  /// Replaces the values of attributes that have secret names.
  private func redacted(tag: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var rest = tag[...]
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let head = rest[..<equals]
      let name = head.reversed().drop(while: ASCII.isSpace).prefix { !ASCII.isSpace($0) }.reversed()
      output += rest[...equals]
      rest = rest[(equals + 1)...]
      let space = rest.prefix(while: ASCII.isSpace)
      output += space
      rest = rest[space.endIndex...]
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        continue
      }
      let value = rest.dropFirst().prefix { $0 != quote }
      rest = rest[value.endIndex...]
      output.append(quote)
      output += isSecret(Self.localName(Array(name)[...])) ? Array(Self.xmlMask) : Array(value)
    }
    return output + rest
  }
}

/// The head of a part in a multipart body.
private struct PartHead {
  private(set) var name: String?
  private(set) var type: String?

  init(_ head: [UInt8]) {
    for line in head.split(whereSeparator: { $0 == 0x0D || $0 == 0x0A }) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = line[(colon + 1)...]
      switch String(decoding: line[..<colon].map(ASCII.lowercased), as: UTF8.self) {
      case "content-disposition": name = Self.name(in: value)
      case "content-type": type = String(decoding: value.drop(while: ASCII.isSpace), as: UTF8.self)
      default: break
      }
    }
  }

  /// Returns the name in `form-data; name="a"`, which may also be unquoted or have the form
  /// `name*=utf-8''a`. Returns `nil` if there is none.
  private static func name(in value: ArraySlice<UInt8>) -> String? {
    for parameter in value.split(separator: UInt8(ascii: ";")) {
      guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = parameter[..<equals].filter { !ASCII.isSpace($0) }.map(ASCII.lowercased)
      guard key.elementsEqual("name".utf8) || key.elementsEqual("name*".utf8) else { continue }
      let text = parameter[(equals + 1)...].filter {
        !ASCII.isSpace($0) && $0 != UInt8(ascii: "\"")
      }
      let name =
        key.last == UInt8(ascii: "*") ? text.split(separator: UInt8(ascii: "'")).last : text[...]
      return name.map { String(decoding: $0, as: UTF8.self) }
    }
    return nil
  }
}

extension [UInt8] {
  /// Returns the offsets of all non-overlapping occurrences.
  fileprivate func offsets(of wanted: [UInt8]) -> [Int] {
    guard let first = wanted.first, count >= wanted.count else { return [] }
    var offsets: [Int] = []
    var start = 0
    while let found = self[start...].firstIndex(of: first), found + wanted.count <= count {
      if self[found...].starts(with: wanted) {
        offsets.append(found)
        start = found + wanted.count
      } else {
        start = found + 1
      }
    }
    return offsets
  }
}
