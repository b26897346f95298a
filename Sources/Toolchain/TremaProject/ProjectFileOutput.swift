import TremaAccessors
import TremaFormats
import TremaSupport

/// What can be made of a catalogue. The one list of formats; help, schema and errors read it.
package enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  case strings, stringsdict, xcstrings, android, swift, kotlin, json, properties, arb, compiled, po,
    xliff, csv, tsv, xlsx

  package static var names: [String] { allCases.map(\.rawValue) }

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
package enum TableLayout: String, CaseIterable, Hashable, Sendable {
  /// All languages in one file, a column each.
  case catalogue
  /// A file for each language, with the original beside the translation.
  case translation
}

/// How keys and plurals stand in JSON, as projects name it.
package enum JSONStyleName: String, CaseIterable, Hashable, Sendable {
  case flat, nested, i18next
}

extension ProjectFile {
  /// One format into one folder.
  package struct Output: Hashable, Sendable {
    package var format: OutputFormat
    package var directory: Located<String>
    package var table: Located<String>?
    /// The type that holds the accessors.
    package var type: Located<String>?
    /// `main`, `module`, or a Swift expression.
    package var bundle: String?
    /// Modules that the accessors import.
    package var imports: [String] = []
    package var access: SwiftAccessors.Options.Access?
    /// What stands between the parts of a key that make nested types or objects.
    package var nest: String?
    /// The texts once more as views of SwiftUI.
    package var swiftUI = false
    /// The package of Kotlin accessors, and that of the class `R` they use.
    package var package: Located<String>?
    package var androidNamespace: Located<String>?
    package var style: JSONStyleName?
    package var layout: TableLayout?
    package var encoding: PropertiesEncoding?
    package var version: XLIFFVersion?
    package var defaultLanguage: Located<String>?
    package var fallback: Selection.Fallback?
    /// Names of statuses; nil for all.
    package var statuses: [String]?
    /// What files and folders call a language instead of its tag.
    package var languageNames: [LanguageName] = []
    /// The whole object.
    package var location: SourceLocation?

    package init(format: OutputFormat, directory: Located<String>) {
      self.format = format
      self.directory = directory
    }
  }

  /// `"zh-Hans": "zh-rCN"`.
  package struct LanguageName: Hashable, Sendable {
    package var language: Located<String>
    package var name: String

    package init(language: Located<String>, name: String) {
      self.language = language
      self.name = name
    }
  }
}
