import TremaFormats
import TremaJSON
import TremaSupport

/// The files with the same pattern in a format that usually does not contain texts: JSON or
/// `.properties`.
struct TextTables {
  /// The files.
  let sources: [ImportSource]
  /// Whether the location or structure of the files is typical for texts.
  let isText: Bool

  /// The usual lowercase names of folders with texts.
  private static let folders: Set<String> = [
    "i18n", "intl", "l10n", "lang", "langs", "language", "languages", "locale", "locales",
    "localisation", "localisations", "localization", "localizations", "messages", "nls", "strings",
    "texts", "translation", "translations",
  ]

  /// Groups files by pattern and decides about each group.
  static func all(among candidates: [ImportSource]) -> [TextTables] {
    var patterns: [String] = []
    var tables: [String: [ImportSource]] = [:]
    for source in candidates {
      if tables[source.pattern] == nil { patterns.append(source.pattern) }
      tables[source.pattern, default: []].append(source)
    }
    return patterns.flatMap { split(tables[$0] ?? []) }
  }

  /// Splits the files with one pattern into files with texts and other files.
  private static func split(_ sources: [ImportSource]) -> [TextTables] {
    let isInPlace = sources.first.map(isInTextFolder) ?? false
    guard sources.first?.format == .json else {
      let isText = sources.contains { $0.language != nil } && (isInPlace || sources.count > 1)
      return [TextTables(sources: sources, isText: isText)]
    }
    let shapes = sources.map { JSONShape(of: $0.path) }
    // The texts of other languages should have the same keys as the file with the most texts.
    var fullest: Set<String> = []
    var holders = 0
    for case .texts(let keys) in shapes {
      if keys.count > fullest.count { fullest = keys }
      holders += 1
    }
    func isText(_ shape: JSONShape) -> Bool {
      switch shape {
      case .texts(let keys):
        holders > 1 ? keys.intersection(fullest).count * 2 >= keys.count : isInPlace
      // A broken file is reported as such where texts are expected.
      case .broken: isInPlace
      case .other: false
      }
    }
    let texts = zip(sources, shapes).filter { isText($0.1) }
    // The file with the most texts is always similar to itself, so a single file can't be
    // recognized by comparison.
    let isAlone = texts.count == 1 && !isInPlace
    let others = zip(sources, shapes).filter { !isText($0.1) }.map(\.0)
    return [
      TextTables(sources: texts.map(\.0), isText: !isAlone),
      TextTables(sources: others, isText: false),
    ]
  }

  /// Returns whether a file is in a folder whose name is typical of texts.
  private static func isInTextFolder(_ source: ImportSource) -> Bool {
    source.path.split(separator: "/").dropLast().contains { folders.contains($0.lowercased()) }
  }
}

/// The structure of a JSON file.
enum JSONShape {
  /// Objects that contain texts, with their keys. The keys of nested objects are joined with dots.
  case texts(Set<String>)
  /// Other contents, such as data, a configuration, an animation or a schema.
  case other
  /// A file that cannot be read or is not valid JSON.
  case broken

  /// Reads a file and determines its structure.
  init(of path: String) {
    guard let bytes = try? InputFile(regular: path).contents(limit: InputFile.maxWholeFileSize),
      let document = try? JSONValue.decode(bytes, file: path)
    else {
      self = .broken
      return
    }
    var count = Count()
    guard let root = document.object, root["$schema"] == nil else {
      self = .other
      return
    }
    count.add(root, prefix: "")
    self = count.isText ? .texts(count.keys) : .other
  }

  /// The number of values for each type.
  private struct Count {
    /// The keys of strings.
    var keys: Set<String> = []
    /// The number of strings.
    private var strings = 0
    /// The number of one-character strings, as in keyboard descriptions.
    private var letters = 0
    /// The number of Booleans and numbers.
    private var others = 0

    /// Whether at least 90 percent of the values are strings, and most of those are longer than one
    /// character.
    var isText: Bool {
      strings > 0 && others * 9 <= strings && (letters < 3 || letters * 2 <= strings)
    }

    /// Counts the values of an object.
    mutating func add(_ object: JSONObject, prefix: String) {
      for member in object.members { add(member.value, key: prefix + member.name) }
    }

    private mutating func add(_ value: JSONValue, key: String) {
      // The reader rejects longer keys, so they need not be stored.
      guard key.utf8.count <= 1024 else { return }
      switch value.content {
      case .string(let text):
        strings += 1
        if text.unicodeScalars.count == 1 { letters += 1 }
        keys.insert(key)
      case .object(let object): add(object, prefix: "\(key).")
      case .array(let values):
        for (index, value) in values.enumerated() { add(value, key: "\(key).\(index)") }
      case .null: break
      case .bool, .number: others += 1
      }
    }
  }
}
