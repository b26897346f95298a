import TremaConfigValues
import TremaSupport

/// The equality of values as defined by JSON Schema.
enum SchemaEquality {
  /// Returns whether a value equals a value in the schema.
  ///
  /// Numbers are compared by value, and a Boolean never equals a number. Dates and data equal the
  /// string that represents them. With the property list kinds, a real number never equals an
  /// integer in the schema.
  static func areEqual(
    _ value: ConfigValue, _ named: ConfigValue, as kinds: ConfigSchema.Kinds
  ) -> Bool {
    switch (value.content, named.content) {
    case (.dictionary(let a), .dictionary(let b)):
      // Both are sorted by key, so equal dictionaries have their keys in the same order.
      return a.entries.count == b.entries.count
        && zip(a.entries, b.entries).allSatisfy {
          $0.key.equalsExactly($1.key) && areEqual($0.value, $1.value, as: kinds)
        }
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { areEqual($0, $1, as: kinds) }
    // An integer in the schema is intended as such, and an app would not find it in a real number.
    case (.real, .integer) where kinds == .propertyList: return false
    case (.real(let a), .integer(let b)): return SchemaNumber(a) == SchemaNumber(b)
    case (.integer(let a), .real(let b)): return SchemaNumber(a) == SchemaNumber(b)
    case (.date(let date), .string(let text)): return PropertyListDate(parsing: text.utf8) == date
    case (.data(let bytes), .string(let text)): return Base64.decoded(text.utf8) == bytes
    default: return value.content == named.content
    }
  }

  /// Returns a value in canonical form. Two values are equal in JSON if their canonical forms are
  /// equal as ``ConfigValue``.
  static func canonical(_ value: ConfigValue) -> ConfigValue {
    switch value.content {
    case .real(let real):
      // `Int64(exactly:)` is equivalent, but would link libm, which is not needed otherwise.
      guard real.magnitude < 0x1p63, Double(Int64(real)) == real else { return value }
      return ConfigValue(.integer(WholeNumber(Int64(real))))
    case .array(let values): return ConfigValue(.array(values.map(canonical)))
    case .dictionary(let dictionary):
      return ConfigValue(.dictionary(dictionary.mapValues { canonical($0.value) }))
    default: return value
    }
  }
}
