import TremaJSON

/// A coding key for any member of a JSON object.
struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// `Codable` conformance, for members of unknown structure in an app's types.
///
/// Decoders don't provide the order of members or the source of numbers, so members are sorted by
/// name. ``RequestBuilder/jsonValue`` and ``RequestBuilder/json(_:)`` preserve both.
extension JSONValue: Codable {
  /// Decodes the value.
  ///
  /// - Throws: The decoder's error, or `dataCorrupted` for a value that JSON cannot represent.
  public init(from decoder: any Decoder) throws {
    // Trying a container is the only way to determine the kind of value, so a failure isn't an
    // error.
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

  /// Decodes a value that is neither an object nor an array.
  private static func single(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return JSONValue(Content.null) }
    if let bool = try? container.decode(Bool.self) { return JSONValue(bool) }
    if let int = try? container.decode(Int.self) { return JSONValue(int) }
    if let number = try? container.decode(UInt64.self) {
      return JSONValue(Content.number(JSONNumber(number)))
    }
    // Strings are tried before fractions, as some decoders also read numbers from strings.
    if let text = try? container.decode(String.self) { return JSONValue(text) }
    guard let value = JSONValue(try container.decode(Double.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "JSON cannot represent infinity or NaN")
    }
    return value
  }

  /// Encodes the value. A number that only `Double` can represent is rounded. A number that exceeds
  /// its range throws `EncodingError.invalidValue`.
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

  /// Encodes a number as the first type that can represent it.
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
  /// Whether the number is an integer that all integer types can represent: 0 to 127.
  var fitsEveryType: Bool { int.map { (0...127).contains($0) } ?? false }

  /// Returns a description of the values that a numeric type can represent, or `nil` if the type
  /// can represent this number or is not numeric.
  func limitsIfUnrepresentable(for type: Any.Type) -> String? {
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

  /// Returns a description of an integer type's values, or `nil` if it can represent this number.
  private func integers<Integer: FixedWidthInteger>(of type: Integer.Type) -> String? {
    if Integer(text) != nil || int.flatMap({ Integer(exactly: $0) }) != nil { return nil }
    let name = "\(type)"
    return
      "\(name.hasPrefix("I") ? "an" : "a") \(name), an integer from \(Integer.min) to \(Integer.max)"
  }
}
