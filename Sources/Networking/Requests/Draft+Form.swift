import TremaHTTP

// Names and values as a body: `application/x-www-form-urlencoded`.
extension Draft where Body == BodyAllowed {
  /// Names and values in the order in which they are written; those that are nil are left out.
  ///
  /// - Parameter encoder: nil is the client's.
  public func form(_ parameters: Parameters, with encoder: FormEncoder? = nil) -> Draft {
    encoded(as: FormEncoder.contentType) { coders in
      let encoder = encoder ?? coders.form
      return Array(encoder.text(of: try parameters.items(encoder.rules)).utf8)
    }
  }

  public func form(_ items: [QueryItem], with encoder: FormEncoder? = nil) -> Draft {
    form(Parameters(items), with: encoder)
  }

  /// The entries of a dictionary, sorted by name; those that are nil are left out.
  @_disfavoredOverload
  public func form(
    _ values: [String: (any Encodable & Sendable)?], with encoder: FormEncoder? = nil
  ) -> Draft {
    form(Parameters(values), with: encoder)
  }

  /// The properties of a value.
  @_disfavoredOverload
  public func form(_ values: some Encodable & Sendable, with encoder: FormEncoder? = nil) -> Draft {
    form(Parameters(values), with: encoder)
  }
}

// The same steps where no body is allowed, so that the compiler says why they are not there.
extension Draft where Body == BodyForbidden {
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func form(_ parameters: Parameters, with encoder: FormEncoder? = nil) -> Draft { self }

  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func form(_ items: [QueryItem], with encoder: FormEncoder? = nil) -> Draft { self }

  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  @_disfavoredOverload
  public func form(
    _ values: [String: (any Encodable & Sendable)?], with encoder: FormEncoder? = nil
  ) -> Draft {
    self
  }

  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  @_disfavoredOverload
  public func form(_ values: some Encodable & Sendable, with encoder: FormEncoder? = nil) -> Draft {
    self
  }
}
