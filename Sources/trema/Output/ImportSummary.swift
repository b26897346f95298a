import TremaEditing
import TremaProject
import TremaSupport

/// What came of an import, for people.
enum ImportSummary {
  static func line(_ report: Import.Report) -> String {
    let counts = report.counts
    var parts = [
      "\(counted(report.files, "file")): \(counted(counts.texts, "new text"))",
      counted(counts.values, "new value"),
    ]
    if counts.changed > 0 { parts.append("\(counts.changed) changed") }
    // In a new catalogue the known values are originals that files of other languages repeat.
    if !report.isNew { parts.append("\(counts.known) known") }
    parts.append(counted(counts.conflicts, "conflict"))
    if counts.refused > 0 { parts.append("\(counts.refused) refused") }
    return parts.joined(separator: ", ") + "\n"
  }

  /// A line for each kind of change that there was; empty when there was none.
  static func table(_ counts: CatalogImport.Counts) -> String {
    var found = ImportChange.allCases.compactMap { change in
      counts.changes[change].map { (change.title, [$0.applied, $0.conflicts, $0.refused]) }
    }
    let unread = counts.refused - found.reduce(0) { $0 + $1.1[2] }
    if unread > 0 { found.append(("unreadable value", [0, 0, unread])) }
    if found.isEmpty { return "" }
    let titles = ["applied", "conflicts", "refused"]
    let width = found.map(\.0.utf8.count).max() ?? 0
    func line(_ name: String, _ cells: [String]) -> String {
      zip(titles, cells).reduce(name + spaces(width - name.utf8.count)) { line, column in
        line + "  " + spaces(column.0.utf8.count - column.1.utf8.count) + column.1
      } + "\n"
    }
    return found.reduce(line("", titles)) { $0 + line($1.0, $1.1.map(String.init)) }
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }

  /// A line for each change that is made, where the report has them.
  static func changes(_ report: Import.Report) -> String {
    var text = ""
    for change in report.changes {
      text += "\(change.change.title): '\(shown(change.key))'"
      if let language = change.language { text += " in '\(shown(language))'" }
      switch (change.old, change.language) {
      case (_, nil): break
      case (nil, _): text += ": '\(shown(change.new))'"
      case (let old?, _) where change.change.group == .status || old == change.new: break
      case (let old?, _): text += ": '\(shown(old))' becomes '\(shown(change.new))'"
      }
      if let old = change.oldStatus, let new = change.newStatus, old != new {
        text += change.change.group == .status ? ": " : ", "
        text += "\(shown(old)) becomes \(shown(new))"
      }
      text += "\n"
    }
    return text
  }

  private static func shown(_ text: String) -> String { TerminalText.shown(text) }
}
