import TremaCatalog
import TremaMessages
import TremaSupport

/// A writer for tables that contain all languages of a catalog. The columns are `Key`, `Context`, a
/// column for each language with its tag as the title, and a status column for each language, such
/// as `Status (de)`. Status columns come last because people who write texts do not need them.
struct CatalogSheetWriter: CatalogWriter {
  static let supportedFeatures = SpreadsheetKind.supportedFeatures

  /// Returns the file's path, such as `TABLE.csv`.
  static func path(_ description: CatalogDescription, _ kind: SpreadsheetKind) -> String {
    "\(description.table).\(kind.rawValue)"
  }

  /// The languages, in column order.
  private let languages: [LanguageTag]
  /// The index of a language by its spelling in the catalog, or `nil` if the language is not
  /// written.
  private var indexes: [String: Int?] = [:]
  /// The file, with the rows written so far.
  private var file: SheetFile

  init(_ description: CatalogDescription, _ kind: SpreadsheetKind) {
    languages = description.languages
    file = SheetFile(
      kind,
      columns: [.key, .context] + languages.map { .language($0) } + languages.map { .status($0) },
      path: Self.path(description, kind))
  }

  mutating func begin(into output: inout [UInt8]) { file.begin(into: &output) }

  /// Adds a row. If multiple values have the same canonical tag, the first is written.
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

  /// Returns the index of a language. Parses each spelling only once.
  private mutating func index(of language: String) -> Int? {
    if let known = indexes[language] { return known }
    let index = LanguageTag(language).flatMap(languages.firstIndex)
    indexes[language] = .some(index)
    return index
  }

  mutating func end(into output: inout [UInt8]) { file.end(into: &output) }

  mutating func takeProblems() -> [Diagnostic] { file.takeProblems() }
}
