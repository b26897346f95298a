import TremaCatalog
import TremaMessages

/// The files that hold rows of cells.
enum SpreadsheetKind: String, Sendable {
  case csv, tsv, xlsx

  /// trema-core's name for the sheet of texts.
  static let sheetName = "Text Resources"

  /// A header, the key and the context of every text and as many languages as there are: all that
  /// is known of a text but the tags in its values.
  static let supportedFeatures: Features = [
    .status, .context, .parameters, .maximumLength, .ignoredChecks, .translatable, .array, .tags,
    .reference, .variation,
  ]

  /// How a file of text is written; nil for a workbook.
  ///
  /// Excel takes a CSV file without a byte order mark for the code page of the system. Tab
  /// separated values go to other programs more often, so they are as those like them best.
  var textWriter: CSVWriter? {
    var writer = CSVWriter()
    switch self {
    case .csv: writer.hasMark = true
    case .tsv:
      writer.separator = .tab
      writer.lineEnd = .lf
    case .xlsx: return nil
    }
    return writer
  }
}

/// A column that is written.
struct SheetColumn: Hashable, Sendable {
  var title: String
  /// In characters.
  var width: Int

  static let key = SheetColumn(title: "Key", width: 30)
  static let status = SheetColumn(title: "Status", width: 20)
  static let context = SheetColumn(title: "Context", width: 40)
  static let limit = SheetColumn(title: "Limit", width: 20)

  static func master(_ language: LanguageTag) -> SheetColumn {
    SheetColumn(title: "Master (\(language))", width: 50)
  }

  static func value(_ language: LanguageTag) -> SheetColumn {
    SheetColumn(title: "Value (\(language))", width: 50)
  }

  static func language(_ language: LanguageTag) -> SheetColumn {
    SheetColumn(title: language.description, width: 50)
  }

  static func status(_ language: LanguageTag) -> SheetColumn {
    SheetColumn(title: "Status (\(language))", width: 20)
  }
}

extension Value {
  /// The text of the cell: real line breaks and backslashes, plurals and selects as ICU messages.
  var cell: String { message.cell }
}

extension Message {
  var cell: String { spelled() ?? "" }
}

extension Status {
  /// The word for a value without a status is trema-core's; an empty cell would say that there is
  /// no value.
  var cell: String {
    guard let spelling, !spelling.isEmpty else { return "undefined" }
    return spelling
  }

  /// - Parameter cell: not blank. People may begin it with a capital.
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
