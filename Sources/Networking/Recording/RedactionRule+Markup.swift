import TremaHTTP
import TremaScalars

// Secrets between marks: parts of forms, elements and attributes of XML.
extension RedactionRule {
  /// The content of parts whose names are secret becomes the mask.
  ///
  /// Source: RFC 7578, section 4.
  func redacted(multipart bytes: [UInt8], _ boundary: [UInt8]) -> [UInt8]? {
    let mark = Array("--".utf8) + boundary
    let starts = bytes.places(of: mark)
    guard let first = starts.first else { return nil }
    var output = Array(bytes[..<first])
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
      let part = Array(bytes[start..<end])
      let gap = Array("\r\n\r\n".utf8)
      guard let gapStart = part.places(of: gap).first else {
        output += part
        continue
      }
      let head = part[..<(gapStart + gap.count)]
      if Self.name(inHead: Array(head)).map(isSecret) ?? false {
        output += head + mask.utf8 + "\r\n".utf8
      } else {
        output += part
      }
    }
    return output
  }

  private static func name(inHead head: [UInt8]) -> String? {
    let key = Array(" name=\"".utf8)
    guard let start = head.map(ASCII.lowercased).places(of: key).first else { return nil }
    let value = head[(start + key.count)...].prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: value, as: UTF8.self)
  }

  /// Text within elements, and values of attributes, whose names are secret become the mask.
  func redacted(xml bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var rest = bytes[...]
    /// How many elements are open since the one that is secret.
    var depth = 0
    while !rest.isEmpty {
      let text = rest.prefix { $0 != UInt8(ascii: "<") }
      rest = rest[text.endIndex...]
      output += depth > 0 && !text.allSatisfy(ASCII.isSpace) ? Array(Self.xmlMask) : Array(text)
      guard !rest.isEmpty else { break }
      let tag = Self.takeTag(&rest)
      if tag.starts(with: "<!".utf8) || tag.starts(with: "<?".utf8) {
        output += depth > 0 && tag.starts(with: "<![".utf8) ? Array(Self.xmlMask) : Array(tag)
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

  private static let xmlMask = "&lt;redacted&gt;".utf8

  /// Up to its `>`, which may stand in a value too.
  private static func takeTag(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>")] where rest.starts(with: start.utf8)
    {
      let length = Array(rest).places(of: Array(end.utf8)).first.map { $0 + 3 } ?? rest.count
      defer { rest = rest.dropFirst(length) }
      return rest.prefix(length)
    }
    var quote: UInt8?
    let end = rest.firstIndex { byte in
      if let open = quote {
        if byte == open { quote = nil }
        return false
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
      return byte == UInt8(ascii: ">")
    }
    let tag = rest[...(end ?? rest.endIndex - 1)]
    rest = rest[tag.endIndex...]
    return tag
  }

  /// Of `prefix:name attribute="…"`, the name.
  private static func localName(_ tag: ArraySlice<UInt8>) -> String {
    let name = tag.prefix {
      !ASCII.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
    }
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    return String(decoding: local, as: UTF8.self)
  }

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

extension [UInt8] {
  /// Where some bytes begin that do not overlap.
  fileprivate func places(of wanted: [UInt8]) -> [Int] {
    guard let first = wanted.first, count >= wanted.count else { return [] }
    var places: [Int] = []
    var start = 0
    while let found = self[start...].firstIndex(of: first), found + wanted.count <= count {
      if self[found...].starts(with: wanted) {
        places.append(found)
        start = found + wanted.count
      } else {
        start = found + 1
      }
    }
    return places
  }
}
