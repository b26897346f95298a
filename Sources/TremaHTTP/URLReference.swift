import TremaScalars

/// The parts of a URL or of a reference to one, as they are written: nothing is decoded, repaired or
/// made canonical.
///
/// Source: RFC 3986, section 3 and appendix A.
public struct URLReference: Hashable, Sendable {
  /// In lower case; nil in a relative reference.
  public var scheme: String?
  /// What stands before `@`.
  public var userInfo: String?
  /// Nil where no authority is written; an IPv6 address stands in brackets.
  public var host: String?
  /// Nil where none, or an empty one, is written.
  public var port: Int?
  public var path: String
  public var query: String?
  public var fragment: String?

  public init(
    scheme: String? = nil, userInfo: String? = nil, host: String? = nil, port: Int? = nil,
    path: String = "", query: String? = nil, fragment: String? = nil
  ) {
    (self.scheme, self.userInfo, self.host, self.port) = (scheme, userInfo, host, port)
    (self.path, self.query, self.fragment) = (path, query, fragment)
  }

  /// - Throws: ``HTTPSyntaxError/url(_:)`` for letters that may not stand in a URL, which includes
  ///   everything beyond ASCII, for a `%` without two digits, and for an authority that is none.
  public init(_ text: String) throws(HTTPSyntaxError) {
    self.init()
    var rest = Array(text.utf8)[...]
    try Self.checkLetters(rest)
    if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = String(decoding: rest[(mark + 1)...], as: UTF8.self)
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = String(decoding: rest[(mark + 1)...], as: UTF8.self)
      rest = rest[..<mark]
    }
    if let end = Self.endOfScheme(rest) {
      scheme = String(decoding: rest[..<end].map(ASCII.lowercased), as: UTF8.self)
      rest = rest[(end + 1)...]
    } else if rest.prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: ":")) {
      throw .url("has a ':' before its first '/', but no scheme")
    }
    if rest.starts(with: "//".utf8) {
      let whole = rest.dropFirst(2)
      let end = whole.firstIndex(of: UInt8(ascii: "/")) ?? whole.endIndex
      try readAuthority(whole[..<end])
      rest = whole[end...]
    }
    path = String(decoding: rest, as: UTF8.self)
  }

  /// The same for an absolute one.
  init(checking text: String) throws(HTTPSyntaxError) {
    try self.init(text)
    if scheme == nil { throw .url("is relative: no base URL was given") }
  }

  private static let letters = ASCIISet("-._~:/?#[]@!$&'()*+,;=%") | .alphanumeric
  private static let schemeLetters = ASCIISet("+-.") | .alphanumeric
  private static let hostLetters = ASCIISet("-._~!$&'()*+,;=%") | .alphanumeric

  private static func checkLetters(_ bytes: ArraySlice<UInt8>) throws(HTTPSyntaxError) {
    for (offset, byte) in bytes.enumerated() {
      guard letters.contains(byte) else {
        let shown =
          byte < 0x80
          ? "'\(HTTPSyntax.shown(String(UnicodeScalar(byte))))'" : "a letter beyond ASCII"
        throw .url("holds \(shown) at byte \(offset), which must be percent-encoded")
      }
      if byte == UInt8(ascii: "%") {
        let digits = bytes[(bytes.startIndex + offset + 1)...].prefix(2)
        guard digits.count == 2, digits.allSatisfy(ASCII.isHexadecimal) else {
          throw .url("holds a '%' at byte \(offset) without two hexadecimal digits")
        }
      }
    }
  }

  private static func endOfScheme(_ bytes: ArraySlice<UInt8>) -> Int? {
    let name = bytes.prefix(while: schemeLetters.contains)
    guard let first = name.first, ASCII.isLetter(first), name.endIndex < bytes.endIndex,
      bytes[name.endIndex] == UInt8(ascii: ":")
    else { return nil }
    return name.endIndex
  }

  private mutating func readAuthority(_ bytes: ArraySlice<UInt8>) throws(HTTPSyntaxError) {
    var rest = bytes
    if let mark = rest.lastIndex(of: UInt8(ascii: "@")) {
      userInfo = String(decoding: rest[..<mark], as: UTF8.self)
      guard !rest[..<mark].contains(where: { "@[]".utf8.contains($0) }) else {
        throw .url("has a name of a user that must be percent-encoded")
      }
      rest = rest[(mark + 1)...]
    }
    var end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
    if rest.first == UInt8(ascii: "[") {
      guard let close = rest.firstIndex(of: UInt8(ascii: "]")), close > rest.startIndex + 2,
        rest[(rest.startIndex + 1)..<close].allSatisfy({
          ASCII.isHexadecimal($0) || ":.".utf8.contains($0)
        })
      else { throw .url("has no IPv6 address in its brackets") }
      end = close + 1
    } else if !rest[..<end].allSatisfy(Self.hostLetters.contains) {
      throw .url("has a host with letters that may not stand in one")
    }
    host = String(decoding: rest[..<end], as: UTF8.self)
    guard end < rest.endIndex else { return }
    guard rest[end] == UInt8(ascii: ":") else { throw .url("has something behind its address") }
    let digits = rest[(end + 1)...]
    if digits.isEmpty { return }
    guard digits.count <= 5, digits.allSatisfy(ASCII.isDigit) else {
      throw .url("has a port that is no number up to 65535")
    }
    let number = digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    guard (1...65535).contains(number) else {
      throw .url("has a port that is no number from 1 to 65535")
    }
    port = number
  }
}

