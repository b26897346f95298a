import TremaCatalog
import TremaMessages

/// The kinds of files that contain rows.
enum SpreadsheetKind: String, Sendable {
  case csv, tsv, xlsx

  /// The name of the worksheet with texts, as in trema-core.
  static let sheetName = "Text Resources"

  /// The features that the formats support. Keys, contexts and the values in all languages are
  /// written, which is everything in a text except for tags in its values.
  static let supportedFeatures: Features = [
    .status, .context, .parameters, .maximumLength, .ignoredChecks, .textTags, .textPlatforms,
    .translatable,
    .array, .tags,
    .reference, .variation,
  ]

  /// The writer of a text file, or `nil` for a workbook.
  ///
  /// Excel reads CSV files without a byte order mark in the system's code page. Tab-separated
  /// values are more often read by other programs, which usually expect no byte order mark, and
  /// line feeds instead of CR LF.
  var textWriter: CSVWriter? {
    var writer = CSVWriter()
    switch self {
    case .csv: writer.hasByteOrderMark = true
    case .tsv:
      writer.separator = .tab
      writer.lineEnd = .lf
    case .xlsx: return nil
    }
    return writer
  }
}

/// A column to write.
struct SheetColumn: Hashable, Sendable {
  var title: String
  /// The width, in characters.
  var width: Int

  static let key = SheetColumn(title: "Key", width: 30)
  static let status = SheetColumn(title: "Status", width: 20)
  static let context = SheetColumn(title: "Context", width: 40)
  static let limit = SheetColumn(title: "Limit", width: 20)

  /// Returns the column with the originals.
  static func master(_ language: LanguageTag) -> SheetColumn {
    SheetColumn(title: "Master (\(language))", width: 50)
  }

  /// Returns the column with the translations in the layout for one language.
  static func value(_ language: LanguageTag) -> SheetColumn {
    SheetColumn(title: "Value (\(language))", width: 50)
  }

  /// Returns the column with the texts of a language in the layout for all languages.
  static func language(_ language: LanguageTag) -> SheetColumn {
    SheetColumn(title: language.description, width: 50)
  }

  /// Returns the column with the statuses of a language in the layout for all languages.
  static func status(_ language: LanguageTag) -> SheetColumn {
    SheetColumn(title: "Status (\(language))", width: 20)
  }
}

extension Value {
  /// The content of a cell for the value: the text with unescaped line breaks and backslashes, and
  /// with plurals and selects as ICU messages.
  var cell: String { message.cell }
}

extension Message {
  /// The content of a cell for the message.
  var cell: String { spelled() ?? "" }
}

extension Status {
  /// The content of a cell for the status. The word for a value without a status is the same as in
  /// trema-core. An empty cell would mean that there is no value.
  var cell: String {
    guard let spelling, !spelling.isEmpty else { return "undefined" }
    return spelling
  }

  /// Parses the status in a cell, ignoring case.
  ///
  /// - Parameter cell: The content of a cell that is not blank.
  init(cell: String) {
    let word = cell.trimmed.lowercased()
    if word == "undefined" {
      self = .undefined(nil)
    } else if case .undefined = Status(word) {
      self = .undefined(cell)
    } else {
      self = Status(word)
    }
  }
}
