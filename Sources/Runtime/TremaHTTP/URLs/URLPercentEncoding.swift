import TremaSupport

/// Percent-encoding and percent-decoding.
///
/// See RFC 3986, section 2, and, for forms, the WHATWG URL Standard, section 5.
public enum PercentEncoding {
  /// A set of characters that are not encoded. Each UTF-8 byte of any other character becomes `%`
  /// and two hexadecimal digits.
  public struct Allowed: Hashable, Sendable {
    let set: ASCIISet

    /// Creates a set of ASCII characters.
    ///
    /// - Parameter characters: The characters. `%`, spaces, control characters and characters
    ///   beyond ASCII are ignored, because they could not be decoded unambiguously.
    public init(_ characters: String) {
      set = ASCIISet(characters.utf8.filter { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") })
    }

    init(_ set: ASCIISet) { self.set = set }

    /// Returns the set with additional characters.
    public func adding(_ characters: String) -> Allowed {
      Allowed(set | Allowed(characters).set)
    }

    /// Returns the set without some characters.
    public func removing(_ characters: String) -> Allowed {
      Allowed(ASCIISet((0..<128).filter { set.contains($0) && !characters.utf8.contains($0) }))
    }

    /// Returns whether a byte is not encoded.
    package func contains(_ byte: UInt8) -> Bool { set.contains(byte) }

    /// Letters, digits and `-._~`, which are allowed in every part of a URL.
    public static let unreserved = Allowed(unreservedSet)
    /// The characters that a name or a value in a query may keep: all query characters except the
    /// separators between names and values (`& = ;`) and `+`, which many servers read as a space.
    public static let queryValue = Allowed(ASCIISet("!$'()*,:@/?") | unreservedSet)
    /// The characters of a whole query.
    package static let query = Allowed(ASCIISet("!$&'()*+,;=:@/?") | unreservedSet)
    /// The characters of one path segment, without the slash.
    package static let pathSegment = Allowed(ASCIISet("!$&'()*+,;=:@") | unreservedSet)
    /// The characters of a whole path.
    package static let path = Allowed(ASCIISet("!$&'()*+,;=:@/") | unreservedSet)
    /// The characters of a host that is not an IP literal in brackets.
    package static let host = Allowed(ASCIISet("!$&'()*+,;=") | unreservedSet)
    /// The characters of a user name or a password; a colon separates the two.
    package static let userInfo = host
    /// The characters of a fragment.
    package static let fragment = query
    /// The characters that names and values may keep in `application/x-www-form-urlencoded`, where
    /// a space is `+`.
    public static let form = Allowed(ASCIISet("-._*") | .alphanumeric)

    /// The unreserved characters of RFC 3986, section 2.3.
    private static let unreservedSet = ASCIISet("-._~") | .alphanumeric
  }

  /// The encoding of a space.
  public enum Space: Hashable, Sendable {
    /// The space is `%20`.
    case percent
    /// The space is `+`, as in forms. A plus sign is percent-encoded even if it is allowed.
    case plus
  }

  /// Returns a percent-encoded string.
  package static func encode(
    _ text: String, leaving allowed: Allowed = .unreserved, space: Space = .percent
  ) -> String {
    var output: [UInt8] = []
    append(text, leaving: allowed, space: space, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Returns a percent-decoded string.
  ///
  /// - Parameter plusIsSpace: Whether `+` is a space, as in forms and in queries created by forms.
  /// - Throws: ``HTTPSyntaxError/invalidURL(_:)`` for a `%` without two hexadecimal digits, and for
  ///   bytes that are not UTF-8.
  package static func decode(
    _ text: String, plusIsSpace: Bool = false
  ) throws(HTTPSyntaxError) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+"), plusIsSpace {
        output.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(ASCII.hexDigitValue),
          let low = rest.popFirst().flatMap(ASCII.hexDigitValue)
        else { throw .invalidURL("contains a '%' without two hexadecimal digits") }
        output.append(high << 4 | low)
      } else {
        output.append(byte)
      }
    }
    // `String(decoding:as:)` repairs invalid UTF-8, so the result is compared with the input.
    let decoded = String(decoding: output, as: UTF8.self)
    guard decoded.utf8.elementsEqual(output) else {
      throw .invalidURL("contains percent-encoded bytes that are not UTF-8")
    }
    return decoded
  }

  /// Appends the percent-encoded bytes of a string.
  package static func append(
    _ text: String, leaving allowed: Allowed, space: Space = .percent, to output: inout [UInt8]
  ) {
    for byte in text.utf8 { append(byte, leaving: allowed, space: space, to: &output) }
  }

  /// Appends one byte, percent-encoded unless it is allowed.
  static func append(
    _ byte: UInt8, leaving allowed: Allowed, space: Space = .percent, to output: inout [UInt8]
  ) {
    if byte == 0x20, space == .plus {
      output.append(UInt8(ascii: "+"))
    } else if allowed.contains(byte), byte != UInt8(ascii: "+") || space == .percent {
      output.append(byte)
    } else {
      output += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0x0F)]
    }
  }

  /// Returns the ASCII code of a hexadecimal digit, in uppercase.
  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
