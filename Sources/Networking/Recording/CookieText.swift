import TremaHTTP
import TremaSupport

/// What stands in `Cookie` and `Set-Cookie`, as it is written.
enum CookieText {
  /// The names, and how long and where a cookie is good, are no secret: `id=<redacted>; Path=/`.
  ///
  /// - Returns: nil for another field.
  static func redacted(_ value: String, of field: HTTPFields.Name, mask: String) -> String? {
    let parts = value.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { trimmed($0[...]) }
    switch field {
    case .cookie: return parts.map { masked($0, mask) }.joined(separator: "; ")
    case .setCookie:
      let attributes = parts.dropFirst().map { isKnown($0) ? $0 : mask }
      return ([masked(parts.first ?? "", mask)] + attributes).joined(separator: "; ")
    default: return nil
    }
  }

  /// `name=value` each, as an archive has them.
  static func pairs(_ value: String) -> [(name: String, value: String)] {
    value.utf8.split(separator: UInt8(ascii: ";")).map { trimmed($0[...]) }
      .filter { !$0.isEmpty }.map { pair in
        guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return ("", pair) }
        return (
          trimmed(pair[..<equals].utf8), trimmed(pair[pair.utf8.index(after: equals)...].utf8)
        )
      }
  }

  /// Without a sign of equality all of it is the value.
  private static func masked(_ pair: String, _ mask: String) -> String {
    guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return pair.isEmpty ? "" : mask
    }
    return pair[...equals] + mask
  }

  /// A value that holds a `;` goes on behind it, and looks like an attribute then.
  private static func isKnown(_ attribute: String) -> Bool {
    let name = attribute.utf8.prefix { $0 != UInt8(ascii: "=") }.map(ASCII.lowercased)
    return known.contains(String(decoding: name, as: UTF8.self))
  }

  private static let known: Set<String> = [
    "", "expires", "max-age", "domain", "path", "secure", "httponly", "samesite", "partitioned",
    "priority",
  ]

  private static func trimmed(_ text: Substring.UTF8View) -> String {
    let start = text.drop(while: ASCII.isSpace)
    guard let last = start.lastIndex(where: { !ASCII.isSpace($0) }) else { return "" }
    return String(Substring(start[...last]))
  }
}
