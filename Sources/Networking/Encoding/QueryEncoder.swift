import TremaHTTP

/// Writes values as the query of a URL.
///
/// Source: RFC 3986, section 3.4; which names arrays and nested values have is said by no standard.
public struct QueryEncoder: Sendable {
  public var rules: ParameterRules

  public init(_ rules: ParameterRules = ParameterRules()) { self.rules = rules }

  /// Names and values, not percent-encoded.
  ///
  /// - Throws: ``ParameterError``, with the path to the value that cannot be written.
  public func items(of value: some Encodable) throws(ParameterError) -> [QueryItem] {
    try ParameterEncoder.node(of: value, rules).items(rules)
  }

  /// `a=1&b=2`, percent-encoded.
  public func text(of items: [QueryItem]) -> String { ParameterText.text(of: items, rules) }

  public func text(of value: some Encodable) throws(ParameterError) -> String {
    text(of: try items(of: value))
  }
}

/// Writes values as `application/x-www-form-urlencoded`: a space is `+`.
///
/// Source: the URL Standard of WHATWG, section 5.2; a value without `=` is read as an empty one.
public struct FormEncoder: Sendable {
  public static let contentType = "application/x-www-form-urlencoded"

  public var rules: ParameterRules

  public init(_ rules: ParameterRules = .form) { self.rules = rules }

  /// - Throws: ``ParameterError``, with the path to the value that cannot be written.
  public func items(of value: some Encodable) throws(ParameterError) -> [QueryItem] {
    try ParameterEncoder.node(of: value, rules).items(rules)
  }

  public func text(of items: [QueryItem]) -> String { ParameterText.text(of: items, rules) }

  public func text(of value: some Encodable) throws(ParameterError) -> String {
    text(of: try items(of: value))
  }
}
