import TremaConfigValues
import TremaSupport

/// The values that `enum` and `const` list. Whether a value is one of many is looked up.
struct SchemaChoices: Sendable {
  let values: [ConfigValue]
  /// The places of the values by their hashes; empty when it is as quick to go through all.
  private var places: [Int: [Int]] = [:]

  /// - Parameter isAskedOnce: to look a single value up is not worth a table.
  init(_ values: [ConfigValue], isAskedOnce: Bool = false) {
    self.values = values
    guard values.count > 8, !isAskedOnce else { return }
    for index in values.indices { places[Self.hash(values[index]), default: []].append(index) }
  }

  func contains(_ value: ConfigValue, as kinds: ConfigSchema.Kinds) -> Bool {
    if places.isEmpty {
      return values.contains { SchemaEquality.areEqual(value, $0, as: kinds) }
    }
    return places[Self.hash(value)]?.contains {
      SchemaEquality.areEqual(value, values[$0], as: kinds)
    } ?? false
  }

  private static func hash(_ value: ConfigValue) -> Int {
    var hasher = Hasher()
    hash(value, into: &hasher)
    return hasher.finalize()
  }

  /// The same for all that ``SchemaEquality/areEqual(_:_:as:)`` can take for equal.
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
    // These are equal to the string that says them, and there is one.
    case .date(let date): hasher.combine(bytesOf: date.description)
    case .data(let bytes): hasher.combine(bytesOf: Base64.encoded(bytes))
    case .integer(let number): hasher.combine(SchemaNumber?(SchemaNumber(number)))
    case .real(let number): hasher.combine(SchemaNumber(number))
    case .boolean(let claim): hasher.combine(claim)
    case .null: hasher.combine(0)
    }
  }
}
