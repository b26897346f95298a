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
    let keyWidth = (keys + ["key"]).map(Self.width).max() ?? 0
    let count = listing.environments.count
    let room = count == 0 ? 0 : (width - keyWidth) / count - Self.gap.count
    var text =
      room >= Self.narrowest ? table(listing, keys, keyWidth, room) : list(listing, keys)
    let layers = listing.sources.map { ($0.layer, TerminalText.shown($0.name)) }
    let layerWidth = layers.map { Self.width($0.0) }.max() ?? 0
    text += "\n"
    for (layer, name) in layers {
      text += "\(Self.padded(TerminalText.shown(layer), layerWidth))\(Self.gap)\(name)\n"
    }
    return Array(text.utf8)
  }

  private func table(
    _ listing: ConfigMatrixListing, _ keys: [String], _ keyWidth: Int, _ room: Int
  ) -> String {
    var lines = [listing.environments.map { Self.shortened(TerminalText.shown($0), room) }]
    for row in listing.rows { lines.append(row.cells.map { Self.cell($0, room) }) }
    let widths = listing.environments.indices.map { column in
      lines.map { Self.width($0[column]) }.max() ?? 0
    }
    return zip(["key"] + keys, lines).map { key, cells in
      let line = [Self.padded(key, keyWidth)] + zip(cells, widths).map(Self.padded)
      return Self.trimmed(line.joined(separator: Self.gap)) + "\n"
    }.joined()
  }

  private func list(_ listing: ConfigMatrixListing, _ keys: [String]) -> String {
    let names = listing.environments.map(TerminalText.shown)
    let nameWidth = names.map(Self.width).max() ?? 0
    let room = max(Self.narrowest, width - nameWidth - 2 * Self.gap.count)
    var text = ""
    for (key, row) in zip(keys, listing.rows) {
      text += key + "\n"
      for (name, cell) in zip(names, row.cells) {
        text += "\(Self.gap)\(Self.padded(name, nameWidth))\(Self.gap)\(Self.cell(cell, room))\n"
      }
    }
    return text
  }

  /// A value and its origin, of which the value is cut where both have no room.
  private static func cell(_ cell: ConfigMatrixListing.Cell?, _ room: Int) -> String {
    guard let cell else { return absent }
    let origin = TerminalText.shown(cell.origin)
    let rest = max(room - width(origin) - 1, narrowest / 2)
    return shortened(TerminalText.shown(cell.shown), rest) + " " + origin
  }

  private static func shortened(_ text: String, _ room: Int) -> String {
    if width(text) <= room { return text }
    var shortened = ""
    var used = 1
    for character in text {
      used += TerminalText.width(of: character)
      if used > room { break }
      shortened.append(character)
    }
    return shortened + "…"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - Self.width(text)))
  }

  private static func trimmed(_ line: String) -> String {
    let end = line.utf8.lastIndex { $0 != UInt8(ascii: " ") }
    return end.map { String(line[...$0]) } ?? ""
  }

  private static func width(_ text: String) -> Int {
    text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
      ? text.utf8.count : text.reduce(0) { $0 + TerminalText.width(of: $1) }
  }
}
