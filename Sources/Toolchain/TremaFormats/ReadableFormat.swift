import TremaCatalog
import TremaSupport

/// A format that texts are read from.
package enum ReadableFormat: String, CaseIterable, Hashable, Sendable {
  case trema, strings, stringsdict, xcstrings, android, json, properties, arb, po, xliff, csv, tsv,
    xlsx

  /// The format of a file by its name; nil when that is the name of none.
  package init?(fileName name: String) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    let format = Self.allCases.first { $0.endings.contains(ending) }
    guard let format else { return nil }
    self = format
  }

  /// What the names of its files end with.
  package var endings: [String] {
    switch self {
    case .trema: ["trm"]
    case .android: ["xml"]
    case .po: ["po", "pot"]
    case .xliff: ["xliff", "xlf"]
    case .strings, .stringsdict, .xcstrings, .json, .properties, .arb, .csv, .tsv, .xlsx:
      [rawValue]
    }
  }

  /// True for formats whose files say which languages they are in; the others need to be told.
  package var saysItsLanguage: Bool {
    switch self {
    case .trema, .xcstrings, .xliff, .csv, .tsv, .xlsx: true
    case .strings, .stringsdict, .android, .json, .properties, .arb, .po: false
    }
  }

  /// True for formats whose files may say it.
  package var maySayItsLanguage: Bool { saysItsLanguage || self == .po || self == .arb }

  /// True for tables of people, which hold whatever they like.
  package var isTable: Bool {
    switch self {
    case .csv, .tsv, .xlsx: true
    default: false
    }
  }

  /// True for formats that translators get and give back.
  package var isForTranslators: Bool { isTable || self == .xliff || self == .po }

  /// - Throws: at the first thing that keeps the rest from being read; the place is in the file.
  package func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    switch self {
    case .trema: try TremaReading.read(bytes, options)
    case .strings: try StringsReader.read(bytes, options)
    case .stringsdict: try StringsdictReader.read(bytes, options)
    case .xcstrings: try XCStringsReader.read(bytes, options)
    case .android: try AndroidReader.read(bytes, options)
    case .json: try JSONTextsReader.read(bytes, options)
    case .properties: try PropertiesReader.read(bytes, options)
    case .arb: try ARBReader.read(bytes, options)
    case .po: try POReader.read(bytes, options)
    case .xliff: try XLIFFReader.read(bytes, options)
    case .csv: try SpreadsheetReader.read(bytes, .csv, options)
    case .tsv: try SpreadsheetReader.read(bytes, .tsv, options)
    case .xlsx: try SpreadsheetReader.read(bytes, .xlsx, options)
    }
  }
}
