import TremaHTTP

// What stands behind the question mark. A query that is in the target already stays before it.
extension Draft {
  /// Adds a value under a name, as the query encoder of the client writes it: a text, a number, a
  /// date, an array. Nil adds nothing.
  public func query(_ name: String, _ value: (any Encodable & Sendable)?) -> Draft {
    with { $0.query.append(name, value) }
  }

  /// Adds names and values in the order in which they are written; those that are nil are left out.
  public func query(_ parameters: Parameters) -> Draft {
    with { $0.query.append(parameters) }
  }

  public func query(_ items: [QueryItem]) -> Draft { query(Parameters(items)) }

  // A literal in brackets would be a dictionary for the compiler, and lose its order, if these were
  // not less favoured than the one that takes ``Parameters``.

  /// Adds the entries of a dictionary, sorted by name; those that are nil are left out.
  @_disfavoredOverload
  public func query(_ values: [String: (any Encodable & Sendable)?]) -> Draft {
    query(Parameters(values))
  }

  /// Adds the properties of a value.
  @_disfavoredOverload
  public func query(_ values: some Encodable & Sendable) -> Draft { query(Parameters(values)) }
}
