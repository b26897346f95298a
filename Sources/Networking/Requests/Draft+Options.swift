import TremaHTTP

// What is said to the client and the transport.
extension Draft {
  /// Sets the total deadline, from sending the request to its value: gates, queue and interceptors
  /// included. `nil` is unlimited.
  public func timeout(_ total: Duration?) -> Draft { deadline(.total, total) }

  /// Sets the deadline of one part; the others are the client's. `nil` is unlimited.
  public func deadline(_ part: TransportError.Timeout, _ duration: Duration?) -> Draft {
    with { draft in
      draft.request.deadlines[part] = duration
      draft.options.ownDeadlines.insert(part)
    }
  }

  /// Sets the deadlines of all parts, in place of the client's.
  public func deadlines(_ deadlines: HTTPDeadlines) -> Draft {
    with { draft in
      draft.request.deadlines = deadlines
      draft.options.ownDeadlines = Set(TransportError.Timeout.allCases)
    }
  }

  /// Before which requests it is sent when not all can be on their way at once.
  public func priority(_ priority: HTTPPriority) -> Draft {
    with { $0.request.priority = priority }
  }

  /// Sets the base URL of a relative target, instead of the client's. The client's fields are not sent to
  /// another origin.
  public func baseURL(_ url: String) -> Draft { with { $0.options.baseURL = url } }

  /// Sets the policy of the client's ``Cache``. Without one `cacheOnly` is the error `unsupported`, unless
  /// another interceptor or a mock answers; the others use the network.
  public func cachePolicy(_ policy: HTTPRequest.CachePolicy) -> Draft {
    with { $0.request.cachePolicy = policy }
  }

  /// Sets the kind of traffic, which Apple platforms schedule by.
  public func networkServiceType(_ type: HTTPRequest.NetworkServiceType) -> Draft {
    with { $0.request.networkServiceType = type }
  }

  /// Marks it for interceptors and constraints.
  public func tag(_ tags: String...) -> Draft { with { $0.options.tags.formUnion(tags) } }

  /// Sets the statuses of success, instead of 200 to 299: `.accepting(200...299, 404)`. No pattern, or a
  /// range without a status in it, is refused when the request is sent: no response could be a success.
  public func accepting(_ statuses: any StatusPattern...) -> Draft {
    with { draft in
      let codes = statuses.map(\.codes)
      draft.options.acceptedStatuses = codes.reduce(into: []) { $0.formUnion($1) }
      guard !codes.isEmpty, codes.allSatisfy({ !$0.isEmpty }) else {
        throw NetworkError(
          .unsupported("what it accepts is no status: they are from 100 to 999"),
          request: draft.request)
      }
    }
  }

  /// Does not wait at the gate with this name.
  public func skipping(constraint name: String) -> Draft {
    with { $0.options.skippedConstraints.insert(name) }
  }

  /// Waits at no gate.
  public var skippingConstraints: Draft { with { $0.options.skipsAllConstraints = true } }

  /// Goes round the interceptor with this name.
  public func skipping(interceptor name: String) -> Draft {
    with { $0.options.skippedInterceptors.insert(name) }
  }

  /// The most bytes of a body that is read as a whole; more is the error `bodyTooLarge`.
  public func responseLimit(_ bytes: Int) -> Draft { with { $0.options.responseLimit = bytes } }

  /// The most bytes that a compressed body may become; more is the error `content(.tooLarge)`.
  public func decodedLimit(_ bytes: Int) -> Draft { with { $0.options.decodedLimit = bytes } }

  /// Reports the progress of bodies, and the times at the end of each attempt. The closure is
  /// called on any thread, and must return soon.
  public func observing(_ observer: @escaping @Sendable (TransportEvent) -> Void) -> Draft {
    with { $0.options.observer = observer }
  }
}

/// Statuses that a request takes for success: a code, a range of them, an ``HTTPStatus``.
public protocol StatusPattern: Sendable {
  /// The matching codes, from 100 to 999; may be empty.
  var codes: Set<Int> { get }
}

extension Int: StatusPattern {
  /// The one status code.
  public var codes: Set<Int> { (self...self).codes }
}

extension HTTPStatus: StatusPattern {
  /// The code of the status.
  public var codes: Set<Int> { code.codes }
}

extension ClosedRange<Int>: StatusPattern {
  /// The codes of the class.
  public var codes: Set<Int> {
    overlaps(100...999) ? Set(clamped(to: 100...999)) : []
  }
}

extension Range<Int>: StatusPattern {
  /// The codes of the range, within 100 to 999.
  public var codes: Set<Int> { Set(clamped(to: 100..<1000)) }
}

// What is in the head of a message.
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

  /// A bearer token: any holder of it has its rights.
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
