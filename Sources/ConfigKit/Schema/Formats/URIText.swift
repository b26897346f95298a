import TremaConfigValues
import TremaSupport

/// URIs, and IRIs, which have letters beyond ASCII.
///
/// Source: RFC 3986, appendix A; RFC 3987, 2.2; RFC 6570, 2.
enum URIText {
  static func isURI(_ text: String, isInternational: Bool) -> Bool {
    guard let rest = afterScheme(Array(text.utf8)[...]) else { return false }
    return isRest(rest, isInternational)
  }

  static func isReference(_ text: String, isInternational: Bool) -> Bool {
    let bytes = Array(text.utf8)[...]
    if let rest = afterScheme(bytes) { return isRest(rest, isInternational) }
    // Without a scheme the first part of a path has no colon.
    let first = bytes.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != 0x23 }
    return !first.contains(UInt8(ascii: ":")) && isRest(bytes, isInternational)
  }

  private static func afterScheme(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let first = text.first, ASCII.isLetter(first) else { return nil }
    let scheme = text.prefix { ASCII.isAlphanumeric($0) || "+-.".utf8.contains($0) }
    let rest = text[scheme.endIndex...]
    return rest.first == UInt8(ascii: ":") ? rest.dropFirst() : nil
  }

  private static func isRest(_ text: ArraySlice<UInt8>, _ isInternational: Bool) -> Bool {
    var rest = text
    var fragment: ArraySlice<UInt8> = []
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = rest[(hash + 1)...]
      rest = rest[..<hash]
    }
    var query: ArraySlice<UInt8> = []
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[(mark + 1)...]
      rest = rest[..<mark]
    }
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

  private static func isAuthority(_ text: ArraySlice<UInt8>, _ isInternational: Bool) -> Bool {
    var rest = text
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
      guard consists(rest[..<at], of: ":", isInternational) else { return false }
      rest = rest[(at + 1)...]
    }
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

  /// Whether a text may be in brackets.
  private static func isLiteral(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first | 0x20 == UInt8(ascii: "v") else {
      return InternetAddress.ipv6(text) != nil
    }
    let version = text.dropFirst().prefix(while: ASCII.isHexadecimal)
    let rest = text[version.endIndex...]
    return !version.isEmpty && rest.first == UInt8(ascii: ".") && rest.count > 1
      && consists(rest.dropFirst(), of: ":", false)
  }

  /// Unreserved characters, those between parts, `%` with two digits, and those given.
  private static func consists(
    _ text: ArraySlice<UInt8>, of others: String, _ isInternational: Bool
  ) -> Bool {
    var rest = text
    while let byte = rest.popFirst() {
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

  static func isTemplate(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "{"):
        guard let close = rest.firstIndex(of: UInt8(ascii: "}")), isExpression(rest[..<close])
        else { return false }
        rest = rest[(close + 1)...]
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

  private static func isExpression(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    if let first = rest.first, "+#./;?&=,!@|".utf8.contains(first) { rest.removeFirst() }
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
