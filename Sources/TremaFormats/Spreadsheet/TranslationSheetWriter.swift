import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// The translations of one language as a table, with their originals beside them:
/// `Key`, `Status`, `Master (de)`, `Value (fr)`, `Context`.
///
/// Source: the CSV and XLS exporters of trema-core.
struct TranslationSheetWriter: LanguageWriter {
  static let carries = SpreadsheetKind.carries

  static func paths(_ file: FileDescription, _ kind: SpreadsheetKind) -> [String] {
    ["\(file.table)_\(file.folderName ?? file.language.description).\(kind.rawValue)"]
  }

  private let hasMaster: Bool
  private var file: SheetFile

  init(_ description: FileDescription, _ kind: SpreadsheetKind) {
    hasMaster = description.language != description.masterLanguage
    let master = hasMaster ? [SheetColumn.master(description.masterLanguage)] : []
    file = SheetFile(
      kind, columns: [.key, .status] + master + [.value(description.language), .context],
      path: Self.paths(description, kind).joined())
  }

  mutating func begin(into output: inout [UInt8]) { file.begin(into: &output) }

  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    let master = hasMaster ? [entry.outline.master?.cell ?? ""] : []
    file.append(
      [entry.key, entry.status.cell] + master + [entry.message.cell, entry.annotations.text],
      into: &output)
  }

  mutating func pass(_ key: String, _ outline: TextOutline, into output: inout [UInt8]) {
    append(.missing(key, outline), into: &output)
  }

  mutating func end(into output: inout [UInt8]) { file.end(into: &output) }

  mutating func takeProblems() -> [Diagnostic] { file.takeProblems() }
}
