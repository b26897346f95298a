import TremaSupport

/// Text of a file in Markdown, with every mark of Markdown and HTML as a character reference, so
/// that none makes a table break, a link, or a mention of a user.
///
/// Source: GitHub Flavored Markdown Spec 0.29.
package enum MarkdownText {
  package static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  package static func escaped(_ text: String) -> String { escaped(text.unicodeScalars) }

  package static func escaped(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = ""
    for scalar in scalars {
      switch scalar {
      case ".":
        // It would begin a link.
        let isLink = text.utf8.suffix(3).allSatisfy { $0 | 0x20 == UInt8(ascii: "w") }
        text += isLink ? "&#46;" : "."
      case "\n": text += "<br>"
      case "\t": text += "&#9;"
      case "a"..."z", "A"..."Z", "0"..."9", " ", ",", "-": text.unicodeScalars.append(scalar)
      case "!"..."~": text += "&#\(scalar.value);"
      default: text += TerminalText.shown(String(scalar)).replacingBackslash
      }
    }
    return text
  }
}

extension String {
  /// The replacement of a control character.
  fileprivate var replacingBackslash: String {
    utf8.first == UInt8(ascii: "\\") ? "&#92;" + dropFirst() : self
  }
}
