import TremaSupport

/// An absolute URL, parsed strictly: a string that RFC 3986 does not allow is rejected and never
/// repaired.
///
/// Non-ASCII characters are accepted in the host, as in RFC 3987; ``ConfigHost/isInternational`` is
/// true for such a host.
///
/// See RFC 3986, appendix A.
public struct ConfigURL: Hashable, Sendable {
  /// The scheme, in lowercase.
  public let scheme: String
  /// The user name and password, percent-encoded as in the source.
  public let userInfo: String?
  /// The host, or `nil` if no `//` follows the scheme, and an empty name in `https://`.
  public let host: ConfigHost?
  /// The port, or `nil` if it is missing or empty.
  public let port: Int?
  /// The path, percent-encoded.
  public let path: String
  /// The query without the `?`, or `nil` if there is none.
  public let query: String?
  /// The fragment without the `#`, or `nil` if there is none.
  public let fragment: String?

  /// The reason that a string is not a URL. It quotes only single characters, because the string
  /// may be a secret.
  public struct Problem: Error, Hashable, Sendable {
    /// The reason, as the continuation of "is no URL: ".
    public var reason: String
    /// The offset of the invalid byte in the UTF-8 representation.
    public var offset: Int

    /// Creates a problem.
    init(_ reason: String, at offset: Int) {
      self.reason = reason
      self.offset = offset
    }
  }

  /// Parses a URL.
  ///
  /// - Throws: A ``Problem`` with the offset of the first invalid byte.
  public init(_ text: String) throws(Problem) {
    var text = text
    text.makeContiguousUTF8()
    self = try Self.parsed(Array(text.utf8))
  }

  /// Parses the UTF-8 bytes of a URL. The fragment and query are split off first, because only they
  /// may contain `?`.
  private static func parsed(_ bytes: [UInt8]) throws(Problem) -> ConfigURL {
    guard !bytes.isEmpty else { throw Problem("it is empty", at: 0) }
    try checkCharacters(bytes)
    let scheme = try scheme(of: bytes)
    var rest = bytes[(scheme.utf8.count + 1)...]
    var fragment: ArraySlice<UInt8>?
    // The first `#` starts the fragment, and the first `?` before it starts the query.
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
    // The authority ends at the next slash. Without one, the path is empty.
    if rest.starts(with: "//".utf8) {
      let whole = rest.dropFirst(2)
      let end = whole.firstIndex(of: UInt8(ascii: "/")) ?? whole.endIndex
      authority = try Authority(whole[..<end])
      rest = whole[end...]
    }
    try check(rest, allowing: "/", in: "the path")
    if let query { try check(query, allowing: "/?", in: "the query") }
    if let fragment { try check(fragment, allowing: "/?", in: "the fragment") }
    return ConfigURL(
      scheme: scheme, authority: authority, path: String(decoding: rest, as: UTF8.self),
      query: query.map { String(decoding: $0, as: UTF8.self) },
      fragment: fragment.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Creates a URL from parsed components.
  private init(
    scheme: String, authority: Authority?, path: String, query: String?, fragment: String?
  ) {
    self.scheme = scheme
    (userInfo, host, port) = (authority?.userInfo, authority?.host, authority?.port)
    (self.path, self.query, self.fragment) = (path, query, fragment)
  }

  /// Throws an error at the first whitespace, control character or malformed percent escape.
  private static func checkCharacters(_ bytes: [UInt8]) throws(Problem) {
    for (offset, byte) in bytes.enumerated() {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: throw Problem("it contains whitespace", at: offset)
      case 0..<0x20, 0x7F: throw Problem("it contains a control character", at: offset)
      case UInt8(ascii: "%"):
        guard offset + 2 < bytes.count, ASCII.isHexadecimal(bytes[offset + 1]),
          ASCII.isHexadecimal(bytes[offset + 2])
        else { throw Problem("'%' is not followed by two hexadecimal digits", at: offset) }
      default: break
      }
    }
  }

  /// Returns the scheme, in lowercase.
  ///
  /// A string such as `example.com:80` has the syntax of a scheme and a path. It is rejected,
  /// because it is certainly intended as a host and a port.
  private static func scheme(of bytes: [UInt8]) throws(Problem) -> String {
    let name = bytes.prefix(while: schemeLetters.contains)
    guard let first = name.first, ASCII.isLetter(first), name.endIndex < bytes.endIndex,
      bytes[name.endIndex] == UInt8(ascii: ":")
    else { throw Problem("it does not begin with a scheme such as 'https:'", at: 0) }
    let isHost =
      name.contains(UInt8(ascii: "."))
      || bytes[(name.endIndex + 1)...].first.map(ASCII.isDigit) == true
    if isHost, !bytes[(name.endIndex + 1)...].starts(with: "//".utf8) {
      throw Problem("the host and port are not preceded by a scheme such as 'https://'", at: 0)
    }
    return String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
  }

  /// Throws an error at the first character that a component may not contain.
  ///
  /// - Parameters:
  ///   - extra: The characters that the component may contain in addition to `pchar`.
  ///   - part: The name of the component for the message.
  static func check(
    _ bytes: ArraySlice<UInt8>, allowing extra: StaticString, in part: String
  ) throws(Problem) {
    let pathLetters = pathLetters
    for offset in bytes.indices where !pathLetters.contains(bytes[offset]) {
      let byte = bytes[offset]
      let isAllowed = extra.withUTF8Buffer { $0.contains(byte) }
      if isAllowed { continue }
      let character =
        byte < 0x80 ? "'\(Character(UnicodeScalar(byte)))'" : "a non-ASCII character"
      throw Problem("\(part) contains \(character), which must be percent-encoded", at: offset)
    }
  }

  /// The characters of `pchar`: unreserved characters, sub-delimiters, `:`, `@`, and the `%` of
  /// percent escapes. See RFC 3986, section 3.3.
  private static let pathLetters = ASCIISet("-._~%!$&'()*+,;=:@") | .alphanumeric
  /// The characters of a scheme after its first letter. See RFC 3986, section 3.1.
  private static let schemeLetters = ASCIISet("+-.") | .alphanumeric
}

extension ConfigURL {
  /// The component between `//` and the path: `user:password@host:port`.
  struct Authority {
    /// The user name and password, or `nil` if there is no `@`.
    var userInfo: String?
    /// The host, which may be empty.
    var host: ConfigHost
    /// The port, or `nil` if it is missing or empty.
    var port: Int?

