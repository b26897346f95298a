import TremaHTTP

// What stands in the head of a message.
extension Draft {
  /// Sets a field; nil and an empty value leave it as it is.
  public func header(_ name: HTTPFields.Name, _ value: String?) -> Draft {
    with { draft in
      guard let value, !value.isEmpty else { return }
      draft.request.fields[name] = value
    }
  }

  /// Adds a field beside those of the same name; nil and an empty value add nothing.
  public func appending(header name: HTTPFields.Name, _ value: String?) -> Draft {
    with { draft in
      guard let value, !value.isEmpty else { return }
      draft.request.fields.append(name, value)
    }
  }

  /// Sets fields, several of one name too, in the place of those with the same names; an empty value
  /// leaves a field as it is.
  public func headers(_ fields: HTTPFields) -> Draft {
    with { $0.request.fields.merge(HTTPFields(fields.all.filter { !$0.value.isEmpty })) }
  }

  /// Sets `Accept`: the types that are welcome, the best first.
  public func accept(_ types: String...) -> Draft {
    header(.accept, types.joined(separator: ", "))
  }

  /// The name and the password of a user; who has neither may leave them out.
  ///
  /// A colon in the name, and control characters, are refused: ``CredentialsError``.
  /// Source: RFC 7617.
  public func basicAuth(_ user: String, _ password: String) -> Draft {
    apply(withBasicAuth(user, password))
  }

  /// A token that opens the door to whoever has it.
  ///
  /// Source: RFC 6750, section 2.1.
  public func bearer(_ token: String) -> Draft { apply(withBearer(token)) }

  /// Any change of what goes over the wire. An error is kept as ``problem``.
  public func apply(_ change: (HTTPRequest) throws -> HTTPRequest) -> Draft {
    with { draft in
      let changed = try change(draft.request)
      draft.options.ownDeadlines.formUnion(
        changed.deadlines.differences(from: draft.request.deadlines))
      draft.request = changed
    }
  }

  /// Sets any part of what goes over the wire.
  public func set<Part>(_ part: WritableKeyPath<HTTPRequest, Part>, to value: Part) -> Draft {
    if let deadlines = value as? HTTPDeadlines { return self.deadlines(deadlines) }
    return apply { request in
      var request = request
      request[keyPath: part] = value
      return request
    }
  }
}
