import TremaCatalog

/// The formats that have one file with all languages.
package enum CatalogueFormat: String, CaseIterable, Hashable, Sendable {
  case xcstrings, csv, tsv, xlsx

  /// The path of the file below the output folder, with `/`.
  package func path(_ description: CatalogueDescription) -> String {
    switch self {
    case .xcstrings: XCStringsWriter.path(description)
    case .csv: CatalogueSheetWriter.path(description, .csv)
    case .tsv: CatalogueSheetWriter.path(description, .tsv)
    case .xlsx: CatalogueSheetWriter.path(description, .xlsx)
    }
  }

  /// What the format has a place for; see ``CatalogueWriter/carries``.
  package var carries: Features {
    switch self {
    case .xcstrings: XCStringsWriter.carries
    case .csv, .tsv, .xlsx: CatalogueSheetWriter.carries
    }
  }

  package func writer(_ description: CatalogueDescription) -> any CatalogueWriter {
    switch self {
    case .xcstrings: XCStringsWriter(description)
    case .csv: CatalogueSheetWriter(description, .csv)
    case .tsv: CatalogueSheetWriter(description, .tsv)
    case .xlsx: CatalogueSheetWriter(description, .xlsx)
    }
  }
}
