import TremaCatalog
import TremaMessages

/// The formats that have one file a language.
package enum ResourceFormat: String, CaseIterable, Hashable, Sendable {
  case strings, stringsdict, android, json, properties, arb, compiled, po, xliff
  /// A translation beside its original; see ``CatalogueFormat`` for all languages in one table.
  case csv, tsv, xlsx

  /// The paths of the file below the output folder, with `/`; more than one when the same bytes are
  /// needed twice.
  package func paths(_ file: FileDescription) -> [String] {
    switch self {
    case .strings: StringsWriter.paths(file)
    case .stringsdict: StringsdictWriter.paths(file)
    case .android: AndroidWriter.paths(file)
    case .json: JSONTextsWriter.paths(file)
    case .properties: PropertiesWriter.paths(file)
    case .arb: ARBWriter.paths(file)
    case .compiled: CompiledWriter.paths(file)
    case .po: POWriter.paths(file)
    case .xliff: XLIFFWriter.paths(file)
    case .csv: TranslationSheetWriter.paths(file, .csv)
    case .tsv: TranslationSheetWriter.paths(file, .tsv)
    case .xlsx: TranslationSheetWriter.paths(file, .xlsx)
    }
  }

  /// Whether its writer is told of texts without a value: ``LanguageWriter/pass(_:_:into:)``.
  package var hearsOfMissing: Bool { self == .android || isBilingual }

  /// A file holds a translation beside its original, so that it is made for translators.
  package var isBilingual: Bool {
    switch self {
    case .po, .xliff, .csv, .tsv, .xlsx: true
    case .strings, .stringsdict, .android, .json, .properties, .arb, .compiled: false
    }
  }

  /// What the format has a place for; see ``LanguageWriter/carries``.
  ///
  /// - Parameter jsonStyle: how texts stand in JSON, where that is the format.
  package func carries(_ jsonStyle: JSONStyle = .flat) -> Features {
    switch self {
    case .strings: StringsWriter.carries
    case .stringsdict: StringsdictWriter.carries
    case .android: AndroidWriter.carries
    case .json: jsonStyle.carries
    case .properties: PropertiesWriter.carries
    case .arb: ARBWriter.carries
    case .compiled: CompiledWriter.carries
    case .po: POWriter.carries
    case .xliff: XLIFFWriter.carries
    case .csv, .tsv, .xlsx: TranslationSheetWriter.carries
    }
  }

  package func writer(_ file: FileDescription) -> any LanguageWriter {
    switch self {
    case .strings: StringsWriter(file)
    case .stringsdict: StringsdictWriter(file)
    case .android: AndroidWriter(file)
    case .json: file.jsonStyle.writer(file)
    case .properties: PropertiesWriter(file)
    case .arb: ARBWriter(file)
    case .compiled: CompiledWriter(file)
    case .po: POWriter(file)
    case .xliff: XLIFFWriter(file)
    case .csv: TranslationSheetWriter(file, .csv)
    case .tsv: TranslationSheetWriter(file, .tsv)
    case .xlsx: TranslationSheetWriter(file, .xlsx)
    }
  }
}
