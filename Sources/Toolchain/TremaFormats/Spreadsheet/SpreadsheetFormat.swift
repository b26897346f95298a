import TremaSupport

extension TextFormat {
  static let csv = TextFormat(.csv)
  static let tsv = TextFormat(.tsv)
  static let xlsx = TextFormat(.xlsx)

  /// Creates the format for a kind of file, in both layouts.
  private init(_ kind: SpreadsheetKind) {
    self.init(
      kind.rawValue, ReadableFormat(kind), .either(CatalogFormat(kind), ResourceFormat(kind)),
      fields: .languages.union([.layout]))
  }
}

extension ReadableFormat {
  package static let csv = ReadableFormat(SpreadsheetKind.csv)
  package static let tsv = ReadableFormat(SpreadsheetKind.tsv)
  package static let xlsx = ReadableFormat(SpreadsheetKind.xlsx)

  /// Creates the reader for a kind of file.
  fileprivate init(_ kind: SpreadsheetKind) {
    self.init(
      kind.rawValue, namesLanguages: .always, isTable: true
    ) { (bytes, options) throws(Diagnostic) in
      try SpreadsheetReader.read(bytes, kind, options)
    }
  }
}

extension ResourceFormat {
  package static let csv = ResourceFormat(SpreadsheetKind.csv)
  package static let tsv = ResourceFormat(SpreadsheetKind.tsv)
  package static let xlsx = ResourceFormat(SpreadsheetKind.xlsx)

  /// Creates the format with one file per language, which contains the originals next to the
  /// translations.
  fileprivate init(_ kind: SpreadsheetKind) {
    self.init(
      kind.rawValue, isBilingual: true, paths: { TranslationSheetWriter.paths($0, kind) },
      features: { _ in TranslationSheetWriter.supportedFeatures },
      writer: { TranslationSheetWriter($0, kind) })
  }
}

extension CatalogFormat {
  package static let csv = CatalogFormat(SpreadsheetKind.csv)
  package static let tsv = CatalogFormat(SpreadsheetKind.tsv)
  package static let xlsx = CatalogFormat(SpreadsheetKind.xlsx)

  /// Creates the format with a single file that has a column for each language.
  fileprivate init(_ kind: SpreadsheetKind) {
    self.init(
      kind.rawValue, features: CatalogSheetWriter.supportedFeatures,
      path: { CatalogSheetWriter.path($0, kind) }, writer: { CatalogSheetWriter($0, kind) })
  }
}
