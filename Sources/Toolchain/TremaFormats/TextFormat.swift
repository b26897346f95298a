import TremaCatalog
import TremaSupport

/// A format for texts, with its name, reader and writer. Each format is defined in its own folder.
package struct TextFormat: Sendable {
  /// The kind of files that a format is written to.
  package enum Writing: Sendable {
    /// One file for each language.
    case languages(ResourceFormat)
    /// One file with all languages.
    case catalog(CatalogFormat)
    /// One file with all languages, or one file for each language.
    case either(CatalogFormat, ResourceFormat)
    /// One file for each text of a store listing, in a folder for each language.
    case listing(Store)
  }

  /// The name in `trema.json` and on the command line.
  package let name: String
  /// The reader; `nil` for a format that is only written.
  package let readable: ReadableFormat?
  /// The writer; `nil` for a format that is only read.
  package let writing: Writing?
  /// The fields of an output in `trema.json` that apply to the format.
  package let fields: Set<OutputField>

  init(
    _ name: String, _ readable: ReadableFormat? = nil, _ writing: Writing? = nil,
    fields: Set<OutputField> = []
  ) {
    (self.name, self.readable, self.writing, self.fields) = (name, readable, writing, fields)
  }

  /// All formats, in the order in which they are documented.
  package static let all: [TextFormat] = [
    .trema, .strings, .stringsdict, .xcstrings, .android, .compose, .json, .properties, .arb,
    .compiled, .po, .xliff, .csv, .tsv, .xlsx, .twine, .appStore, .googlePlay,
  ]
}

/// A field of an output in `trema.json` that applies to some formats.
package enum OutputField: String, Sendable {
  case table, fallback, statuses, languageNames, defaultLanguage, style, nest, encoding, version,
    layout, prefix
}

extension Set<OutputField> {
  /// The fields of the formats with one file for all languages.
  static let catalog: Self = [.table, .fallback, .statuses]
  /// The fields of most formats with one file per language.
  static let languages = catalog.union([.languageNames])
}

/// A value that is identified by a name, such as a format.
package protocol NamedValue: Hashable, Sendable, CustomStringConvertible {
  /// The name, which is unique in ``all``.
  var name: String { get }
  /// All values of the type.
  static var all: [Self] { get }
}

extension NamedValue {
  /// Creates the value with a name. Returns `nil` if there is none.
  package init?(name: String) {
    guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// Returns whether the two values have the same name.
  package static func == (a: Self, b: Self) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
  package var description: String { name }
}
