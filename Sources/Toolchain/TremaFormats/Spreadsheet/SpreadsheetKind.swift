import TremaCatalog
import TremaMessages

/// The kinds of files that contain rows of cells.
enum SpreadsheetKind: String, Sendable {
  case csv, tsv, xlsx

  /// The name of the worksheet with texts, which is trema-core's.
  static let sheetName = "Text Resources"

  /// The features that the formats support. The key, the context and the values of all languages
  /// are written, which is everything that is known of a text except the tags inside of values.
  static let supportedFeatures: Features = [
    .status, .context, .parameters, .maximumLength, .ignoredChecks, .translatable, .array, .tags,
    .reference, .variation,
  ]

  /// The writer of a text file; `nil` for a workbook.
  ///
  /// Excel assumes the code page of the system for a CSV file without a byte order mark.
  /// Tab-separated values are more often read by other programs, which usually expect no mark and
  /// line feeds.
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
  /// The width in characters.
  var width: Int

  static let key = SheetColumn(title: "Key", width: 30)
  static let status = SheetColumn(title: "Status", width: 20)
  static let context = SheetColumn(title: "Context", width: 40)
  static let limit = SheetColumn(title: "Limit", width: 20)

  /// Returns the column with the originals.
  static func master(_ language: LanguageTag) -> SheetColumn {
    SheetColumn(title: "Master (\(language))", width: 50)
  }

  /// Returns the column with the translations in the layout of one language.
  static func value(_ language: LanguageTag) -> SheetColumn {
    SheetColumn(title: "Value (\(language))", width: 50)
  }

  /// Returns the column with the texts of a language in the layout of all languages.
  static func language(_ language: LanguageTag) -> SheetColumn {
    SheetColumn(title: language.description, width: 50)
  }

  /// Returns the column with the statuses of a language in the layout of all languages.
  static func status(_ language: LanguageTag) -> SheetColumn {
    SheetColumn(title: "Status (\(language))", width: 20)
  }
}

extension Value {
  /// The text of a cell, with unescaped line breaks and backslashes, and with plurals and selects
  /// as ICU messages.
  var cell: String { message.cell }
}

extension Message {
  /// The text of a cell with the message.
  var cell: String { spelled() ?? "" }
}

extension Status {
  /// The text of a cell with the status. The word for a value without a status is trema-core's; an
  /// empty cell would mean that there is no value.
  var cell: String {
    guard let spelling, !spelling.isEmpty else { return "undefined" }
    return spelling
  }

  /// Parses the status in a cell, regardless of case.
  ///
  /// - Parameter cell: the text of a cell that is not blank.
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
