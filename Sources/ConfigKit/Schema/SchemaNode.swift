import TremaConfigValues
import TremaJSON
import TremaSupport

/// One schema of a document, compiled: its keywords in the order in which they are asked. Schemas are
/// in a table and name each other by their places in it, so that they may refer to themselves.
struct SchemaNode: Sendable {
  struct Keyword: Sendable {
    var name: String
    var location: SourceLocation?
    var rule: SchemaRule
  }

  var keywords: [Keyword] = []
  /// The place of its resource among ``ConfigSchema``'s.
  var resource: Int
  /// `true` or `false` and nothing else.
  var constant: Bool?
  var notes = Notes()

  /// The annotations of the schema, which are no rules.
  struct Notes: Sendable {
    var location: SourceLocation?
    var title, description: String?
    var defaultValue: ConfigValue?
    var meaning: ConfigContract.Meaning?
    var allowsAnyScheme = false
    var marks = ConfigContract.Marks()
    var extensions: [(name: String, value: JSONValue)] = []
  }
}

/// The requirement of a keyword, or of several that belong together.
enum SchemaRule: Sendable {
  // Of any value.
  case kinds(SchemaKinds)
  case choices(SchemaChoices, isConstant: Bool)
  case meaning(ConfigContract.Meaning)
  case never
  // Of numbers.
  case multiple(of: SchemaNumber)
  case atLeast(SchemaNumber, isExclusive: Bool)
  case atMost(SchemaNumber, isExclusive: Bool)
  // Of strings.
  case length(SchemaCount)
  case pattern(Pattern)
  case format(SchemaFormat)
  // Of arrays.
  case itemCount(SchemaCount)
  case unique
  case items(prefix: [Int], rest: Int?)
  case contains(Int, least: Int, most: Int?)
  case unevaluatedItems(Int)
  // Of dictionaries.
  case keyCount(SchemaCount)
  case required([String])
  case dependentRequired([(key: String, keys: [String])])
  case members(SchemaMembers)
  case names(Int)
  case dependentSchemas([(key: String, node: Int)])
  case unevaluatedMembers(Int)
  // Of the same value, by other schemas.
  case reference(Int)
  /// - Parameter anchor: nil where the reference is like any other.
  case dynamicReference(Int, anchor: String?)
  case all([Int])
  case any([Int])
  case one([Int])
  case not(Int)
  case condition(Int, then: Int?, else: Int?)
  /// Each in one environment alone.
  case environments([(name: String, node: Int, location: SourceLocation?)])
}

/// A limit of a count.
enum SchemaCount: Sendable {
  case atLeast(Int)
  case atMost(Int)

  func allows(_ count: Int) -> Bool {
    switch self {
    case .atLeast(let least): count >= least
    case .atMost(let most): count <= most
    }
  }
}

/// `properties`, `patternProperties` and `additionalProperties`, which only mean something together.
struct SchemaMembers: Sendable {
  /// Sorted by the bytes of the keys, as the keys of values are.
  var named: [(key: String, node: Int)] = []
  /// The same in the order of the schema, for people.
  var inOrder: [(key: String, node: Int)] = []
  var patterns: [(pattern: Pattern, node: Int, location: SourceLocation?)] = []
  var additional: Int?
  /// The place of `additionalProperties`.
  var additionalLocation: SourceLocation?
}

/// The kinds that `type` names.
struct SchemaKinds: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let object = SchemaKinds(rawValue: 1)
  static let array = SchemaKinds(rawValue: 2)
  static let string = SchemaKinds(rawValue: 4)
  static let integer = SchemaKinds(rawValue: 8)
  /// Also without a fraction.
  static let number = SchemaKinds(rawValue: 16)
  static let boolean = SchemaKinds(rawValue: 32)
  static let null = SchemaKinds(rawValue: 64)

  static let names: [(name: String, kind: SchemaKinds)] = [
    ("object", .object), ("array", .array), ("string", .string), ("integer", .integer),
    ("number", .number), ("boolean", .boolean), ("null", .null),
  ]

  /// In the words of configurations: `an integer or a string`.
  var title: String {
    var titles: [String] = []
    if contains(.object) { titles.append(ConfigKind.dictionary.title) }
    if contains(.array) { titles.append(ConfigKind.array.title) }
    if contains(.string) { titles.append(ConfigKind.string.title) }
    if contains(.number) {
      titles.append("a number")
    } else if contains(.integer) {
      titles.append(ConfigKind.integer.title)
    }
    if contains(.boolean) { titles.append(ConfigKind.boolean.title) }
    if contains(.null) { titles.append(ConfigKind.null.title) }
    return listed(titles, "or")
  }

  var kinds: Set<ConfigKind> {
    var kinds: Set<ConfigKind> = []
    if contains(.object) { kinds.insert(.dictionary) }
    if contains(.array) { kinds.insert(.array) }
    if contains(.string) { kinds.insert(.string) }
    if contains(.integer) { kinds.insert(.integer) }
    if contains(.number) { kinds.formUnion([.integer, .real]) }
    if contains(.boolean) { kinds.insert(.boolean) }
    if contains(.null) { kinds.insert(.null) }
    return kinds
  }
}

/// `a, b or c`.
func listed(_ words: [String], _ conjunction: String) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
