import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// Keeps the texts of a conversion for a report that shows them. It holds them all in memory, so it
/// is there only when such a report is asked for.
package final class CatalogRecord {
  private var catalogue = ReportedCatalogue(statuses: Status.names)
  private var table = LanguageTable()

  package init() {}

  /// For ``Conversion/onText``.
  package func append(_ text: Text, _ annotations: Annotations, _ findings: [Diagnostic]) {
    let values = text.values.map { value in
      ReportedCatalogue.Value(
        language: name(table.language(of: value.language).tag, value.language),
        status: value.status.name, text: value.source, spelling: value.language)
    }
    if !findings.isEmpty {
      // A text may be in a thousand languages, with a finding in each.
      let indices = Dictionary(text.values.indices.map { (text.values[$0].language, $0) }) { $1 }
      for finding in findings { note(finding, in: text, indices) }
    }
    catalogue.append(
      ReportedCatalogue.Row(
        key: text.key, context: text.context?.text ?? "", values: values,
        isTranslatable: annotations.isTranslatable))
  }

  /// The longest value in which places are looked for: each is looked for from its beginning.
  private static let longest = 1 << 16

  /// Keeps where in its value a finding is.
  ///
  /// - Parameter indices: those of values by their languages, the last where there are several.
  private func note(_ finding: Diagnostic, in text: Text, _ indices: [String: Int]) {
    guard let location = finding.location, let start = location.start else { return }
    let row = catalogue.rows.count
    guard let index = finding.language.flatMap({ indices[$0] }),
      text.values[index].file ?? text.file == location.file
    else {
      catalogue.places[location] = ReportedCatalogue.Place(row: row)
      return
    }
    let value = text.values[index]
    var place = ReportedCatalogue.Place(row: row, value: index)
    if value.source.utf8.count <= Self.longest, let first = value.sourceOffset(of: start) {
      let last = location.end.flatMap { value.sourceOffset(of: $0) }
      place.range = first..<max(first, last ?? first)
    }
    catalogue.places[location] = place
  }

  /// The catalogue, with the languages that its app is to speak, the master first.
  package func finished(_ report: Conversion.Report) -> ReportedCatalogue {
    let master = LanguageTag(report.masterLanguage)
    let others = report.languages.filter { $0 != master }.sorted()
    var finished = catalogue
    finished.languages =
      [name(master, report.masterLanguage)] + others.map(\.description)
    return finished
  }

  /// One spelling of a language for all files: `de_CH` and `de-CH` are one.
  private func name(_ tag: LanguageTag?, _ spelling: String) -> String {
    tag?.description ?? spelling
  }
}
