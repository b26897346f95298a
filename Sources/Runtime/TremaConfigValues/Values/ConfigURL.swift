import TremaSupport

/// An absolute URL, read strictly: what RFC 3986 does not allow is refused, nothing is repaired.
///
/// Letters beyond ASCII are taken in the host, as RFC 3987 writes them; ``ConfigHost/isInternational``
/// tells.
///
/// Source: RFC 3986, appendix A.
public struct ConfigURL: Hashable, Sendable {
  /// In lower case.
  public let scheme: String
  /// Name and password, as they are written.
  public let userInfo: String?
  /// Nil where nothing follows the scheme as `//host`; empty in `https://`.
  public let host: ConfigHost?
  /// Nil when none or an empty one is written.
  public let port: Int?
  /// The path, percent-encoded.
  public let path: String
  /// The query without `?`; `nil` if there is none.
  public let query: String?
  /// The fragment without `#`; `nil` if there is none.
  public let fragment: String?

  /// Why a text is no URL. The words quote nothing of it but single characters.
  public struct Problem: Error, Hashable, Sendable {
    /// The reason, to follow "is no URL: ".
    public var reason: String
    /// The offset of the wrong byte.
    public var offset: Int

    init(_ reason: String, at offset: Int) {
      self.reason = reason
      self.offset = offset
    }
  }

  /// Reads a URL.
  ///
  /// - Throws: a problem with the place of the first mistake.
  public init(_ text: String) throws(Problem) {
    var text = text
    text.makeContiguousUTF8()
    self = try Self.parsed(Array(text.utf8))
  }

  private static func parsed(_ bytes: [UInt8]) throws(Problem) -> ConfigURL {
    guard !bytes.isEmpty else { throw Problem("it is empty", at: 0) }
    try checkCharacters(bytes)
    let scheme = try scheme(of: bytes)
    var rest = bytes[(scheme.utf8.count + 1)...]
    var fragment: ArraySlice<UInt8>?
    if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = rest[(mark + 1)...]
      rest = rest[..<mark]
    }
    var query: ArraySlice<UInt8>?
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[(mark + 1)...]
      rest = rest[..<mark]
    }
    var authority: Authority?
    if rest.starts(with: "//".utf8) {
      let whole = rest.dropFirst(2)
      let end = whole.firstIndex(of: UInt8(ascii: "/")) ?? whole.endIndex
      authority = try Authority(whole[..<end])
      rest = whole[end...]
    }
    try check(rest, besides: "/", in: "the path")
    if let query { try check(query, besides: "/?", in: "the query") }
    if let fragment { try check(fragment, besides: "/?", in: "the fragment") }
    return ConfigURL(
      scheme: scheme, authority: authority, path: String(decoding: rest, as: UTF8.self),
      query: query.map { String(decoding: $0, as: UTF8.self) },
      fragment: fragment.map { String(decoding: $0, as: UTF8.self) })
  }

  private init(
    scheme: String, authority: Authority?, path: String, query: String?, fragment: String?
  ) {
    self.scheme = scheme
    (userInfo, host, port) = (authority?.userInfo, authority?.host, authority?.port)
    (self.path, self.query, self.fragment) = (path, query, fragment)
  }

  /// Throws at the first character that no URL may contain.
  private static func checkCharacters(_ bytes: [UInt8]) throws(Problem) {
    for (offset, byte) in bytes.enumerated() {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: throw Problem("it holds white space", at: offset)
      case 0..<0x20, 0x7F: throw Problem("it holds a control character", at: offset)
      case UInt8(ascii: "%"):
        guard offset + 2 < bytes.count, ASCII.isHexadecimal(bytes[offset + 1]),
          ASCII.isHexadecimal(bytes[offset + 2])
        else { throw Problem("'%' is not followed by two hexadecimal digits", at: offset) }
      default: break
      }
    }
  }

  private static func scheme(of bytes: [UInt8]) throws(Problem) -> String {
    let name = bytes.prefix(while: schemeLetters.contains)
    guard let first = name.first, ASCII.isLetter(first), name.endIndex < bytes.endIndex,
      bytes[name.endIndex] == UInt8(ascii: ":")
    else { throw Problem("it does not begin with a scheme such as 'https:'", at: 0) }
    let isHost =
      name.contains(UInt8(ascii: "."))
      || bytes[(name.endIndex + 1)...].first.map(ASCII.isDigit) == true
    if isHost, !bytes[(name.endIndex + 1)...].starts(with: "//".utf8) {
      throw Problem("a host and a port need a scheme such as 'https://' before them", at: 0)
    }
    return String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
  }

  static func check(
    _ bytes: ArraySlice<UInt8>, besides more: StaticString, in part: String
  ) throws(Problem) {
    let pathLetters = pathLetters
    for offset in bytes.indices where !pathLetters.contains(bytes[offset]) {
      let byte = bytes[offset]
      let isMore = more.withUTF8Buffer { $0.contains(byte) }
      if isMore { continue }
      let what =
        byte < 0x80 ? "'\(Character(UnicodeScalar(byte)))'" : "a character beyond ASCII"
      throw Problem("\(part) holds \(what), which must be percent-encoded", at: offset)
    }
  }

  /// `pchar`: unreserved characters, percent-encoded ones, sub-delimiters, `:` and `@`.
  private static let pathLetters = ASCIISet("-._~%!$&'()*+,;=:@") | .alphanumeric
  private static let schemeLetters = ASCIISet("+-.") | .alphanumeric
}

extension ConfigURL {
  /// The part between `//` and the path: `user:password@host:port`.
  struct Authority {
    var userInfo: String?
    var host: ConfigHost
    var port: Int?

    init(_ bytes: ArraySlice<UInt8>) throws(Problem) {
      var rest = bytes
      if let mark = rest.lastIndex(of: UInt8(ascii: "@")) {
        let user = rest[..<mark]
        if let again = user.firstIndex(of: UInt8(ascii: "@")) {
          throw Problem("the name of the user holds '@', which must be percent-encoded", at: again)
        }
        try ConfigURL.check(user, besides: "", in: "the name of the user")
        userInfo = String(decoding: user, as: UTF8.self)
        rest = rest[(mark + 1)...]
      }
      var end = rest.endIndex
      if rest.first == UInt8(ascii: "[") {
        guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else {
          throw Problem("the bracket of the address is not closed", at: rest.startIndex)
        }
        end = close + 1
        if end < rest.endIndex, rest[end] != UInt8(ascii: ":") {
          throw Problem("only a port may follow the address", at: end)
        }
      } else if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
        end = colon
      }
      host = try ConfigHost(rest[..<end])
      port = end < rest.endIndex ? try Self.port(rest[(end + 1)...]) : nil
    }

    private static func port(_ digits: ArraySlice<UInt8>) throws(Problem) -> Int? {
      if digits.isEmpty { return nil }
      guard digits.allSatisfy(ASCII.isDigit) else {
        throw Problem("the port is no number", at: digits.startIndex)
      }
      // Longer ones are too great in any case, and must not overflow.
      let number = digits.drop { $0 == UInt8(ascii: "0") }
      let port =
        number.count > 5
        ? Int.max : number.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      guard (1...65535).contains(port) else {
        throw Problem("the port is not from 1 to 65535", at: digits.startIndex)
      }
      return port
    }
  }
}
