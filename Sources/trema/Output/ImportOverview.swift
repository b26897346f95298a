import TremaProject
import TremaSupport

/// The overview of an import from folders, as text: the imported files, the omitted files, and the
/// lost features.
enum ImportOverview {
  /// Returns the overview, or an empty string if only files were specified.
  static func text(_ report: Import.Report) -> String {
    guard report.hasFolders else { return "" }
    var text = ""
    if !report.tables.isEmpty {
      let rows = report.tables.map { table in
        [
          table.format.name, counted(table.textCount, "text"), languages(table.languages),
          table.pattern,
        ]
      }
      text += "imported:\n" + lines(rows)
    }
    let omissions = ImportOmissions.Reason.allCases.compactMap { reason in
      report.omissions.groups[reason].map {
        "  \(reason.heading): \(number($0)): \(examples($0))\n"
      }
    }
    if !omissions.isEmpty { text += "skipped:\n" + omissions.joined() }
    if report.omissions.groups.values.contains(where: { $0.unlistedCount > 0 }) {
      text += "  (list all with --verbose)\n"
    }
    if !report.losses.isEmpty {
      let rows = report.losses.map { loss in
        [
          counted(loss.count, "text"), loss.description,
          loss.file + (loss.fileCount > 1 ? " (\(counted(loss.fileCount, "file")))" : ""),
          loss.key.isEmpty ? "" : "from '\(TerminalText.escaped(loss.key))'",
        ]
      }
      text += "a catalogue cannot represent:\n" + lines(rows)
    }
    if let guess = report.masterGuess {
      text +=
        "master language: \(guess.language), \(guess.reason) (specify another with --master)\n"
    }
    return text
  }

  /// Returns the first six languages and their total number.
  private static func languages(_ all: [String]) -> String {
    let limit = 6
    let list = all.prefix(limit).joined(separator: ", ")
    let rest = all.count > limit ? ", … (\(all.count))" : ""
    return TerminalText.escaped(list) + rest
  }

  /// Returns the file and folder counts for a group.
  private static func number(_ group: ImportOmissions.Group) -> String {
    let parts = [(group.fileCount, "file"), (group.folderCount, "folder")].filter { $0.0 > 0 }
    return parts.map { counted($0.0, $0.1) }.joined(separator: " and ")
  }

  /// Returns a group's examples and how many others there are.
  private static func examples(_ group: ImportOmissions.Group) -> String {
    let list = group.examples.map(TerminalText.escaped).joined(separator: ", ")
    return group.unlistedCount > 0 ? "\(list), and \(group.unlistedCount) more" : list
  }

  /// Returns indented lines of a table with aligned columns.
  private static func lines(_ rows: [[String]]) -> String {
    var table = TerminalTable()
    for row in rows { table.append(row) }
    return table.lines.map { "  \($0)\n" }.joined()
  }
}
