import TremaHTTP

/// Names and values for a query or a form, in order. Values that are `nil` are omitted.
///
///     let all: Parameters = ["page": 2, "sort": order, "since": date]
///     let present = Parameters() <++ ("page", page) <++ ("sort", order)
///
/// Values are encoded by the client's rules when the request is built: an array may become multiple
/// parameters, a date a number.
public struct Parameters: Sendable {
  /// A part of the list, which may become multiple parameters.
  private enum Part: Sendable {
    /// A name and a string.
    case item(QueryItem)
    /// A name and a value, which is encoded later.
    case named(String, any Encodable & Sendable)
    /// A value with properties, which are encoded later.
    case values(any Encodable & Sendable)
  }

  private var parts: [Part] = []

  /// Creates an empty list.
  public init() {}

  /// Creates a list from items.
  public init(_ items: [QueryItem]) { parts = items.map { .item($0) } }

  /// Creates a list from the entries of a dictionary, sorted by name.
  public init(_ values: [String: (any Encodable & Sendable)?]) {
    for (name, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      append(name, value)
    }
  }

  /// Creates a list from the properties of a value.
  public init(_ values: some Encodable & Sendable) { parts = [.values(values)] }

  /// Whether the list is empty.
  public var isEmpty: Bool { parts.isEmpty }

  /// Appends an item.
  public mutating func append(_ item: QueryItem) { parts.append(.item(item)) }

  /// Appends a value under a name. It is encoded by the encoder's rules. `nil` adds nothing.
  public mutating func append(_ name: String, _ value: (any Encodable & Sendable)?) {
    if let value { parts.append(.named(name, value)) }
  }

  /// Appends the parameters of another list.
  public mutating func append(_ other: Parameters) { parts += other.parts }

  /// Returns the names and strings, in order.
  ///
  /// - Throws: ``ParameterError``, with the path to the value that cannot be encoded.
  public func items(_ rules: ParameterRules) throws(ParameterError) -> [QueryItem] {
    var items: [QueryItem] = []
    for part in parts {
      switch part {
      case .item(let item): items.append(item)
      case .named(let name, let value):
        items += try ParameterEncoder.node(of: value, named: name, rules).items(rules)
      case .values(let value): items += try ParameterEncoder.node(of: value, rules).items(rules)
      }
    }
    return items
  }
}

extension Parameters: ExpressibleByDictionaryLiteral {
  /// Creates a list from a literal, in order.
  public init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {
    for (name, value) in elements { append(name, value) }
  }
}

extension Parameters: Redacted {
  /// A description for logs that omits values: `[page=<redacted>, the properties of Filter]`.
  public var description: String {
    let descriptions = parts.map { part in
      switch part {
      case .item(let item): item.description
      case .named(let name, _): "\(HTTPSyntax.escaped(name))=\(Redaction.mask)"
      case .values(let value): "the properties of \(type(of: value))"
      }
    }
    return "[\(descriptions.joined(separator: ", "))]"
  }
}

precedencegroup AddIfPresentPrecedence {
  associativity: left
  higherThan: AssignmentPrecedence
  lowerThan: NilCoalescingPrecedence
}

/// Appends a name and a value to the left-hand side. `nil` adds nothing.
///
///     Parameters() <++ ("page", page) <++ ("sort", order)
infix operator <++ : AddIfPresentPrecedence

extension Parameters {
  /// Returns the list with an additional parameter. `nil` adds nothing.
  public static func <++ (
    parameters: Parameters, added: (String, (any Encodable & Sendable)?)
  ) -> Parameters {
    var parameters = parameters
    parameters.append(added.0, added.1)
    return parameters
  }
}

extension HTTPFields {
  /// Returns the fields with an additional one, next to any with the same name. `nil` adds nothing.
  public static func <++ (fields: HTTPFields, added: (Name, String?)) -> HTTPFields {
    var fields = fields
    if let value = added.1 { fields.append(added.0, value) }
    return fields
  }
}

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