extension URLReference: CustomStringConvertible {
  public var description: String {
    var text = scheme.map { "\($0):" } ?? ""
    if let host {
      text += "//"
      if let userInfo { text += "\(userInfo)@" }
      text += host
      if let port { text += ":\(port)" }
    }
    text += path
    if let query { text += "?\(query)" }
    if let fragment { text += "#\(fragment)" }
    return text
  }
}

extension URLReference {
  /// What a reference that stands in this URL means.
  ///
  /// Source: RFC 3986, section 5.2.
  public func resolving(_ reference: URLReference) -> URLReference {
    var target = reference
    if reference.scheme != nil {
      target.path = Self.withoutDots(reference.path)
      return target
    }
    target.scheme = scheme
    if reference.host != nil {
      target.path = Self.withoutDots(reference.path)
      return target
    }
    (target.userInfo, target.host, target.port) = (userInfo, host, port)
    if reference.path.isEmpty {
      target.path = path
      target.query = reference.query ?? query
    } else if reference.path.utf8.first == UInt8(ascii: "/") {
      target.path = Self.withoutDots(reference.path)
    } else {
      target.path = Self.withoutDots(merged(with: reference.path))
    }
    return target
  }

  private func merged(with relative: String) -> String {
    if host != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
    return String(path[...slash]) + relative
  }

  /// Source: RFC 3986, section 5.2.4.
  private static func withoutDots(_ path: String) -> String {
    var output: [ArraySlice<UInt8>] = []
    let bytes = Array(path.utf8)
    var segments = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isAbsolute = bytes.first == UInt8(ascii: "/")
    if isAbsolute { segments.removeFirst() }
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      if segment.elementsEqual(".".utf8) {
        if isLast { output.append([]) }
      } else if segment.elementsEqual("..".utf8) {
        _ = output.popLast()
        if isLast { output.append([]) }
      } else {
        output.append(segment)
      }
    }
    let text = String(decoding: Array(output.joined(separator: "/".utf8)), as: UTF8.self)
    return (isAbsolute ? "/" : "") + text
  }
}

extension URLReference {
  /// A path in an API whose base this is: unlike in ``resolving(_:)`` the path of the base stays,
  /// with one slash between the two, and so does its query.
  public func appending(_ relative: URLReference) -> URLReference {
    var whole = self
    var own = path.utf8[...]
    if own.last == UInt8(ascii: "/") { own = own.dropLast() }
    var added = relative.path.utf8[...]
    if added.first == UInt8(ascii: "/") { added = added.dropFirst() }
    if !relative.path.isEmpty { whole.path = "\(Substring(own))/\(Substring(added))" }
    let queries = [query, relative.query].compactMap { $0 }.filter { !$0.isEmpty }
    whole.query = queries.isEmpty ? nil : queries.joined(separator: "&")
    whole.fragment = relative.fragment
    return whole
  }
}
