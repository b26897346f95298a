import TremaConfigValues
import TremaSupport

/// The type of a value of a configuration in generated code.
indirect enum ConfigurationShape: Sendable {
  case string
  case boolean
  case real
  case integer(IntegerWidth)
  case url
  case date
  case data
  case duration
  /// Bytes.
  case size
  case choice(ConfigurationChoice)
  case array(ConfigurationShape)
  /// A dictionary whose keys are not known beforehand.
  case map(ConfigurationShape)
  case structure(ConfigurationStructure)

  /// How many bits the values of all environments need.
  enum IntegerWidth: Int, Comparable, Sendable {
    case small = 32
    case large = 64
    /// Beyond 2^63 - 1.
    case unsigned = 65

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    init(_ number: WholeNumber) {
      guard let whole = number.int64 else {
        self = .unsigned
        return
      }
      self = Int32(exactly: whole) == nil ? .large : .small
    }
  }

  /// The word for it in messages.
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

/// A string of which the schema lists all values.
struct ConfigurationChoice: Sendable {
  struct Case: Sendable {
    var name: String
    var value: String
  }

  var type: String
  var summary: String?
  var cases: [Case]
}

/// A dictionary of which the keys are known.
struct ConfigurationStructure: Sendable {
  var type: String
  var summary: String?
  var fields: [ConfigurationField]
}

/// A key, and the property that it becomes.
struct ConfigurationField: Sendable {
  var key: String
  var path: ConfigKeyPath
  /// The name as it is written in a declaration.
  var name: String
  var shape: ConfigurationShape
  var presence: Presence
  var summary: String?
  var isSecret: Bool
  /// The checks of loaded values.
  var rules = ConfigurationRules()
  /// Whether variables and options may set it.
  var isOverridable = false
  var deprecation: ConfigContract.Deprecation?
  var location: SourceLocation?

  enum Presence: Sendable {
    /// In every environment.
    case required
    case optional
    /// The value of the schema where there is none.
    case defaulted(CompiledValue)
  }

  var isRequired: Bool { if case .required = presence { true } else { false } }

  var defaultValue: CompiledValue? {
    if case .defaulted(let value) = presence { value } else { nil }
  }

  /// Whether the property may be nil. A secret is nil where values are compiled in.
  var isOptional: Bool {
    if isSecret { return true }
    if case .optional = presence { return true }
    return false
  }

  /// The name without the backticks of a reserved word.
  var bareName: String { name.filter { $0 != "`" } }
}
