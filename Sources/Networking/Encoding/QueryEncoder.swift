import TremaHTTP

/// An encoder of values as the query of a URL.
///
/// Source: RFC 3986, section 3.4. No standard defines the names of arrays and nested values.
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

  /// Returns the query of some items, percent-encoded and without `?`: `a=1&b=2`.
  public func text(of items: [QueryItem]) -> String { ParameterText.text(of: items, rules) }

  /// Returns the query of a value, percent-encoded and without `?`.
  public func text(of value: some Encodable) throws(ParameterError) -> String {
    text(of: try items(of: value))
  }
}

/// An encoder of values as `application/x-www-form-urlencoded`: a space becomes `+`.
///
/// Source: the URL Standard of WHATWG, section 5.2. Without `=` the value of an item is read as
/// empty.
public struct FormEncoder: Sendable {
  /// The media type of a form.
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

  /// Returns the form of some items, percent-encoded.
  public func text(of items: [QueryItem]) -> String { ParameterText.text(of: items, rules) }

  /// Returns the form of a value, percent-encoded.
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

  /// Appends the elements of a joined value. The separator is encoded within them, but not between
  /// them where a query may contain it.
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

/// A name and a value of a query or a form. Without a value it is written without `=`.
public struct QueryItem: Hashable, Sendable {
  /// The name, without percent-encoding.
  public var name: String
  /// The value, without percent-encoding. Setting it makes a joined value a single text.
  public var value: String? { didSet { joined = nil } }

  /// The elements of a joined value.
  struct Joined: Hashable, Sendable {
    var elements: [String]
    var separator: String
  }

  /// The elements and the separator of a joined value; `nil` for a single text.
  private(set) var joined: Joined?

  /// Creates an item; one without a value is written without `=`.
  public init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }

  /// Creates an item with several texts as one value.
  ///
  /// The separator is percent-encoded within the texts. Between them it is not encoded where a
  /// query may contain it, so that the texts can be separated before they are decoded.
  public init(_ name: String, joining elements: [String], by separator: String = ",") {
    self.name = name
    value = elements.joined(separator: separator)
    joined = Joined(elements: elements, separator: separator)
  }
}

extension QueryItem: Redacted {
  /// A description for logs without the value: `token=<redacted>`, or only the name if there is no
  /// value.
  public var description: String {
    HTTPSyntax.escaped(name) + (value == nil ? "" : "=\(Redaction.mask)")
  }
}
