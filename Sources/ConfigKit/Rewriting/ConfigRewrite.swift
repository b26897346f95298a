import TremaConfigValues
import TremaSupport

/// Rewrites a value as a different kind if only one meaning is possible: `<string>30</string>`
/// becomes `<integer>30</integer>`, but `<string>030</string>` is left unchanged.
package enum ConfigRewrite {
  /// The syntax of the file.
  package enum Syntax: Sendable { case xml, json, yaml }

  /// Returns the source that replaces a value in its file.
  ///
  /// - Parameters:
  ///   - kinds: The allowed kinds.
  ///   - spelling: The syntax of the file.
  /// - Returns: The whole value, including its tags in XML, or `nil` if the value already has an
  ///   allowed kind or the conversion is not certain.
  package static func text(
    of value: ConfigValue, as kinds: Set<ConfigKind>, in spelling: Syntax
  ) -> String? {
    guard !kinds.contains(value.kind) else { return nil }
    // Integers are tried first, because an integer is also a valid real number.
    for kind in [ConfigKind.integer, .real, .boolean, .date] where kinds.contains(kind) {
      if let word = word(value, kind) { return literal(word, kind, spelling) }
    }
    return nil
  }

  /// Returns the value as a word of a kind, or `nil` if the conversion is not certain.
  private static func word(_ value: ConfigValue, _ kind: ConfigKind) -> String? {
    switch (value.content, kind) {
    case (.string(let text), .integer): isInteger(text) ? text : nil
    case (.string(let text), .real): isReal(text) ? text : nil
    case (.string(let text), .boolean): booleans[text].map { $0 ? "true" : "false" }
    case (.string(let text), .date): PropertyListDate(parsing: text.utf8) == nil ? nil : text
    case (.real(let number), .integer): exactInteger(number).map { String($0) }
    case (.integer(let number), .boolean):
      number.uint64.flatMap { $0 < 2 ? ($0 == 1 ? "true" : "false") : nil }
    default: nil
    }
  }

  /// The strings that certainly represent Booleans.
  private static let booleans = ["true": true, "false": false, "YES": true, "NO": false]

  /// Returns whether a string is an integer in canonical form: no sign except `-`, no leading
  /// zeros, no whitespace.
  private static func isInteger(_ text: String) -> Bool {
    Int64(text).map { String($0).equalsExactly(text) } ?? UInt64(text).map {
      String($0).equalsExactly(text)
    }
      ?? false
  }

  /// Returns whether a string consists of digits, a decimal point and digits, without superfluous
  /// leading zeros.
  private static func isReal(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let whole = String(decoding: parts[0], as: UTF8.self)
    guard parts.count == 2, !parts[1].isEmpty, isInteger(whole) || whole == "-0" else {
      return false
    }
    return parts[1].allSatisfy { ASCII.isDigit($0) }
      && Double(text)?.isFinite == true
  }

  /// Returns a real number as an integer if it is whole and below 2^53, the range in which all
  /// integers are exact.
  private static func exactInteger(_ number: Double) -> Int64? {
    guard number.magnitude < 0x1p53 else { return nil }
    let whole = Int64(number)
    return Double(whole) == number ? whole : nil
  }

  /// Returns a word with the markup of its kind, or `nil` if the syntax cannot represent the kind.
  private static func literal(
    _ word: String, _ kind: ConfigKind, _ spelling: Syntax
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
