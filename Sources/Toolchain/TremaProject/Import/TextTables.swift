import TremaFormats
import TremaJSON
import TremaSupport

/// Files of one name in several languages, in a format that holds other things than texts most of the
/// time: JSON and `.properties`.
struct TextTables {
  let sources: [ImportSource]
  /// Whether place or shape says that they are texts.
  let isText: Bool

  /// Folders that people keep texts in.
  private static let folders: Set<String> = [
    "i18n", "intl", "l10n", "lang", "langs", "language", "languages", "locale", "locales",
    "localisation", "localisations", "localization", "localizations", "messages", "nls", "strings",
    "texts", "translation", "translations",
  ]

  static func all(among candidates: [ImportSource]) -> [TextTables] {
    var patterns: [String] = []
    var tables: [String: [ImportSource]] = [:]
    for source in candidates {
      if tables[source.pattern] == nil { patterns.append(source.pattern) }
      tables[source.pattern, default: []].append(source)
    }
    return patterns.flatMap { split(tables[$0] ?? []) }
  }

  /// Files of one pattern: those that are texts, and the others.
  private static func split(_ sources: [ImportSource]) -> [TextTables] {
    let isInPlace = sources.first.map(isInPlace) ?? false
    guard sources.first?.format == .json else {
      let isText = sources.contains { $0.language != nil } && (isInPlace || sources.count > 1)
      return [TextTables(sources: sources, isText: isText)]
    }
    let shapes = sources.map { JSONShape(of: $0.path) }
    // What other languages say is a translation of the fullest.
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
      // It is reported as what it is, where it would be texts.
      case .broken: isInPlace
      case .other: false
      }
    }
    let texts = zip(sources, shapes).filter { isText($0.1) }
    // The fullest is like itself; alone it is no translation of anything.
    let isAlone = texts.count == 1 && !isInPlace
    let others = zip(sources, shapes).filter { !isText($0.1) }.map(\.0)
    return [
      TextTables(sources: texts.map(\.0), isText: !isAlone),
      TextTables(sources: others, isText: false),
    ]
  }

  private static func isInPlace(_ source: ImportSource) -> Bool {
    source.path.split(separator: "/").dropLast().contains { folders.contains($0.lowercased()) }
  }
}

/// The structure of a JSON file.
enum JSONShape {
  /// Objects of texts, with these keys.
  case texts(Set<String>)
  /// Data, a configuration, an animation, a schema.
  case other
  case broken

  init(of path: String) {
    guard let bytes = try? InputFile(regular: path).contents(limit: InputFile.largest),
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

  private struct Count {
    var keys: Set<String> = []
    private var strings = 0
    private var letters = 0
    private var others = 0

    /// Whether nearly all values are strings, and most of those say more than the cap of a key does.
    var isText: Bool {
      strings > 0 && others * 9 <= strings && (letters < 3 || letters * 2 <= strings)
    }

    mutating func add(_ object: JSONObject, prefix: String) {
      for member in object.members { add(member.value, key: prefix + member.name) }
    }

    private mutating func add(_ value: JSONValue, key: String) {
      // A longer key is refused by the reader; many of them would take memory for nothing.
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
