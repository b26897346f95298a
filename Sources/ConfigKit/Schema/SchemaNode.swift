import TremaConfigValues
import TremaJSON
import TremaSupport

/// A compiled schema: its keywords in evaluation order. Schemas are stored in a table and refer to
/// each other by index, which allows recursive schemas.
struct SchemaNode: Sendable {
  /// A keyword and its compiled rule.
  struct Keyword: Sendable {
    /// The name of the keyword, for violations.
    var name: String
    /// The location of the keyword.
    var location: SourceLocation?
    /// The compiled rule.
    var rule: SchemaRule
  }

  /// The keywords, in evaluation order.
  var keywords: [Keyword] = []
  /// The index of the schema's resource, for dynamic references.
  var resourceIndex: Int
  /// The value of a Boolean schema, or `nil` for any other schema.
  var constant: Bool?
  /// The annotations.
  var annotations = Annotations()

  /// A schema's annotations, which don't affect validation.
  struct Annotations: Sendable {
    /// The location of the schema.
    var location: SourceLocation?
    /// The values of `title` and `description`.
    var title, description: String?
    /// The value of `default`.
    var defaultValue: ConfigValue?
    /// The meaning specified by `x-type` or `format`.
    var meaning: ConfigContract.Meaning?
    /// Whether the value is a URL only because of its `format`, so any scheme is allowed.
    var allowsAnyScheme = false
    /// The values of Trema's own keywords.
    var marks = ConfigContract.Marks()
    /// Unknown keywords that start with `x-`.
    var extensions: [(name: String, value: JSONValue)] = []
  }
}

/// The rule for a keyword, or for multiple keywords that depend on each other. Schemas are
/// represented by their indices.
enum SchemaRule: Sendable {
  // Rules for any value.
  case kinds(SchemaKinds)
  /// The value is in a list: `enum`, or `const` if it is constant.
  case choices(SchemaChoices, isConstant: Bool)
  /// `x-type`.
  case meaning(ConfigContract.Meaning)
  /// The schema `false`.
  case never
  // Rules for numbers.
  case multiple(of: SchemaNumber)
  /// `minimum` or `exclusiveMinimum`.
  case atLeast(SchemaNumber, isExclusive: Bool)
  /// `maximum` or `exclusiveMaximum`.
  case atMost(SchemaNumber, isExclusive: Bool)
  // Rules for strings.
  case length(SchemaCount)
  case pattern(Pattern)
  case format(SchemaFormat)
  // Rules for arrays.
  case itemCount(SchemaCount)
  case unique
  /// `prefixItems` and `items`. Elements after the prefix use the schema `rest`.
  case items(prefix: [Int], rest: Int?)
  /// `contains` with `minContains` and `maxContains`.
  case contains(Int, least: Int, most: Int?)
  case unevaluatedItems(Int)
  // Rules for dictionaries.
  case keyCount(SchemaCount)
  case required([String])
  case dependentRequired([(key: String, keys: [String])])
  /// `properties`, `patternProperties` and `additionalProperties`.
  case members(SchemaMembers)
  /// `propertyNames`.
  case names(Int)
  case dependentSchemas([(key: String, node: Int)])
  /// `unevaluatedProperties`.
  case unevaluatedMembers(Int)
  // Other schemas that apply to the same value.
  case reference(Int)
  /// A `$dynamicRef`.
  /// - Parameter anchor: The name of the dynamic anchor, or `nil` if the reference is an ordinary
  ///   reference.
  case dynamicReference(Int, anchor: String?)
  case all([Int])
  case any([Int])
  case one([Int])
  case not(Int)
  /// `if` with `then` and `else`.
  case condition(Int, then: Int?, else: Int?)
  /// Schemas that each apply in one environment.
  case environments([(name: String, node: Int, location: SourceLocation?)])
}

/// The limit of a count.
enum SchemaCount: Sendable {
  case atLeast(Int)
  case atMost(Int)

  /// Returns whether a count is within the limit.
  func allows(_ count: Int) -> Bool {
    switch self {
    case .atLeast(let least): count >= least
    case .atMost(let most): count <= most
    }
  }
}

/// The values of `properties`, `patternProperties` and `additionalProperties`, which depend on each
/// other.
struct SchemaMembers: Sendable {
  /// The declared keys, sorted by their UTF-8 bytes like the keys of values.
  var named: [(key: String, node: Int)] = []
  /// The declared keys in schema order, for output.
  var inOrder: [(key: String, node: Int)] = []
  /// The patterns for keys, in schema order.
  var patterns: [(pattern: Pattern, node: Int, location: SourceLocation?)] = []
  /// The schema for all other keys, or `nil` if there is none.
  var additional: Int?
  /// The location of `additionalProperties`.
  var additionalLocation: SourceLocation?
}

/// The kinds that `type` allows.
struct SchemaKinds: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let object = SchemaKinds(rawValue: 1)
  static let array = SchemaKinds(rawValue: 2)
  static let string = SchemaKinds(rawValue: 4)
  static let integer = SchemaKinds(rawValue: 8)
  /// Any number, including integers.
  static let number = SchemaKinds(rawValue: 16)
  static let boolean = SchemaKinds(rawValue: 32)
  static let null = SchemaKinds(rawValue: 64)

  /// The names of the kinds in JSON Schema.
  static let names: [(name: String, kind: SchemaKinds)] = [
    ("object", .object), ("array", .array), ("string", .string), ("integer", .integer),
    ("number", .number), ("boolean", .boolean), ("null", .null),
  ]

  /// The configuration kinds, for messages: `an integer or a string`.
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

  /// The kinds of configuration values that are allowed.
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

/// Returns words as an enumeration, such as `a, b or c`.
func listed(_ words: [String], _ conjunction: String) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
