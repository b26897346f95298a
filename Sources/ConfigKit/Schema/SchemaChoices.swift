import TremaConfigValues
import TremaSupport

/// The values of `enum` or `const`, with a hash table for long lists.
struct SchemaChoices: Sendable {
  /// The values in schema order.
  let values: [ConfigValue]
  /// The indices of the values by hash, or empty if a linear search is as fast.
  private var indicesByHash: [Int: [Int]] = [:]

  /// Creates a list.
  ///
  /// - Parameter isAskedOnce: Whether the list is searched only once, which does not justify
  ///   creating a hash table.
  init(_ values: [ConfigValue], isAskedOnce: Bool = false) {
    self.values = values
    guard values.count > 8, !isAskedOnce else { return }
    for index in values.indices {
      indicesByHash[Self.hash(values[index]), default: []].append(index)
    }
  }

  /// Returns whether the list contains an equal value.
  func contains(_ value: ConfigValue, as kinds: ConfigSchema.Kinds) -> Bool {
    if indicesByHash.isEmpty {
      return values.contains { SchemaEquality.areEqual(value, $0, as: kinds) }
    }
    return indicesByHash[Self.hash(value)]?.contains {
      SchemaEquality.areEqual(value, values[$0], as: kinds)
    } ?? false
  }

  /// Returns a hash that is the same for all values that JSON Schema considers equal.
  private static func hash(_ value: ConfigValue) -> Int {
    var hasher = Hasher()
    hash(value, into: &hasher)
    return hasher.finalize()
  }

  /// Adds a value to a hash. All values that ``SchemaEquality/areEqual(_:_:as:)`` can treat as
  /// equal have the same hash.
  private static func hash(_ value: ConfigValue, into hasher: inout Hasher) {
    switch value.content {
    case .dictionary(let dictionary):
      hasher.combine(dictionary.entries.count)
      for entry in dictionary.entries {
        hasher.combine(bytesOf: entry.key)
        hash(entry.value, into: &hasher)
      }
    case .array(let values):
      hasher.combine(values.count)
      for value in values { hash(value, into: &hasher) }
    case .string(let text): hasher.combine(bytesOf: text)
    // These values equal the unique string that represents them.
    case .date(let date): hasher.combine(bytesOf: date.description)
    case .data(let bytes): hasher.combine(bytesOf: Base64.encoded(bytes))
    case .integer(let number): hasher.combine(SchemaNumber?(SchemaNumber(number)))
    case .real(let number): hasher.combine(SchemaNumber(number))
    case .boolean(let boolean): hasher.combine(boolean)
    case .null: hasher.combine(0)
    }
  }
}