    /// Parses an authority. In an IPv6 address, only a colon after the bracket starts a port.
    init(_ bytes: ArraySlice<UInt8>) throws(Problem) {
      var rest = bytes
      // The user ends at the last `@`, so an earlier one is reported as the mistake.
      if let mark = rest.lastIndex(of: UInt8(ascii: "@")) {
        let user = rest[..<mark]
        if let earlier = user.firstIndex(of: UInt8(ascii: "@")) {
          throw Problem("the user name contains '@', which must be percent-encoded", at: earlier)
        }
        try ConfigURL.check(user, allowing: "", in: "the user name")
        userInfo = String(decoding: user, as: UTF8.self)
        rest = rest[(mark + 1)...]
      }
      var end = rest.endIndex
      if rest.first == UInt8(ascii: "[") {
        guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else {
          throw Problem("the address in brackets has no closing bracket", at: rest.startIndex)
        }
        end = close + 1
        if end < rest.endIndex, rest[end] != UInt8(ascii: ":") {
          throw Problem("the address is followed by something other than a port", at: end)
        }
      } else if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
        end = colon
      }
      host = try ConfigHost(rest[..<end])
      port = end < rest.endIndex ? try Self.port(rest[(end + 1)...]) : nil
    }

    /// Parses a port, which may have leading zeros.
    private static func port(_ digits: ArraySlice<UInt8>) throws(Problem) -> Int? {
      if digits.isEmpty { return nil }
      guard digits.allSatisfy(ASCII.isDigit) else {
        throw Problem("the port is not a number", at: digits.startIndex)
      }
      // A longer number is out of range anyway and must not overflow.
      let number = digits.drop { $0 == UInt8(ascii: "0") }
      let port =
        number.count > 5
        ? Int.max : number.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      guard (1...65535).contains(port) else {
        throw Problem("the port is not between 1 and 65535", at: digits.startIndex)
      }
      return port
    }
  }
}
