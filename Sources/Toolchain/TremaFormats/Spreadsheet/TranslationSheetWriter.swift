import TremaCatalog
import TremaMessages
import TremaSupport

/// A writer for tables that contain the translations of one language next to their originals. The
/// columns are `Key`, `Status`, `Master (de)`, `Value (fr)` and `Context`, and `Limit` for
/// translators.
///
/// Follows trema-core's CSV and XLS exporters.
struct TranslationSheetWriter: LanguageWriter {
  static let supportedFeatures = SpreadsheetKind.supportedFeatures

  /// Returns the file's path, such as `TABLE_fr.csv`.
  static func paths(_ file: FileDescription, _ kind: SpreadsheetKind) -> [String] {
    ["\(file.table)_\(file.folderName ?? file.language.description).\(kind.rawValue)"]
  }

  /// Whether there is a column with the originals.
  private let hasMaster: Bool
  /// Whether there is a column with the maximum length.
  private let hasLimit: Bool
  /// Whether cells have the apostrophe that ``FormulaGuard`` adds. In a workbook, cells are marked
  /// as text instead.
  private let isGuarded: Bool
  /// The file, with the rows written so far.
  private var file: SheetFile

  init(_ description: FileDescription, _ kind: SpreadsheetKind) {
    hasMaster = description.language != description.masterLanguage
    hasLimit = description.isForTranslators
    isGuarded = description.isForTranslators && kind != .xlsx
    let master = hasMaster ? [SheetColumn.master(description.masterLanguage)] : []
    var value = SheetColumn.value(description.language)
    if isGuarded { value.title += " \(FormulaGuard.remark)" }
    file = SheetFile(
      kind,
      columns: [.key, .status] + master + [value, .context] + (hasLimit ? [.limit] : []),
      path: Self.paths(description, kind).joined())
  }

  mutating func begin(into output: inout [UInt8]) { file.begin(into: &output) }

  /// Adds a row. If there is a column for the maximum length, the context does not repeat it.
  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    let master = hasMaster ? [entry.outline.master.map { Value($0).cell } ?? ""] : []
    var annotations = entry.annotations
    var limit: [String] = []
    if hasLimit {
      limit = [annotations.maximumLength.map(String.init) ?? ""]
      annotations.maximumLength = nil
    }
    var cells = [entry.key, entry.status.cell] + master + [entry.message.cell, annotations.text]
    if isGuarded { cells = cells.map(FormulaGuard.guarded) }
    file.append(cells + limit, into: &output)
  }

  mutating func appendMissing(_ key: String, _ outline: TextOutline, into output: inout [UInt8]) {
    append(.missing(key, outline), into: &output)
  }

  mutating func end(into output: inout [UInt8]) { file.end(into: &output) }

  mutating func takeProblems() -> [Diagnostic] { file.takeProblems() }
}
