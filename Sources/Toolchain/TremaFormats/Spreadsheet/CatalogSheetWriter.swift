import TremaCatalog
import TremaMessages
import TremaSupport

/// All languages of a catalogue as a table: `Key`, `Context`, a column for each language headed by
/// its tag, and behind them, out of the way of people who write texts, `Status (de)` for each.
struct CatalogSheetWriter: CatalogWriter {
  static let supportedFeatures = SpreadsheetKind.supportedFeatures

  static func path(_ description: CatalogDescription, _ kind: SpreadsheetKind) -> String {
    "\(description.table).\(kind.rawValue)"
  }

  private let languages: [LanguageTag]
  /// The index of a language by the spelling of a catalogue; nil for those that are not written.
  private var indexes: [String: Int?] = [:]
  private var file: SheetFile

  init(_ description: CatalogDescription, _ kind: SpreadsheetKind) {
    languages = description.languages
    file = SheetFile(
      kind,
      columns: [.key, .context] + languages.map { .language($0) } + languages.map { .status($0) },
      path: Self.path(description, kind))
  }

  mutating func begin(into output: inout [UInt8]) { file.begin(into: &output) }

  mutating func append(_ text: Text, _ outline: TextOutline, into output: inout [UInt8]) {
    var texts = languages.map { _ in "" }
    var statuses = texts
    for value in text.values {
      guard let index = index(of: value.language), statuses[index].isEmpty else { continue }
      texts[index] = value.cell
      statuses[index] = value.status.cell
    }
    file.append([text.key, outline.annotations.text] + texts + statuses, into: &output)
  }

  private mutating func index(of language: String) -> Int? {
    if let known = indexes[language] { return known }
    let index = LanguageTag(language).flatMap(languages.firstIndex)
    indexes[language] = .some(index)
    return index
  }

  mutating func end(into output: inout [UInt8]) { file.end(into: &output) }

  mutating func takeProblems() -> [Diagnostic] { file.takeProblems() }
}
