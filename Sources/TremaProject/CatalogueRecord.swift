import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// Keeps the texts of a conversion for a report that shows them. It holds them all in memory, so it
/// is there only when such a report is asked for.
public final class CatalogueRecord {
  private var catalogue = ReportedCatalogue(statuses: Status.names)
  private var table = LanguageTable()

  public init() {}

  /// For ``Conversion/onText``.
  public func append(_ text: Text, _ annotations: Annotations) {
    let values = text.values.map { value in
      ReportedCatalogue.Value(
        language: name(table.language(of: value.language).tag, value.language),
        status: value.status.name, text: value.source)
    }
    catalogue.append(
      ReportedCatalogue.Row(
        key: text.key, context: text.context?.text ?? "", values: values,
        isTranslatable: annotations.isTranslatable))
  }

  /// The catalogue, with the languages that its app is to speak, the master first.
  public func finished(_ report: Conversion.Report) -> ReportedCatalogue {
    let master = LanguageTag(report.masterLanguage)
    let others = report.languages.filter { $0 != master }.sorted()
    var finished = catalogue
    finished.languages =
      [name(master, report.masterLanguage)] + others.map(\.description)
    return finished
  }

  /// One spelling of a language, whatever the files say: `de_CH` and `de-CH` are one.
  private func name(_ tag: LanguageTag?, _ spelling: String) -> String {
    tag?.description ?? spelling
  }
}
