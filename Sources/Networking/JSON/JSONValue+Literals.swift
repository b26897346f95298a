import TremaJSON

/// A JSON value that can be created with literals and read with subscripts:
///
///     let user: JSONValue = ["name": .init(name), "roles": ["admin"], "boss": nil]
public typealias JSONValue = TremaJSON.JSONValue
/// A JSON object.
public typealias JSONObject = TremaJSON.JSONObject
/// A JSON number.
public typealias JSONNumber = TremaJSON.JSONNumber

extension JSONValue: ExpressibleByNilLiteral {
  /// Creates a null value.
  public init(nilLiteral: ()) { self.init(Content.null) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Creates a Boolean from a literal.
  public init(booleanLiteral value: Bool) { self.init(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Creates a number from an integer literal.
  public init(integerLiteral value: Int) { self.init(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// Creates a number from a floating-point literal. Traps for infinity, which only results from a
  /// literal that is too large.
  public init(floatLiteral value: Double) {
    guard let number = JSONNumber(value) else {
      preconditionFailure("JSON cannot represent \(value)")
    }
    self.init(Content.number(number))
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Creates a string from a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Creates an array from a literal.
  public init(arrayLiteral elements: JSONValue...) { self.init(Content.array(elements)) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Creates an object whose members have the order of the literal. Traps for duplicate names, like
  /// `Dictionary`.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    var names: Set<[UInt8]> = []
    self.init(
      Content.object(
        JSONObject(
          elements.map { name, value in
            precondition(names.insert(Array(name.utf8)).inserted, "key '\(name)' is defined twice")
            return JSONObject.Member(name, value)
          })))
  }
}

extension JSONValue {
  /// Creates a Boolean.
  public init(_ value: Bool) { self.init(Content.bool(value)) }
  /// Creates a number.
  public init(_ value: Int) { self.init(Content.number(JSONNumber(value))) }
  /// Creates a string.
  public init(_ value: String) { self.init(Content.string(value)) }

  /// Creates a number, or returns `nil` for infinity and NaN, which JSON cannot represent.
  public init?(_ value: Double) {
    guard let number = JSONNumber(value) else { return nil }
    self.init(Content.number(number))
  }

  /// Returns an object's member with a name, or `nil` if there is none or the value is not an
  /// object.
  public subscript(name: String) -> JSONValue? { object?[name] }

  /// Returns an array's element at an index, or `nil` if there is none or the value is not an
  /// array.
  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}
