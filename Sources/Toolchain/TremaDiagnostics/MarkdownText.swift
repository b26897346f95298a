import TremaSupport

/// Escapes text from input files for Markdown.
///
/// Every character with a special meaning in Markdown or HTML is written as a character reference,
/// so text cannot break a table, create a link or mention a user.
///
/// See the GitHub Flavored Markdown Spec 0.29.
package enum MarkdownText {
  /// Returns text as a code span. It is an HTML element, because references are not resolved in
  /// backticks.
  package static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  /// Returns text with every Markdown and HTML character escaped.
  package static func escaped(_ text: String) -> String { escaped(text.unicodeScalars) }

  /// Returns scalars as text with every Markdown and HTML character escaped.
  package static func escaped(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = ""
    for scalar in scalars {
      switch scalar {
      case ".":
        // A full stop after `www` would create an autolink.
        let isLink = text.utf8.suffix(3).allSatisfy { $0 | 0x20 == UInt8(ascii: "w") }
        text += isLink ? "&#46;" : "."
      case "\n": text += "<br>"
      case "\t": text += "&#9;"
      case "a"..."z", "A"..."Z", "0"..."9", " ", ",", "-": text.unicodeScalars.append(scalar)
      case "!"..."~": text += "&#\(scalar.value);"
      default: text += TerminalText.escaped(String(scalar)).replacingBackslash
      }
    }
    return text
  }
}

extension String {
  /// The text with an initial backslash escaped. The backslash starts the replacement of a control
  /// character.
  fileprivate var replacingBackslash: String {
    utf8.first == UInt8(ascii: "\\") ? "&#92;" + dropFirst() : self
  }
}
