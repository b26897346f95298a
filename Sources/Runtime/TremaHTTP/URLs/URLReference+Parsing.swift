import TremaSupport

// The characters that are allowed in the parts of a URL.
extension URLReference {
  /// The characters of a URL.
  private static let allowedCharacters = ASCIISet("-._~:/?#[]@!$&'()*+,;=%") | .alphanumeric
  /// The characters that only an authority may contain.
  private static let brackets = ASCIISet("[]")
  /// The characters of a scheme after its first letter.
  private static let schemeCharacters = ASCIISet("+-.") | .alphanumeric
  /// The characters of a host name, including percent-encoded triplets.
  private static let hostCharacters = ASCIISet("-._~!$&'()*+,;=%") | .alphanumeric

  /// Checks that the bytes contain only URL characters, and that each `%` is followed by two
  /// hexadecimal digits.
  static func checkCharacters(_ bytes: ArraySlice<UInt8>) throws(HTTPSyntaxError) {
    for (offset, byte) in bytes.enumerated() {
      guard allowedCharacters.contains(byte) else {
        let character =
          byte < 0x80
          ? "'\(HTTPSyntax.escaped(String(UnicodeScalar(byte))))'" : "a non-ASCII character"
        throw .invalidURL("contains \(character) at byte \(offset), which must be percent-encoded")
      }
      if byte == UInt8(ascii: "%") {
        let digits = bytes[(bytes.startIndex + offset + 1)...].prefix(2)
        guard digits.count == 2, digits.allSatisfy(ASCII.isHexadecimal) else {
          throw .invalidURL("contains a '%' at byte \(offset) without two hexadecimal digits")
        }
      }
    }
  }

  /// Refuses characters that are not allowed in a part: brackets outside an authority and a second
  /// `#`.
  ///
  /// - Parameters:
  ///   - part: A path, a query or a fragment.
  ///   - name: The name of the part for use in the message.
  static func checkPart(
    _ part: ArraySlice<UInt8>, _ name: StaticString
  ) throws(HTTPSyntaxError) {
    for byte in part where brackets.contains(byte) || byte == UInt8(ascii: "#") {
      let character = String(UnicodeScalar(byte))
      throw .invalidURL("contains '\(character)' in its \(name), which must be percent-encoded")
    }
  }

  /// Whether the host can be resolved. The grammar of RFC 3986 allows more characters, which some
  /// implementations decode and others do not.
  var hasPlainHost: Bool {
    guard let host, host.utf8.first != UInt8(ascii: "[") else { return true }
    return host.utf8.allSatisfy(PercentEncoding.Allowed.unreserved.contains)
  }

  /// Returns the offset of the colon after the scheme, or `nil` if there is no scheme.
  static func endOfScheme(_ bytes: ArraySlice<UInt8>) -> Int? {
    let name = bytes.prefix(while: schemeCharacters.contains)
    guard let first = name.first, ASCII.isLetter(first), name.endIndex < bytes.endIndex,
      bytes[name.endIndex] == UInt8(ascii: ":")
    else { return nil }
    return name.endIndex
  }

  /// Parses user information, host and port.
  ///
  /// - Parameter bytes: The bytes between `//` and the path.
  mutating func readAuthority(_ bytes: ArraySlice<UInt8>) throws(HTTPSyntaxError) {
    var rest = bytes
    if let mark = rest.lastIndex(of: UInt8(ascii: "@")) {
      userInfo = String(decoding: rest[..<mark], as: UTF8.self)
      guard !rest[..<mark].contains(where: { "@[]".utf8.contains($0) }) else {
        throw .invalidURL("has a user name that must be percent-encoded")
      }
      rest = rest[(mark + 1)...]
    }
    var end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
    if rest.first == UInt8(ascii: "[") {
      guard let close = rest.firstIndex(of: UInt8(ascii: "]")),
        IPv6Address.isValid(rest[(rest.startIndex + 1)..<close])
      else { throw .invalidURL("has no IPv6 address in its brackets") }
      end = close + 1
    } else if !rest[..<end].allSatisfy(Self.hostCharacters.contains) {
      throw .invalidURL("has a host with invalid characters")
    }
    host = String(decoding: rest[..<end], as: UTF8.self)
    guard end < rest.endIndex else { return }
    guard rest[end] == UInt8(ascii: ":") else {
      throw .invalidURL("has characters after its address")
    }
    let digits = rest[(end + 1)...]
    if digits.isEmpty { return }
    guard digits.count <= 5, digits.allSatisfy(ASCII.isDigit) else {
      throw .invalidURL("has a port that is not a number up to 65535")
    }
    let number = digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    guard (1...65535).contains(number) else {
      throw .invalidURL("has a port that is not a number from 1 to 65535")
    }
    port = number
  }
}

/// Validation of IPv6 addresses.
///
/// See `IPv6address` in RFC 3986, section 3.2.2. A zone is not allowed.
enum IPv6Address {
  /// Returns whether the bytes are an IPv6 address without brackets.
  static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
    let groups = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var units = 0
    var gaps = 0
    for (index, group) in groups.enumerated() {
      if group.isEmpty {
        // `::` yields an empty group, and a second one if it is at the start or the end of the
        // address.
        let isEdge = index == 0 || index == groups.count - 1
        let neighbour = index == 0 ? 1 : index - 1
        if isEdge {
          guard groups.indices.contains(neighbour), groups[neighbour].isEmpty else { return false }
        } else {
          gaps += 1
        }
      } else if group.contains(UInt8(ascii: ".")) {
        guard index == groups.count - 1, isIPv4(group) else { return false }
        units += 2
      } else {
        guard group.count <= 4, group.allSatisfy(ASCII.isHexadecimal) else { return false }
        units += 1
      }
    }
    return gaps == 0 ? units == 8 : gaps == 1 && units <= 7
  }

  /// Returns whether the bytes are an IPv4 address in dotted decimal notation without leading
  /// zeros.
  private static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
    let numbers = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return numbers.count == 4
      && numbers.allSatisfy { digits in
        (1...3).contains(digits.count) && digits.allSatisfy(ASCII.isDigit)
          && (digits.count == 1 || digits.first != UInt8(ascii: "0"))
          && digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) } <= 255
      }
  }
}
