import TremaConfigValues
import TremaSupport

/// Parsers for URIs, and for IRIs, which may contain non-ASCII characters.
///
/// See RFC 3986, appendix A; RFC 3987, section 2.2; and RFC 6570, section 2.
enum URIText {
  /// Returns whether a string is an absolute URI or IRI, that is, one that starts with a scheme.
  static func isURI(_ text: String, isInternational: Bool) -> Bool {
    guard let rest = afterScheme(Array(text.utf8)[...]) else { return false }
    return isSchemeSpecificPart(rest, isInternational)
  }

  /// Returns whether a string is a URI or IRI, or a relative reference.
  static func isReference(_ text: String, isInternational: Bool) -> Bool {
    let bytes = Array(text.utf8)[...]
    if let rest = afterScheme(bytes) { return isSchemeSpecificPart(rest, isInternational) }
    // Without a scheme, the first path segment must not contain a colon.
    let first = bytes.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != 0x23 }
    return !first.contains(UInt8(ascii: ":")) && isSchemeSpecificPart(bytes, isInternational)
  }

  /// Returns the bytes after the scheme and its colon, or `nil` if there is no scheme.
  private static func afterScheme(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let first = text.first, ASCII.isLetter(first) else { return nil }
    let scheme = text.prefix { ASCII.isAlphanumeric($0) || "+-.".utf8.contains($0) }
    let rest = text[scheme.endIndex...]
    return rest.first == UInt8(ascii: ":") ? rest.dropFirst() : nil
  }

  /// Returns whether the bytes can follow a scheme: authority, path, query and fragment.
  private static func isSchemeSpecificPart(_ text: ArraySlice<UInt8>, _ isInternational: Bool)
    -> Bool
  {
    var rest = text
    var fragment: ArraySlice<UInt8> = []
    // The fragment is split off first, because it may contain `?`.
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = rest[(hash + 1)...]
      rest = rest[..<hash]
    }
    var query: ArraySlice<UInt8> = []
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[(mark + 1)...]
      rest = rest[..<mark]
    }
    // Without two slashes, there is no authority.
    if rest.starts(with: "//".utf8) {
      rest.removeFirst(2)
      let authority = rest.prefix { $0 != UInt8(ascii: "/") }
      rest = rest[authority.endIndex...]
      guard isAuthority(authority, isInternational) else { return false }
    }
    return consists(rest, of: "/:@", isInternational)
      && consists(query, of: "/?:@", isInternational)
      && consists(fragment, of: "/?:@", isInternational)
  }

  /// Returns whether the bytes are an authority: `user@host:port`.
  private static func isAuthority(_ text: ArraySlice<UInt8>, _ isInternational: Bool) -> Bool {
    var rest = text
    // The user ends at the last `@`, which makes an earlier one an error.
    if let atIndex = rest.lastIndex(of: UInt8(ascii: "@")) {
      guard consists(rest[..<atIndex], of: ":", isInternational) else { return false }
      rest = rest[(atIndex + 1)...]
    }
    // Only the brackets of an IP literal may contain colons.
    if rest.first == UInt8(ascii: "[") {
      guard let close = rest.firstIndex(of: UInt8(ascii: "]")),
        isLiteral(rest[(rest.startIndex + 1)..<close])
      else { return false }
      rest = rest[(close + 1)...]
    } else {
      let host = rest.prefix { $0 != UInt8(ascii: ":") }
      guard consists(host, of: "", isInternational) else { return false }
      rest = rest[host.endIndex...]
    }
    guard rest.take(UInt8(ascii: ":")) else { return rest.isEmpty }
    return rest.allSatisfy(ASCII.isDigit)
  }

  /// Returns whether the bytes may be in the brackets of a host: an IPv6 address or a literal of a
  /// future version.
  private static func isLiteral(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first | 0x20 == UInt8(ascii: "v") else {
      return InternetAddress.ipv6(text) != nil
    }
    let version = text.dropFirst().prefix(while: ASCII.isHexadecimal)
    let rest = text[version.endIndex...]
    return !version.isEmpty && rest.first == UInt8(ascii: ".") && rest.count > 1
      && consists(rest.dropFirst(), of: ":", false)
  }

  /// Returns whether all characters are unreserved, sub-delimiters, percent escapes or in a set of
  /// other allowed characters.
  ///
  /// - Parameters:
  ///   - others: The other allowed characters.
  ///   - isInternational: Whether non-ASCII characters are allowed.
  private static func consists(
    _ text: ArraySlice<UInt8>, of others: String, _ isInternational: Bool
  ) -> Bool {
    var rest = text
    while let byte = rest.popFirst() {
      // A percent sign must be followed by two hexadecimal digits.
      if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, rest.prefix(2).allSatisfy(ASCII.isHexadecimal) else {
          return false
        }
        rest.removeFirst(2)
      } else if !(ASCII.isAlphanumeric(byte) || "-._~!$&'()*+,;=".utf8.contains(byte)
        || others.utf8.contains(byte) || byte >= 0x80 && isInternational)
      {
        return false
      }
    }
    return true
  }

  /// Returns whether a string is a URI template. See RFC 6570, section 2.
  static func isTemplate(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "{"):
        guard let close = rest.firstIndex(of: UInt8(ascii: "}")), isExpression(rest[..<close])
        else { return false }
        rest = rest[(close + 1)...]
      // The digits are ordinary characters and are read next.
      case UInt8(ascii: "%"):
        guard rest.count >= 2, rest.prefix(2).allSatisfy(ASCII.isHexadecimal) else {
          return false
        }
      case 0...0x20, 0x7F: return false
      case _ where "\"'<>\\^`|}".utf8.contains(byte): return false
      default: break
      }
    }
    return true
  }

  /// Returns whether the bytes are a template expression without its braces.
  private static func isExpression(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    if let first = rest.first, "+#./;?&=,!@|".utf8.contains(first) { rest.removeFirst() }
    // A variable may have a prefix length (`:3`) or be exploded (`*`).
    let variables = rest.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return variables.allSatisfy { variable in
      var name = variable
      if name.last == UInt8(ascii: "*") {
        name.removeLast()
      } else if let colon = name.firstIndex(of: UInt8(ascii: ":")) {
        let length = name[(colon + 1)...]
        guard (1...4).contains(length.count), length.allSatisfy(ASCII.isDigit),
          length.first != UInt8(ascii: "0")
        else { return false }
        name = name[..<colon]
      }
      let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      return parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == 0x25 }
      }
    }
  }
}
