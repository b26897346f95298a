import TremaConfigValues
import TremaSupport

/// When a value is the same as one that a schema names.
enum SchemaEquality {
  /// Numbers are compared by what they count, Booleans are none, and a date or data is the same as the
  /// string that says it. Of property lists a real is never what the schema writes as an integer.
  static func areEqual(
    _ value: ConfigValue, _ named: ConfigValue, as kinds: ConfigSchema.Kinds
  ) -> Bool {
    switch (value.content, named.content) {
    case (.dictionary(let a), .dictionary(let b)):
      return a.entries.count == b.entries.count
        && zip(a.entries, b.entries).allSatisfy {
          $0.key.isExactly($1.key) && areEqual($0.value, $1.value, as: kinds)
        }
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { areEqual($0, $1, as: kinds) }
    case (.real, .integer) where kinds == .propertyList: return false
    case (.real(let a), .integer(let b)): return SchemaNumber(a) == SchemaNumber(b)
    case (.integer(let a), .real(let b)): return SchemaNumber(a) == SchemaNumber(b)
    case (.date(let date), .string(let text)): return PropertyListDate(parsing: text.utf8) == date
    case (.data(let bytes), .string(let text)): return Base64.decoded(text.utf8) == bytes
    default: return value.content == named.content
    }
  }

  /// A value that is equal, with ``ConfigValue``'s own equality, to that of all that count the same.
  static func canonical(_ value: ConfigValue) -> ConfigValue {
    switch value.content {
    case .real(let real):
      // Int64(exactly:) would do the same by way of libm, which nothing else here links.
      guard real.magnitude < 0x1p63, Double(Int64(real)) == real else { return value }
      return ConfigValue(.integer(WholeNumber(Int64(real))))
    case .array(let values): return ConfigValue(.array(values.map(canonical)))
    case .dictionary(let dictionary):
      return ConfigValue(.dictionary(dictionary.mapValues { canonical($0.value) }))
    default: return value
    }
  }
}
