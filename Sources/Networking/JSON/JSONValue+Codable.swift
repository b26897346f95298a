import TremaJSON

/// A coding key for any member of a JSON object.
struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A part of `Codable` types: a member of unknown shape.
///
/// Decoders hand over neither the order of members, which are sorted by their names, nor how a number
/// was spelled; ``Draft/jsonValue`` keeps both, and so does ``Draft/json(_:)``.
extension JSONValue: Codable {
  /// - Throws: what the decoder throws, and `dataCorrupted` for what JSON cannot say.
  public init(from decoder: any Decoder) throws {
    // Asking is the only way to learn what there is, so an answer of no is no error.
    if let object = try? decoder.container(keyedBy: MemberName.self) {
      let names = object.allKeys.sorted { $0.stringValue < $1.stringValue }
      self.init(
        Content.object(
          JSONObject(
            try names.map { name in
              JSONObject.Member(name.stringValue, try object.decode(JSONValue.self, forKey: name))
            })))
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !list.isAtEnd { elements.append(try list.decode(JSONValue.self)) }
      self.init(Content.array(elements))
    } else {
      self = try Self.single(try decoder.singleValueContainer())
    }
  }

  private static func single(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return JSONValue(Content.null) }
    if let bool = try? container.decode(Bool.self) { return JSONValue(bool) }
    if let int = try? container.decode(Int.self) { return JSONValue(int) }
    if let number = try? container.decode(UInt64.self) {
      return JSONValue(Content.number(JSONNumber(number)))
    }
    // Before the fractions: some decoders read those out of texts also.
    if let text = try? container.decode(String.self) { return JSONValue(text) }
    guard let value = JSONValue(try container.decode(Double.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "JSON cannot say infinity and NaN")
    }
    return value
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    switch content {
    case .object(let object):
      var container = encoder.container(keyedBy: MemberName.self)
      for member in object.members {
        try container.encode(member.value, forKey: MemberName(stringValue: member.name))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let bool):
      var container = encoder.singleValueContainer()
      try container.encode(bool)
    case .string(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .number(let number): try Self.encode(number, to: encoder)
    }
  }

  private static func encode(_ number: JSONNumber, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let int = Int(number.text) {
      try container.encode(int)
    } else if let natural = UInt64(number.text) {
      try container.encode(natural)
    } else if let double = number.double {
      try container.encode(double)
    } else {
      throw EncodingError.invalidValue(
        number.text,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "the number is too large"))
    }
  }
}

extension JSONNumber {
  /// Whether it is a whole number that the smallest types can hold, with or without a sign.
  var fitsEveryType: Bool { int.map { (0...127).contains($0) } ?? false }

  /// The values that a type of numbers holds.
  ///
  /// - Returns: `nil` where the type holds this number, or is no type of numbers.
  func limitsIfUnfit(for type: Any.Type) -> String? {
    if let type = type as? any FixedWidthInteger.Type { return integers(of: type) }
    if type == Float.self, Float(text)?.isFinite != true {
      return
        "a Float, a number from \(-Float.greatestFiniteMagnitude) to \(Float.greatestFiniteMagnitude)"
    }
    if type == Double.self, double == nil {
      return
        "a Double, a number from \(-Double.greatestFiniteMagnitude) to \(Double.greatestFiniteMagnitude)"
    }
    return nil
  }

  private func integers<Integer: FixedWidthInteger>(of type: Integer.Type) -> String? {
    if Integer(text) != nil || int.flatMap({ Integer(exactly: $0) }) != nil { return nil }
    let name = "\(type)"
    return
      "\(name.hasPrefix("I") ? "an" : "a") \(name), an integer from \(Integer.min) to \(Integer.max)"
  }
}
