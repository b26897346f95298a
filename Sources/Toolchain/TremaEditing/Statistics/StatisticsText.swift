import TremaCatalog
import TremaSupport

/// Statistics for people at a terminal: a line and a bar for each language.
package struct StatisticsText {
  private let width: Int

  /// - Parameter width: columns of the terminal.
  package init(width: Int) { self.width = width }

  private static let headings = [
    "language", "done", "verified", "translated", "initial", "other", "empty", "missing", "words",
    "characters", "plurals",
  ]

  package func report(_ statistics: CatalogStatistics) -> [UInt8] {
    let languages = statistics.languages
    var rows = [Self.headings]
    for language in languages { rows.append(row(language, statistics)) }
    let widths = Self.headings.indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    let gap = 2
    let taken = widths.reduce(0) { $0 + $1 + gap }
    let bar = min(40, max(10, width - taken))
    var text = summary(statistics) + "\n\n"
    for (index, row) in rows.enumerated() {
      var line = Self.padded(row[0], widths[0], isNumber: false)
      for column in 1..<row.count {
        line += String(repeating: " ", count: gap)
        line += Self.padded(row[column], widths[column], isNumber: true)
      }
      if index > 0 { line += "  " + Self.bar(languages[index - 1], bar) }
      text += line + "\n"
    }
    text += "\n█ verified  ▓ translated  ▒ initial  ░ missing or empty\n"
    return Array(text.utf8)
  }

  private func summary(_ statistics: CatalogStatistics) -> String {
    var text = counted(statistics.texts, "text")
    if statistics.plurals > 0 { text += ", \(statistics.plurals) with plurals" }
    if statistics.untranslatable > 0 {
      text += ", \(statistics.untranslatable) not to be translated"
    }
    return "\(text), master language \(TerminalText.shown(statistics.masterLanguage))"
  }

  private func row(
    _ language: CatalogStatistics.Language, _ statistics: CatalogStatistics
  ) -> [String] {
    func values(_ status: String) -> Int { language.statuses[status]?.values ?? 0 }
    let present = language.present
    return [
      TerminalText.shown(language.name), "\(language.percent) %", "\(values("verified"))",
      "\(values("translated"))", "\(values("initial"))",
      "\(values("special") + values("undefined"))", "\(language.empty)", "\(language.missing)",
      "\(present.size.words)", "\(present.size.characters)",
      statistics.plurals == 0 ? "-" : "\(language.completePlurals)/\(statistics.plurals)",
    ]
  }

  private static func padded(_ text: String, _ width: Int, isNumber: Bool) -> String {
    let padding = String(repeating: " ", count: max(0, width - text.count))
    return isNumber ? padding + text : text + padding
  }

  /// Each portion ends where its share of the width does, so that all of them fill it exactly.
  private static func bar(_ language: CatalogStatistics.Language, _ width: Int) -> String {
    let verified = language.statuses["verified"]?.values ?? 0
    var bar = ""
    var (sum, drawn) = (0, 0)
    for (mark, count) in [
      ("█", verified), ("▓", language.translated - verified),
      ("▒", language.statuses["initial"]?.values ?? 0), ("░", language.missing + language.empty),
    ] {
      sum += count
      let end = language.texts == 0 ? 0 : sum * width / language.texts
      bar += String(repeating: mark, count: max(0, end - drawn))
      drawn = max(drawn, end)
    }
    return bar
  }
}
