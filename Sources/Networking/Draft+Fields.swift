import TremaHTTP

extension Draft {
  /// Sets a field; nil and an empty value leave it as it is.
  public func header(_ name: HTTPFields.Name, _ value: String?) -> Draft {
    with { draft in
      guard let value, !value.isEmpty else { return }
      draft.request.fields[name] = value
    }
  }

  /// Marks it for interceptors and constraints.
  public func tag(_ tags: String...) -> Draft { with { $0.options.tags.formUnion(tags) } }

  /// Any change of what goes over the wire.
  public func apply(_ change: (HTTPRequest) throws -> HTTPRequest) -> Draft {
    with { $0.request = try change($0.request) }
  }
}
