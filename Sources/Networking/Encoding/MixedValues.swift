/// The entries of a dictionary whose values are of several types, as an object.
struct MixedValues: Encodable, Sendable {
  let values: [String: (any Encodable & Sendable)?]
  /// Whether a nil is written as null; else it is left out.
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
