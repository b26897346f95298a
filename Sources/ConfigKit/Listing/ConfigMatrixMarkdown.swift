import TremaSupport

/// A matrix as a table for a page in Markdown.
package struct ConfigMatrixMarkdown {
  package init() {}

  package func report(_ listing: ConfigMatrixListing) -> [UInt8] {
    var text = Self.line(["key"] + listing.environments.map(Self.escaped))
    text += Self.line(Array(repeating: "---", count: listing.environments.count + 1))
    for row in listing.rows {
      let cells = row.cells.map { cell in
        cell.map { "\(Self.code($0.shown)) \(Self.escaped($0.origin))" } ?? "-"
      }
      text += Self.line([Self.code(row.path.description)] + cells)
    }
    return Array(text.utf8)
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  private static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  /// Returns the text as HTML, which Markdown takes as it is, with Markdown's own characters escaped too.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in TerminalText.shown(text).unicodeScalars {
      switch scalar {
      case "&", "<", ">", "|", "`", "*", "_", "\\", "[", "]", "~", "$", "@", "#":
        escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
