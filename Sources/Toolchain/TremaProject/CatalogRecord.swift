import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// Collects the texts of a conversion for a report that shows them. Because it holds all texts in
/// memory, it is used only for such reports.
package final class CatalogRecord {
  /// The collected texts.
  private var catalog = ReportedCatalog(statuses: Status.names)
  /// The languages by spelling.
  private var table = LanguageTable()

  package init() {}

  /// Removes all texts; the handler for ``Conversion/onRestart``.
  package func removeAll() {
    (catalog, table) = (ReportedCatalog(statuses: Status.names), LanguageTable())
  }

  /// Adds a text and its findings; the handler for ``Conversion/onText``.
  package func append(_ text: Text, _ annotations: Annotations, _ findings: [Diagnostic]) {
    let values = text.values.map { value in
      ReportedCatalog.Value(
        language: name(table.language(of: value.language).tag, value.language),
        status: value.status.name, text: value.source, spelling: value.language)
    }
    if !findings.isEmpty {
      // The index avoids a search for each finding, because a text may have a thousand languages
      // with a finding in each.
      let indices = Dictionary(text.values.indices.map { (text.values[$0].language, $0) }) { $1 }
      for finding in findings { note(finding, in: text, indices) }
    }
    catalog.append(
      ReportedCatalog.Row(
        key: text.key, context: text.context?.text ?? "", values: values,
        isTranslatable: annotations.isTranslatable))
  }

  /// The maximum length in bytes of a value to search for positions. Each search begins at the
  /// start of the value.
  private static let maxSearchedLength = 1 << 16

  /// Stores the position of a finding in its value.
  ///
  /// - Parameters:
  ///   - finding: The finding, which may have no position.
  ///   - text: The text that the finding is about.
  ///   - indices: The index of each language's value, or of its last value if there are several.
  private func note(_ finding: Diagnostic, in text: Text, _ indices: [String: Int]) {
    guard let location = finding.location, let start = location.start else { return }
    let row = catalog.rows.count
    guard let index = finding.language.flatMap({ indices[$0] }),
      text.values[index].file ?? text.file == location.file
    else {
      catalog.positions[location] = ReportedCatalog.Position(row: row)
      return
    }
    let value = text.values[index]
    var position = ReportedCatalog.Position(row: row, value: index)
    if value.source.utf8.count <= Self.maxSearchedLength, let first = value.sourceOffset(of: start)
    {
      let last = location.end.flatMap { value.sourceOffset(of: $0) }
      position.range = first..<max(first, last ?? first)
    }
    catalog.positions[location] = position
  }

  /// Returns the catalogue with the languages of the app, beginning with the master language.
  package func finished(_ report: Conversion.Report) -> ReportedCatalog {
    let master = LanguageTag(report.masterLanguage)
    let others = report.languages.filter { $0 != master }.sorted()
    var finished = catalog
    finished.languages =
      [name(master, report.masterLanguage)] + others.map(\.description)
    return finished
  }

  /// Returns the canonical tag of a language, so that all files use the same spelling: `de_CH`
  /// becomes `de-CH`. An invalid tag is returned unchanged.
  private func name(_ tag: LanguageTag?, _ spelling: String) -> String {
    tag?.description ?? spelling
  }
}
