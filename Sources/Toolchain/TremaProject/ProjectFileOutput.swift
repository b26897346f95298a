import TremaAccessors
import TremaFormats
import TremaSupport

/// A format of outputs: one of texts, or accessors. Help, schema and errors list these.
package struct OutputFormat: Named {
  enum Kind: Sendable {
    case texts(TextFormat.Writing)
    case swift, kotlin
  }

  package let name: String
  let kind: Kind
  /// The fields that apply to the format, beside `format` and `directory`.
  let fields: Set<ProjectFile.Output.Field>

  package static let swift = OutputFormat(
    name: "swift", kind: .swift,
    fields: [.table, .type, .bundle, .imports, .access, .nest, .swiftUI])
  package static let kotlin = OutputFormat(
    name: "kotlin", kind: .kotlin, fields: [.type, .package, .androidNamespace])

  private init(name: String, kind: Kind, fields: Set<ProjectFile.Output.Field>) {
    (self.name, self.kind, self.fields) = (name, kind, fields)
  }

  /// - Returns: `nil` for a format that is only read.
  private init?(_ format: TextFormat) {
    guard let writing = format.writing else { return nil }
    let fields = format.fields.compactMap { ProjectFile.Output.Field(rawValue: $0.rawValue) }
    self.init(name: format.name, kind: .texts(writing), fields: Set(fields))
  }

  /// All formats; accessors follow the resources that they look up.
  package static let all: [OutputFormat] = {
    var all = TextFormat.all.compactMap { OutputFormat($0) }
    let index = all.firstIndex { $0.name == "android" }.map { $0 + 1 } ?? all.count
    all.insert(contentsOf: [swift, kotlin], at: index)
    return all
  }()

  package static var names: [String] { all.map(\.name) }
}

/// How a table of texts is laid out.
package enum TableLayout: String, CaseIterable, Hashable, Sendable {
  /// All languages in one file, a column each.
  case catalogue
  /// A file for each language, with the original beside the translation.
  case translation
}

/// How keys and plurals are in JSON, as projects name it.
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
    /// The separator of the parts of a key that make nested types or objects.
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
    /// The names of languages in files and folders, instead of their tags.
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
