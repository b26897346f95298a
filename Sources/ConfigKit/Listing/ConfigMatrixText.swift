import TremaSupport

/// A writer of listings as text for a terminal: a table with one line per key and one column per
/// environment if it fits, or else a list with one line per value.
package struct ConfigMatrixText {
  /// The width of the terminal, in cells.
  private let width: Int
  /// The separator between columns.
  private static let gap = "  "
  /// The placeholder for a missing value.
  private static let absent = "-"
  /// The minimum width of a column for a value and its origin. If the columns would be narrower, a
  /// list is written instead.
  private static let minColumnWidth = 16

  /// Creates a writer.
  ///
  /// - Parameter width: The width of the terminal, in cells.
  package init(width: Int) { self.width = width }

  /// Returns the listing as UTF-8 text that ends with the list of sources.
  package func report(_ listing: ConfigMatrixListing) -> [UInt8] {
    let keys = listing.rows.map { TerminalText.escaped($0.path.description) }
    let keyWidth = (keys + ["key"]).map(TerminalText.width).max() ?? 0
    let count = listing.environments.count
    let columnWidth = count == 0 ? 0 : (width - keyWidth) / count - Self.gap.count
    var lines =
      columnWidth >= Self.minColumnWidth ? table(listing, keys, columnWidth) : list(listing, keys)
    var sources = TerminalTable()
    for (layer, name) in listing.sources {
      sources.append([layer, name].map(TerminalText.escaped))
    }
    lines += [""] + sources.lines
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Returns the lines of a table whose columns are at most `columnWidth` cells wide.
  private func table(
    _ listing: ConfigMatrixListing, _ keys: [String], _ columnWidth: Int
  ) -> [String] {
    var table = TerminalTable()
    table.append(
      ["key"] + listing.environments.map { Self.shortened(TerminalText.escaped($0), columnWidth) })
    for (key, row) in zip(keys, listing.rows) {
      table.append([key] + row.cells.map { Self.cell($0, columnWidth) })
    }
    return table.lines
  }

  /// Returns the lines of a list, with each value on its own line below the key.
  private func list(_ listing: ConfigMatrixListing, _ keys: [String]) -> [String] {
    let names = listing.environments.map(TerminalText.escaped)
    let nameWidth = names.map(TerminalText.width).max() ?? 0
    let columnWidth = max(Self.minColumnWidth, width - nameWidth - 2 * Self.gap.count)
    return zip(keys, listing.rows).flatMap { key, row in
      var table = TerminalTable()
      for (name, cell) in zip(names, row.cells) {
        table.append(["", name, Self.cell(cell, columnWidth)])
      }
      return [key] + table.lines
    }
  }

  /// Returns a value and its origin. The value is shortened if both do not fit.
  private static func cell(_ cell: ConfigMatrixListing.Cell?, _ width: Int) -> String {
    guard let cell else { return absent }
    let origin = TerminalText.escaped(cell.origin)
    let remaining = max(width - TerminalText.width(of: origin) - 1, minColumnWidth / 2)
    return shortened(TerminalText.escaped(cell.displayText), remaining) + " " + origin
  }

  /// Returns a string, shortened to a width in cells with a trailing ellipsis if necessary.
  private static func shortened(_ text: String, _ width: Int) -> String {
    if TerminalText.width(of: text) <= width { return text }
    var shortened = ""
    var used = 1
    for character in text {
      used += TerminalText.width(of: character)
      if used > width { break }
      shortened.append(character)
    }
    return shortened + "…"
  }
}
