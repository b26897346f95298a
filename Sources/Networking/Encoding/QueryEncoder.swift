import TremaHTTP

/// An encoder for URL queries.
///
/// See RFC 3986, section 3.4. The names of arrays and nested values are not standardized.
public struct QueryEncoder: Sendable {
  /// The rules for names and values.
  public var rules: ParameterRules

  /// Creates an encoder.
  public init(_ rules: ParameterRules = ParameterRules()) { self.rules = rules }

  /// Returns the names and values, without percent-encoding.
  ///
  /// - Throws: ``ParameterError``, with the path to the value that cannot be encoded.
  public func items(of value: some Encodable) throws(ParameterError) -> [QueryItem] {
    try ParameterEncoder.node(of: value, rules).items(rules)
  }

  /// Returns items as a percent-encoded query without `?`, such as `a=1&b=2`.
  public func text(of items: [QueryItem]) -> String { ParameterText.text(of: items, rules) }

  /// Returns a value as a percent-encoded query without `?`.
  public func text(of value: some Encodable) throws(ParameterError) -> String {
    text(of: try items(of: value))
  }
}

/// An encoder for `application/x-www-form-urlencoded`, in which a space becomes `+`.
///
/// See the WHATWG URL Standard, section 5.2. An item without `=` is read as an empty value.
public struct FormEncoder: Sendable {
  /// A form's media type.
  public static let contentType = "application/x-www-form-urlencoded"

  /// The rules for names and values.
  public var rules: ParameterRules

  /// Creates an encoder.
  public init(_ rules: ParameterRules = .form) { self.rules = rules }

  /// Returns the names and values, without percent-encoding.
  ///
  /// - Throws: ``ParameterError``, with the path to the value that cannot be encoded.
  public func items(of value: some Encodable) throws(ParameterError) -> [QueryItem] {
    try ParameterEncoder.node(of: value, rules).items(rules)
  }

  /// Returns items as a percent-encoded form.
  public func text(of items: [QueryItem]) -> String { ParameterText.text(of: items, rules) }

  /// Returns a value as a percent-encoded form.
  public func text(of value: some Encodable) throws(ParameterError) -> String {
    text(of: try items(of: value))
  }
}

/// The serialization of names and values with `=` and `&`.
enum ParameterText {
  /// Returns the percent-encoded items.
  static func text(of items: [QueryItem], _ rules: ParameterRules) -> String {
    var text: [UInt8] = []
    for (index, item) in items.enumerated() {
      if index > 0 { text.append(UInt8(ascii: "&")) }
      PercentEncoding.append(
        item.name, leaving: rules.allowed, space: rules.space, to: &text)
      guard let value = item.value else { continue }
      text.append(UInt8(ascii: "="))
      if let joined = item.joined {
        append(joined, rules, to: &text)
      } else {
        PercentEncoding.append(value, leaving: rules.allowed, space: rules.space, to: &text)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the elements of a joined value. The separator is percent-encoded within the elements,
  /// but not between them if a query may contain it.
  private static func append(
    _ joined: QueryItem.Joined, _ rules: ParameterRules, to text: inout [UInt8]
  ) {
    let allowed = rules.allowed.removing(joined.separator)
    for (index, element) in joined.elements.enumerated() {
      if index > 0 {
        PercentEncoding.append(
          joined.separator, leaving: .queryValue, space: rules.space, to: &text)
      }
      PercentEncoding.append(element, leaving: allowed, space: rules.space, to: &text)
    }
  }
}

/// A name and a value in a query or a form. If there is no value, `=` is omitted.
public struct QueryItem: Hashable, Sendable {
  /// The name, without percent-encoding.
  public var name: String
  /// The value, without percent-encoding. Setting it turns a joined value into a single string.
  public var value: String? { didSet { joined = nil } }

  /// The elements of a joined value.
  struct Joined: Hashable, Sendable {
    var elements: [String]
    var separator: String
  }

  /// The elements and the separator of a joined value, or `nil` for a single string.
  private(set) var joined: Joined?

  /// Creates an item. If there is no value, `=` is omitted.
  public init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }

  /// Creates an item with multiple strings as one value.
  ///
  /// The separator is percent-encoded within the strings. Between them it is not encoded if a query
  /// may contain it, so the strings can be separated before they are decoded.
  public init(_ name: String, joining elements: [String], by separator: String = ",") {
    self.name = name
    value = elements.joined(separator: separator)
    joined = Joined(elements: elements, separator: separator)
  }
}

extension QueryItem: Redacted {
  /// A description for logs that omits the value: `token=<redacted>`, or only the name if there is
  /// no value.
  public var description: String {
    HTTPSyntax.escaped(name) + (value == nil ? "" : "=\(Redaction.mask)")
  }
}
