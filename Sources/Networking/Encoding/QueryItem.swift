import TremaHTTP

/// A name and its value in a query or a form; without a value there is no `=`.
public struct QueryItem: Hashable, Sendable {
  public var name: String
  /// Setting it forgets that it was joined of several.
  public var value: String? { didSet { joined = nil } }

  struct Joined: Hashable, Sendable {
    var elements: [String]
    var separator: String
  }

  /// Where the value is several texts with something between them.
  private(set) var joined: Joined?

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
