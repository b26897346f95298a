import TremaSupport

/// A writer of listings as a Markdown table.
package struct ConfigMatrixMarkdown {
  /// Creates a writer.
  package init() {}

  /// Returns the listing as UTF-8 Markdown.
  package func report(_ listing: ConfigMatrixListing) -> [UInt8] {
    var text = Self.line(["key"] + listing.environments.map(Self.escaped))
    text += Self.line(Array(repeating: "---", count: listing.environments.count + 1))
    for row in listing.rows {
      let cells = row.cells.map { cell in
        cell.map { "\(Self.code($0.displayText)) \(Self.escaped($0.origin))" } ?? "-"
      }
      text += Self.line([Self.code(row.path.description)] + cells)
    }
    return Array(text.utf8)
  }

  /// Returns a table row.
  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  /// Returns a string as HTML code. Backticks would not allow all characters in a table.
  private static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  /// Returns a string with characters that are special in HTML or Markdown escaped as character
  /// references.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in TerminalText.escaped(text).unicodeScalars {
      switch scalar {
      case "&", "<", ">", "|", "`", "*", "_", "\\", "[", "]", "~", "$", "@", "#":
        escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
