import TremaCatalog
import TremaSupport

/// A writer of statistics as a table for a terminal, with one line and bar per language.
package struct StatisticsText {
  /// The width of the terminal in columns.
  private let width: Int

  /// Creates a writer.
  ///
  /// - Parameter width: The width of the terminal in columns.
  package init(width: Int) { self.width = width }

  /// The headings of the columns. The bar column has none.
  private static let headings = [
    "language", "done", "verified", "translated", "initial", "other", "empty", "missing", "words",
    "characters", "plurals",
  ]

  /// Returns the table with a summary above and the legend of the bars below.
  package func report(_ statistics: CatalogStatistics) -> [UInt8] {
    let numbers = [TerminalTable.Alignment](repeating: .trailing, count: Self.headings.count - 1)
    var rows = [Self.headings]
    for language in statistics.languages { rows.append(row(language, statistics)) }
    let widths = Self.headings.indices.map { column in
      rows.map { TerminalText.width(of: $0[column]) }.max() ?? 0
    }
    let gap = 2
    // The bar fills the rest of the line, with 10 to 40 columns.
    let bar = min(40, max(10, width - widths.reduce(0) { $0 + $1 + gap }))
    var table = TerminalTable([.leading] + numbers)
    for (row, language) in zip(rows, [nil] + statistics.languages) {
      table.append(row + (language.map { [Self.bar($0, bar)] } ?? []))
    }
    var text = summary(statistics) + "\n\n" + table.lines.map { $0 + "\n" }.joined()
    text += "\n█ verified  ▓ translated  ▒ initial  ░ missing or empty\n"
    return Array(text.utf8)
  }

  /// Returns the text counts.
  private func summary(_ statistics: CatalogStatistics) -> String {
    var text = counted(statistics.texts, "text")
    if statistics.plurals > 0 { text += ", \(statistics.plurals) with plurals" }
    if statistics.untranslatable > 0 {
      text += ", \(statistics.untranslatable) not to be translated"
    }
    return "\(text), master language \(TerminalText.escaped(statistics.masterLanguage))"
  }

  /// Returns the cells of one language, except the bar.
  private func row(
    _ language: CatalogStatistics.Language, _ statistics: CatalogStatistics
  ) -> [String] {
    func values(_ status: String) -> Int { language.statuses[status]?.values ?? 0 }
    let present = language.present
    return [
      TerminalText.escaped(language.name), "\(language.percent) %", "\(values("verified"))",
      "\(values("translated"))", "\(values("initial"))",
      "\(values("special") + values("undefined"))", "\(language.empty)", "\(language.missing)",
      "\(present.size.wordCount)", "\(present.size.characterCount)",
      statistics.plurals == 0 ? "-" : "\(language.completePlurals)/\(language.plurals)",
    ]
  }

  /// Returns the bar of one language.
  ///
  /// Each part ends at the values' cumulative sum so that rounding errors do not accumulate and the
  /// parts fill the bar exactly.
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
