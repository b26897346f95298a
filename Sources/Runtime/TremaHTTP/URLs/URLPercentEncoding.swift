import TremaSupport

/// Writes any text where only some characters of ASCII may be, and reads it back.
///
/// Source: RFC 3986, section 2; for forms, the URL Standard of WHATWG, section 5.
public enum PercentEncoding {
  /// The characters that are not encoded; others become `%` and two digits for each byte of UTF-8.
  public struct Allowed: Hashable, Sendable {
    let set: ASCIISet

    /// - Parameter characters: of ASCII; `%` and others are left out, for they could not be read back.
    public init(_ characters: String) {
      set = ASCIISet(characters.utf8.filter { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") })
    }

    init(_ set: ASCIISet) { self.set = set }

    /// These, and some more.
    public func adding(_ characters: String) -> Allowed {
      Allowed(set | Allowed(characters).set)
    }

    /// These, but some.
    public func removing(_ characters: String) -> Allowed {
      Allowed(ASCIISet((0..<128).filter { set.contains($0) && !characters.utf8.contains($0) }))
    }

    package func contains(_ byte: UInt8) -> Bool { set.contains(byte) }

    /// Letters, digits and `-._~`: right in every part of a URL.
    public static let unreserved = Allowed(unreservedSet)
    /// The characters that a name or a value in a query may keep: all of a query but those that separate
    /// names and values (`& = ;`) and `+`, which many servers read as a space.
    public static let queryValue = Allowed(ASCIISet("!$'()*,:@/?") | unreservedSet)
    /// A whole query.
    package static let query = Allowed(ASCIISet("!$&'()*+,;=:@/?") | unreservedSet)
    /// One segment of a path; no slash.
    package static let pathSegment = Allowed(ASCIISet("!$&'()*+,;=:@") | unreservedSet)
    /// A whole path.
    package static let path = Allowed(ASCIISet("!$&'()*+,;=:@/") | unreservedSet)
    /// A host that is no address in brackets.
    package static let host = Allowed(ASCIISet("!$&'()*+,;=") | unreservedSet)
    /// A name of a user, or a password; a colon is between the two.
    package static let userInfo = host
    package static let fragment = query
    /// Names and values of `application/x-www-form-urlencoded`; a space is a `+` there.
    public static let form = Allowed(ASCIISet("-._*") | .alphanumeric)

    private static let unreservedSet = ASCIISet("-._~") | .alphanumeric
  }

  /// The encoding of a space.
  public enum Space: Hashable, Sendable {
    case percent
    /// The space is `+`, in forms; a plus sign is percent-encoded then, even if it is allowed.
    case plus
  }

  package static func encode(
    _ text: String, leaving allowed: Allowed = .unreserved, space: Space = .percent
  ) -> String {
    var output: [UInt8] = []
    append(text, leaving: allowed, space: space, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// - Parameter plusIsSpace: as in forms, and in queries that were made by one.
  /// - Throws: ``HTTPSyntaxError/url(_:)`` for a `%` without two hexadecimal digits, and for bytes
  ///   that are not UTF-8.
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
        guard let high = rest.popFirst().flatMap(ASCII.hexadecimal),
          let low = rest.popFirst().flatMap(ASCII.hexadecimal)
        else { throw .url("holds a '%' without two hexadecimal digits") }
        output.append(high << 4 | low)
      } else {
        output.append(byte)
      }
    }
    // What is no UTF-8 would be repaired.
    let decoded = String(decoding: output, as: UTF8.self)
    guard decoded.utf8.elementsEqual(output) else {
      throw .url("holds percent-encoded bytes that are not UTF-8")
    }
    return decoded
  }

  package static func append(
    _ text: String, leaving allowed: Allowed, space: Space = .percent, to output: inout [UInt8]
  ) {
    for byte in text.utf8 { append(byte, leaving: allowed, space: space, to: &output) }
  }

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

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
