/// A dictionary with values of different types, encoded as an object.
struct MixedValues: Encodable, Sendable {
  let values: [String: (any Encodable & Sendable)?]
  /// Whether `nil` is encoded as null instead of being omitted.
  var keepsNil = true

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    for (name, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      if let value {
        try container.encode(value, forKey: MemberName(stringValue: name))
      } else if keepsNil {
        try container.encodeNil(forKey: MemberName(stringValue: name))
      }
    }
  }
}
