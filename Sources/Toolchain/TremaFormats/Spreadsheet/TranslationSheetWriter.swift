import TremaCatalog
import TremaMessages
import TremaSupport

/// The translations of one language as a table, with their originals beside them:
/// `Key`, `Status`, `Master (de)`, `Value (fr)`, `Context`; for translators `Limit` as well.
///
/// Source: the CSV and XLS exporters of trema-core.
struct TranslationSheetWriter: LanguageWriter {
  static let supportedFeatures = SpreadsheetKind.supportedFeatures

  static func paths(_ file: FileDescription, _ kind: SpreadsheetKind) -> [String] {
    ["\(file.table)_\(file.folderName ?? file.language.description).\(kind.rawValue)"]
  }

  private let hasMaster: Bool
  private let hasLimit: Bool
  /// Whether cells are kept from being taken for formulas; those of a workbook are texts.
  private let isGuarded: Bool
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

  mutating func pass(_ key: String, _ outline: TextOutline, into output: inout [UInt8]) {
    append(.missing(key, outline), into: &output)
  }

  mutating func end(into output: inout [UInt8]) { file.end(into: &output) }

  mutating func takeProblems() -> [Diagnostic] { file.takeProblems() }
}
