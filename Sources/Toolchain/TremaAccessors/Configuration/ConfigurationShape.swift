import TremaConfigValues
import TremaSupport

/// The type of a configuration value in generated code.
indirect enum ConfigurationShape: Sendable {
  case string
  case boolean
  case real
  case integer(IntegerWidth)
  case url
  case date
  case data
  case duration
  /// A number of bytes.
  case size
  /// A string whose values are all listed in the schema.
  case choice(ConfigurationChoice)
  /// An array whose elements have one type.
  case array(ConfigurationShape)
  /// A dictionary whose keys are unknown when the code is generated.
  case map(ConfigurationShape)
  /// A dictionary with known keys, which becomes a nested type.
  case structure(ConfigurationStructure)

  /// The number of bits that the values in all environments require.
  enum IntegerWidth: Int, Comparable, Sendable {
    case small = 32
    case large = 64
    /// Unsigned 64-bit integers, for values above 2^63 - 1.
    case unsigned = 65

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// Determines the width that one number requires.
    init(_ number: WholeNumber) {
      guard let whole = number.int64 else {
        self = .unsigned
        return
      }
      self = Int32(exactly: whole) == nil ? .large : .small
    }
  }

  /// The name in messages, with its article.
  var title: String {
    switch self {
    case .string, .choice: "a string"
    case .boolean: "a boolean"
    case .real: "a real"
    case .integer: "an integer"
    case .url: "a URL"
    case .date: "a date"
    case .data: "data"
    case .duration: "a duration"
    case .size: "a size"
    case .array: "an array"
    case .map, .structure: "a dictionary"
    }
  }
}

/// A string whose values are all listed in the schema. It becomes an enumeration.
struct ConfigurationChoice: Sendable {
  /// A case of the enumeration.
  struct Case: Sendable {
    /// The name of the case in generated code.
    var name: String
    /// The string in the configuration.
    var value: String
  }

  /// The name of the enumeration.
  var type: String
  /// The description in the schema.
  var summary: String?
  /// The cases, in the order of the schema.
  var cases: [Case]
}

/// A dictionary with known keys. It becomes a nested type.
struct ConfigurationStructure: Sendable {
  /// The name of the type.
  var type: String
  /// The description in the schema.
  var summary: String?
  /// The fields, in the order of the schema.
  var fields: [ConfigurationField]
}

/// A key of a dictionary, and the property that is generated for it.
struct ConfigurationField: Sendable {
  /// The key.
  var key: String
  /// The path of the key.
  var path: ConfigKeyPath
  /// The name as written in a declaration, in backticks if it is a reserved word.
  var name: String
  /// The type of the value.
  var shape: ConfigurationShape
  /// Whether there is always a value.
  var presence: Presence
  /// The description in the schema.
  var summary: String?
  /// Whether the value is a secret, which is never written into code.
  var isSecret: Bool
  /// The rules for loaded values.
  var rules = ConfigurationRules()
  /// Whether environment variables and command line options may set the key.
  var isOverridable = false
  /// The deprecation in the schema, or `nil` if the key is not deprecated.
  var deprecation: ConfigContract.Deprecation?
  /// The location of the schema's declaration, or of the first value.
  var location: SourceLocation?

  /// Whether a value is always present.
  enum Presence: Sendable {
    /// Every environment has a value.
    case required
    case optional
    /// Environments without a value use the schema's default value.
    case defaulted(CompiledValue)
  }

  /// Whether every environment has a value.
  var isRequired: Bool { if case .required = presence { true } else { false } }

  /// The default value in the schema, or `nil` if there is none.
  var defaultValue: CompiledValue? {
    if case .defaulted(let value) = presence { value } else { nil }
  }

  /// Whether the property is optional in generated code. A secret is always optional, because it is
  /// `nil` if values are compiled in.
  var isOptional: Bool {
    if isSecret { return true }
    if case .optional = presence { return true }
    return false
  }

  /// The name without backticks.
  var bareName: String { name.filter { $0 != "`" } }
}
