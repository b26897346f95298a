import TremaProject
import TremaSupport

/// The findings of an import in folders, for people: the files that it takes, those that it leaves out,
/// and the losses.
enum ImportOverview {
  /// - Returns: nothing where only files were named.
  static func text(_ report: Import.Report) -> String {
    guard report.hasFolders else { return "" }
    var text = ""
    if !report.tables.isEmpty {
      let rows = report.tables.map { table in
        [
          table.format.name, counted(table.texts, "text"), languages(table.languages),
          table.pattern,
        ]
      }
      text += "taken:\n" + lines(rows)
    }
    let omissions = ImportOmissions.Reason.allCases.compactMap { reason in
      report.omissions.groups[reason].map { "  \(reason.words): \(number($0)): \(examples($0))\n" }
    }
    if !omissions.isEmpty { text += "left out:\n" + omissions.joined() }
    if report.omissions.groups.values.contains(where: { $0.unlisted > 0 }) {
      text += "  (--verbose lists all of them)\n"
    }
    if !report.losses.isEmpty {
      let rows = report.losses.map { loss in
        [
          counted(loss.count, "text"), loss.words,
          loss.file + (loss.files > 1 ? " (\(counted(loss.files, "file")))" : ""),
          loss.key.isEmpty ? "" : "from '\(TerminalText.shown(loss.key))'",
        ]
      }
      text += "a catalogue cannot say:\n" + lines(rows)
    }
    if let guess = report.masterGuess {
      text += "master language: \(guess.language), \(guess.reason) (--master names another)\n"
    }
    return text
  }

  private static func languages(_ all: [String]) -> String {
    let most = 6
    let list = all.prefix(most).joined(separator: ", ")
    let rest = all.count > most ? ", … (\(all.count))" : ""
    return TerminalText.shown(list) + rest
  }

  private static func number(_ group: ImportOmissions.Group) -> String {
    let parts = [(group.files, "file"), (group.folders, "folder")].filter { $0.0 > 0 }
    return parts.map { counted($0.0, $0.1) }.joined(separator: " and ")
  }

  private static func examples(_ group: ImportOmissions.Group) -> String {
    let list = group.examples.map(TerminalText.shown).joined(separator: ", ")
    return group.unlisted > 0 ? "\(list), and \(group.unlisted) more" : list
  }

  private static func lines(_ rows: [[String]]) -> String {
    var table = TerminalTable()
    for row in rows { table.append(row) }
    return table.lines.map { "  \($0)\n" }.joined()
  }
}
