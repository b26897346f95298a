import TremaAccessors
import TremaFormats
import TremaSupport

/// What can be made of a catalogue. The one list of formats; help, schema and errors read it.
public enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  case strings, stringsdict, xcstrings, android, swift, kotlin, json, properties, arb, compiled, po,
    xliff, csv, tsv, xlsx

  public static var names: [String] { allCases.map(\.rawValue) }

  /// The fields that mean something for the format, beside `format` and `directory`.
  var fields: Set<ProjectFile.Output.Field> {
    let catalogue: Set<ProjectFile.Output.Field> = [.table, .fallback, .statuses]
    let languages = catalogue.union([.languageNames])
    return switch self {
    case .strings, .stringsdict, .arb, .compiled, .po: languages
    case .xcstrings: catalogue
    case .android: languages.subtracting([.table]).union([.defaultLanguage])
    case .json: languages.union([.style, .nest])
    case .properties: languages.union([.defaultLanguage, .encoding])
    case .xliff: languages.union([.version])
    case .csv, .tsv, .xlsx: languages.union([.layout])
    case .swift: [.table, .type, .bundle, .imports, .access, .nest, .swiftUI]
    case .kotlin: [.type, .package, .androidNamespace]
    }
  }
}

/// How a table of texts is laid out.
public enum TableLayout: String, CaseIterable, Hashable, Sendable {
  /// All languages in one file, a column each.
  case catalogue
  /// A file for each language, with the original beside the translation.
  case translation
}

/// How keys and plurals stand in JSON, as projects name it.
public enum JSONStyleName: String, CaseIterable, Hashable, Sendable {
  case flat, nested, i18next
}

extension ProjectFile {
  /// One format into one folder.
  public struct Output: Hashable, Sendable {
    public var format: OutputFormat
    public var directory: Located<String>
    public var table: Located<String>?
    /// The type that holds the accessors.
    public var type: Located<String>?
    /// `main`, `module`, or a Swift expression.
    public var bundle: String?
    /// Modules that the accessors import.
    public var imports: [String] = []
    public var access: SwiftAccessors.Options.Access?
    /// What stands between the parts of a key that make nested types or objects.
    public var nest: String?
    /// The texts once more as views of SwiftUI.
    public var swiftUI = false
    /// The package of Kotlin accessors, and that of the class `R` they use.
    public var package: Located<String>?
    public var androidNamespace: Located<String>?
    public var style: JSONStyleName?
    public var layout: TableLayout?
    public var encoding: PropertiesEncoding?
    public var version: XLIFFVersion?
    public var defaultLanguage: Located<String>?
    public var fallback: Selection.Fallback?
    /// Names of statuses; nil for all.
    public var statuses: [String]?
    /// What files and folders call a language instead of its tag.
    public var languageNames: [LanguageName] = []
    /// The whole object.
    public var location: SourceLocation?

    public init(format: OutputFormat, directory: Located<String>) {
      self.format = format
      self.directory = directory
    }
  }

  /// `"zh-Hans": "zh-rCN"`.
  public struct LanguageName: Hashable, Sendable {
    public var language: Located<String>
    public var name: String

    public init(language: Located<String>, name: String) {
      self.language = language
      self.name = name
    }
  }
}
