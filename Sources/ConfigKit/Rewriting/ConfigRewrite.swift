import TremaConfigValues
import TremaSupport

/// A value in another kind, where there is no doubt what is meant: `<string>30</string>` is
/// `<integer>30</integer>`, but `<string>030</string>` may be anything.
package enum ConfigRewrite {
  /// How a file writes its values.
  package enum Spelling: Sendable { case xml, json, yaml }

  /// - Parameter kinds: those that the value may be of.
  /// - Returns: the whole value as it is to be in the file; nil when it is of such a kind
  ///   already, or it is not sure what it would be.
  package static func text(
    of value: ConfigValue, as kinds: Set<ConfigKind>, in spelling: Spelling
  ) -> String? {
    guard !kinds.contains(value.kind) else { return nil }
    // An integer first: it may mean a real number, too.
    for kind in [ConfigKind.integer, .real, .boolean, .date] where kinds.contains(kind) {
      if let word = word(value, kind) { return written(word, kind, spelling) }
    }
    return nil
  }

  private static func word(_ value: ConfigValue, _ kind: ConfigKind) -> String? {
    switch (value.content, kind) {
    case (.string(let text), .integer): isInteger(text) ? text : nil
    case (.string(let text), .real): isReal(text) ? text : nil
    case (.string(let text), .boolean): booleans[text].map { $0 ? "true" : "false" }
    case (.string(let text), .date): PropertyListDate(parsing: text.utf8) == nil ? nil : text
    case (.real(let number), .integer): whole(number).map { String($0) }
    case (.integer(let number), .boolean):
      number.uint64.flatMap { $0 < 2 ? ($0 == 1 ? "true" : "false") : nil }
    default: nil
    }
  }

  private static let booleans = ["true": true, "false": false, "YES": true, "NO": false]

  /// Whether a text is an integer as it is written: no sign before it but `-`, no leading zero, no white
  /// space.
  private static func isInteger(_ text: String) -> Bool {
    Int64(text).map { String($0).isExactly(text) } ?? UInt64(text).map {
      String($0).isExactly(text)
    }
      ?? false
  }

  /// Digits, a dot and digits, without more zeros than one in front.
  private static func isReal(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let whole = String(decoding: parts[0], as: UTF8.self)
    guard parts.count == 2, !parts[1].isEmpty, isInteger(whole) || whole == "-0" else {
      return false
    }
    return parts[1].allSatisfy { ASCII.isDigit($0) }
      && Double(text)?.isFinite == true
  }

  private static func whole(_ number: Double) -> Int64? {
    guard number.magnitude < 0x1p53 else { return nil }
    let whole = Int64(number)
    return Double(whole) == number ? whole : nil
  }

  /// - Returns: `nil` for what the form has no word for.
  private static func written(
    _ word: String, _ kind: ConfigKind, _ spelling: Spelling
  ) -> String? {
    switch (spelling, kind) {
    case (.xml, .boolean): "<\(word)/>"
    case (.xml, _): "<\(kind.rawValue)>\(word)</\(kind.rawValue)>"
    case (.json, .date): nil
    case (.json, _): word
    case (.yaml, .date): "!!timestamp \(word)"
    case (.yaml, _): word
    }
  }
}
