import TremaSupport

/// Escapes text for XML 1.0.
///
/// Characters that XML cannot contain, and controls that would affect a terminal, are written as
/// `\u{1B}`.
enum XMLText {
  /// Returns text escaped for an attribute value in double quotes.
  static func attribute(_ text: String) -> String {
    escaped(text, isAttribute: true)
  }

  /// Returns text escaped for character data.
  static func content(_ text: String) -> String {
    escaped(text, isAttribute: false)
  }

  /// Returns escaped text.
  ///
  /// - Parameters:
  ///   - text: The text to escape.
  ///   - isAttribute: Whether to also escape quotes and line terminators, which an attribute value
  ///     cannot contain literally.
  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"" where isAttribute: escaped += "&quot;"
      case "\n" where !isAttribute, "\t" where !isAttribute:
        escaped.unicodeScalars.append(scalar)
      default:
        if TerminalText.isControl(scalar) || isForbidden(scalar) {
          escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
          escaped.unicodeScalars.append(scalar)
        }
      }
    }
    return escaped
  }

  /// Returns whether XML forbids a scalar that is not a control character.
  ///
  /// See XML 1.0, production 2, `Char`.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFFFE || scalar.value == 0xFFFF
  }
}
