import TremaSupport

/// A matrix for people at a terminal: a line a key and a column an environment while that fits, else
/// a line for each value.
package struct ConfigMatrixText {
  private let width: Int
  private static let gap = "  "
  private static let absent = "-"
  /// The least room for a value with its origin that is worth a table.
  private static let narrowest = 16

  /// - Parameter width: columns of the terminal.
  package init(width: Int) { self.width = width }

  package func report(_ listing: ConfigMatrixListing) -> [UInt8] {
    let keys = listing.rows.map { TerminalText.shown($0.path.description) }
    let keyWidth = (keys + ["key"]).map(TerminalText.width).max() ?? 0
    let count = listing.environments.count
    let room = count == 0 ? 0 : (width - keyWidth) / count - Self.gap.count
    var lines = room >= Self.narrowest ? table(listing, keys, room) : list(listing, keys)
    var sources = TerminalTable()
    for (layer, name) in listing.sources {
      sources.append([layer, name].map(TerminalText.shown))
    }
    lines += [""] + sources.lines
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  private func table(
    _ listing: ConfigMatrixListing, _ keys: [String], _ room: Int
  ) -> [String] {
    var table = TerminalTable()
    table.append(
      ["key"] + listing.environments.map { Self.shortened(TerminalText.shown($0), room) })
    for (key, row) in zip(keys, listing.rows) {
      table.append([key] + row.cells.map { Self.cell($0, room) })
    }
    return table.lines
  }

  private func list(_ listing: ConfigMatrixListing, _ keys: [String]) -> [String] {
    let names = listing.environments.map(TerminalText.shown)
    let nameWidth = names.map(TerminalText.width).max() ?? 0
    let room = max(Self.narrowest, width - nameWidth - 2 * Self.gap.count)
    return zip(keys, listing.rows).flatMap { key, row in
      var table = TerminalTable()
      for (name, cell) in zip(names, row.cells) {
        table.append(["", name, Self.cell(cell, room)])
      }
      return [key] + table.lines
    }
  }

  /// A value and its origin, of which the value is cut where both have no room.
  private static func cell(_ cell: ConfigMatrixListing.Cell?, _ room: Int) -> String {
    guard let cell else { return absent }
    let origin = TerminalText.shown(cell.origin)
    let rest = max(room - TerminalText.width(of: origin) - 1, narrowest / 2)
    return shortened(TerminalText.shown(cell.shown), rest) + " " + origin
  }

  private static func shortened(_ text: String, _ room: Int) -> String {
    if TerminalText.width(of: text) <= room { return text }
    var shortened = ""
    var used = 1
    for character in text {
      used += TerminalText.width(of: character)
      if used > room { break }
      shortened.append(character)
    }
    return shortened + "…"
  }
}
