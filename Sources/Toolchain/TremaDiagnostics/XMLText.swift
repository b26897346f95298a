import TremaSupport

/// Text in XML 1.0. Characters that XML cannot hold, and controls that would act on a terminal, are
/// spelled out: `\u{1B}`.
enum XMLText {
  static func attribute(_ text: String) -> String {
    escaped(text, isAttribute: true)
  }

  static func content(_ text: String) -> String {
    escaped(text, isAttribute: false)
  }

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

  /// Source: XML 1.0, production 2, `Char`, beyond the controls.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFFFE || scalar.value == 0xFFFF
  }
}
