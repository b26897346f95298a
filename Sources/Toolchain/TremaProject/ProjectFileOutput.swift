import TremaAccessors
import TremaCatalog
import TremaCatalog
import TremaFormats
import TremaSupport

/// An output format: a text format, accessors, or a list of languages. These formats are listed in
/// help texts, the schema and messages.
package struct OutputFormat: NamedValue {
  /// The kind of a format.
  enum Kind: Sendable {
    case texts(TextFormat.Writing)
    case swift, kotlin, localeConfig
  }

  /// The name of the format on the command line and in `trema.json`.
  package let name: String
  /// The kind of the format.
  let kind: Kind
  /// The fields that apply to the format, except `format` and `directory`.
  let fields: Set<ProjectFile.Output.Field>

  /// Swift accessors.
  package static let swift = OutputFormat(
    name: "swift", kind: .swift,
    fields: [.table, .type, .bundle, .imports, .access, .nest, .swiftUI])
  /// Kotlin accessors.
  package static let kotlin = OutputFormat(
    name: "kotlin", kind: .kotlin,
    fields: [.type, .package, .androidNamespace, .resources, .resourcesPackage, .resourcesClass])
  /// Android's list of the app's languages.
  package static let localeConfig = OutputFormat(
    name: "locale-config", kind: .localeConfig, fields: [.defaultLanguage])

  private init(name: String, kind: Kind, fields: Set<ProjectFile.Output.Field>) {
    (self.name, self.kind, self.fields) = (name, kind, fields)
  }

  /// Creates the output format for a text format.
  ///
  /// - Returns: `nil` if the format can only be read.
  private init?(_ format: TextFormat) {
    guard let writing = format.writing else { return nil }
    let fields = format.fields.compactMap { ProjectFile.Output.Field(rawValue: $0.rawValue) }
    self.init(name: format.name, kind: .texts(writing), fields: Set(fields))
  }

  /// All formats, in the order of the help. Accessors follow the Android and Compose resources,
  /// because Kotlin accessors look them up, and the list of languages belongs to the same app.
  package static let all: [OutputFormat] = {
    var all = TextFormat.all.compactMap { OutputFormat($0) }
    let index = all.firstIndex { $0.name == "compose" }.map { $0 + 1 } ?? all.count
    all.insert(contentsOf: [swift, kotlin, localeConfig], at: index)
    return all
  }()

  /// Returns whether a field has an effect on the format.
  func uses(_ field: ProjectFile.Output.Field) -> Bool {
    let common = ProjectFile.Output.Field.common
    // A list of languages contains no texts that a slice could select.
    return fields.contains(field)
      || (self == .localeConfig ? common.subtracting(ProjectFile.Output.Field.selection) : common)
        .contains(field)
  }

  /// The names of all formats, in the same order.
  package static var names: [String] { all.map(\.name) }
}

/// The layout of a text table.
package enum TableLayout: String, CaseIterable, Hashable, Sendable {
  /// All languages in one file, with a column for each.
  case catalog = "catalogue"
  /// One file per language, with the original next to the translation.
  case translation
}

/// The form of keys and plurals in JSON, as named in `trema.json`.
package enum JSONStyleName: String, CaseIterable, Hashable, Sendable {
  case flat, nested, i18next
}

extension ProjectFile {
  /// The output of one format to one folder.
  package struct Output: Hashable, Sendable {
    /// The name that `--slice` selects the output by. Several outputs may have the same name.
    package var name: Located<String>?
    /// The format.
    package var format: OutputFormat
    /// The folder.
    package var directory: Located<String>
    /// The name of the table, which is part of file names, or `nil` for the default name.
    package var table: Located<String>?
    /// The name of the type that contains the accessors.
    package var type: Located<String>?
    /// The bundle in which Swift accessors look up texts: `main`, `module`, or a Swift expression.
    package var bundle: String?
    /// The modules that Swift accessors import.
    package var imports: [String] = []
    /// The access level of Swift accessors.
    package var access: SwiftAccessors.Options.Access?
    /// The separator at which keys are split into nested types or objects.
    package var nest: String?
    /// Whether the accessors also provide the texts as SwiftUI views.
    package var includesSwiftUI = false
    /// The package of Kotlin accessors.
    package var package: Located<String>?
    /// The package of the `R` class that Kotlin accessors use.
    package var androidNamespace: Located<String>?
    /// The resources that Kotlin accessors look up, or `nil` for Android's.
    package var resources: KotlinAccessors.Options.Resources?
    /// The package of Compose Multiplatform's resource class, which Kotlin accessors use.
    package var resourcesPackage: Located<String>?
    /// The name of Compose Multiplatform's resource class, or `nil` for `Res`.
    package var resourcesClass: Located<String>?
    /// The form of JSON.
    package var style: JSONStyleName?
    /// The layout of a table.
    package var layout: TableLayout?
    /// The encoding of a `.properties` file.
    package var encoding: PropertiesEncoding?
    /// The version of XLIFF.
    package var version: XLIFFVersion?
    /// The prefix of the keys of a store listing, or `nil` for the default prefix.
    package var prefix: Located<String>?
    /// The language of the files that have no language in their name.
    package var defaultLanguage: Located<String>?
    /// The replacement of missing translations.
    package var fallback: Selection.Fallback?
    /// The names of the statuses whose values are written, or `nil` for all statuses.
    package var statuses: [String]?
    /// The key patterns, one of which a text must match, or `nil` for all texts.
    package var keys: [Located<String>]?
    /// The patterns of the keys whose texts are omitted.
    package var exceptKeys: [Located<String>] = []
    /// The tags, one of which a text must have, or `nil` for all texts.
    package var tags: [Located<String>]?
    /// The languages to write in addition to the master language, or `nil` for the languages of the
    /// project.
    package var languages: [Located<String>]?
    /// The platform whose texts are written, or `nil` for the format's platform.
    package var platform: AppPlatform?
    /// The names of languages in files and folders that differ from their tags.
    package var languageNames: [LanguageName] = []
    /// The location of the whole object.
    package var location: SourceLocation?

    /// The prefix of the keys that only the output contains, or `nil` if the output is not a store
    /// listing.
    package var listingPrefix: String? {
      if case .texts(.listing) = format.kind { prefix?.value ?? Store.defaultPrefix } else { nil }
    }

    package init(format: OutputFormat, directory: Located<String>) {
      self.format = format
      self.directory = directory
    }
  }

  /// The name of a language in files and folders: `"zh-Hans": "zh-rCN"`.
  package struct LanguageName: Hashable, Sendable {
    /// The language tag.
    package var language: Located<String>
    /// The name in paths.
    package var name: String

    package init(language: Located<String>, name: String) {
      self.language = language
      self.name = name
    }
  }
}
