import TremaHTTP

/// Writes values as the query of a URL.
///
/// Source: RFC 3986, section 3.4; which names arrays and nested values have is said by no standard.
public struct QueryEncoder: Sendable {
  /// The rules of names and values.
  public var rules: ParameterRules

  /// Creates an encoder.
  public init(_ rules: ParameterRules = ParameterRules()) { self.rules = rules }

  /// Names and values, not percent-encoded.
  ///
  /// - Throws: ``ParameterError``, with the path to the value that cannot be written.
  public func items(of value: some Encodable) throws(ParameterError) -> [QueryItem] {
    try ParameterEncoder.node(of: value, rules).items(rules)
  }

  /// `a=1&b=2`, percent-encoded.
  public func text(of items: [QueryItem]) -> String { ParameterText.text(of: items, rules) }

  /// Returns the query of a value, percent-encoded and without `?`.
  public func text(of value: some Encodable) throws(ParameterError) -> String {
    text(of: try items(of: value))
  }
}

/// Writes values as `application/x-www-form-urlencoded`: a space is `+`.
///
/// Source: the URL Standard of WHATWG, section 5.2; a value without `=` is read as an empty one.
public struct FormEncoder: Sendable {
  /// The media type of a form.
  public static let contentType = "application/x-www-form-urlencoded"

  /// The rules of names and values.
  public var rules: ParameterRules

  /// Creates an encoder.
  public init(_ rules: ParameterRules = .form) { self.rules = rules }

  /// - Throws: ``ParameterError``, with the path to the value that cannot be written.
  public func items(of value: some Encodable) throws(ParameterError) -> [QueryItem] {
    try ParameterEncoder.node(of: value, rules).items(rules)
  }

  /// Returns the form of some items, percent-encoded.
  public func text(of items: [QueryItem]) -> String { ParameterText.text(of: items, rules) }

  /// Returns the form of a value, percent-encoded.
  public func text(of value: some Encodable) throws(ParameterError) -> String {
    text(of: try items(of: value))
  }
}

/// Names and values with `=` and `&` between them.
enum ParameterText {
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

/// A name and its value in a query or a form; without a value there is no `=`.
public struct QueryItem: Hashable, Sendable {
  /// The name, decoded.
  public var name: String
  /// Setting it forgets that it was joined of several.
  public var value: String? { didSet { joined = nil } }

  struct Joined: Hashable, Sendable {
    var elements: [String]
    var separator: String
  }

  /// The elements and the separator of a joined value; `nil` for a single text.
  private(set) var joined: Joined?

  /// Creates an item; one without a value has no `=`.
  public init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }

  /// Several texts as one value. Inside them the separator is percent-encoded, between them it is
  /// written as it is where a query may hold it; so they can be told apart before they are decoded.
  public init(_ name: String, joining elements: [String], by separator: String = ",") {
    self.name = name
    value = elements.joined(separator: separator)
    joined = Joined(elements: elements, separator: separator)
  }
}

extension QueryItem: Redacted {
  /// `token=<redacted>`; the name alone where there is no value.
  public var description: String {
    HTTPSyntax.shown(name) + (value == nil ? "" : "=\(Redaction.mask)")
  }
}
