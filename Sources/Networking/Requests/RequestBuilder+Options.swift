import TremaHTTP

// Options for the client and the transport. They are not sent.
extension RequestBuilder {
  /// Sets the total deadline, from the start of the request to its decoded value, including
  /// constraints, the queue and interceptors. `nil` means unlimited.
  public func timeout(_ total: Duration?) -> RequestBuilder { deadline(.total, total) }

  /// Sets the deadline for one part. The others keep the client's deadlines. `nil` means unlimited.
  public func deadline(_ part: TransportError.Timeout, _ duration: Duration?) -> RequestBuilder {
    with { builder in
      builder.request.deadlines[part] = duration
      builder.options.explicitDeadlines.insert(part)
    }
  }

  /// Sets the deadlines for all parts, replacing the client's deadlines.
  public func deadlines(_ deadlines: HTTPDeadlines) -> RequestBuilder {
    with { builder in
      builder.request.deadlines = deadlines
      builder.options.explicitDeadlines = Set(TransportError.Timeout.allCases)
    }
  }

  /// Sets the priority, which orders waiting requests if the number of concurrent requests is
  /// limited.
  public func priority(_ priority: HTTPPriority) -> RequestBuilder {
    with { $0.request.priority = priority }
  }

  /// Sets the base URL of a relative target, replacing the client's base URL. The client's fields
  /// are not sent to a different origin.
  public func baseURL(_ url: String) -> RequestBuilder { with { $0.options.baseURL = url } }

  /// Sets the policy for the client's ``Cache``. Without a cache, `cacheOnly` fails with
  /// `unsupported` unless an interceptor or mock responds; the other policies use the network.
  public func cachePolicy(_ policy: HTTPRequest.CachePolicy) -> RequestBuilder {
    with { $0.request.cachePolicy = policy }
  }

  /// Sets the kind of traffic, which Apple platforms use to schedule requests.
  public func networkServiceType(_ type: HTTPRequest.NetworkServiceType) -> RequestBuilder {
    with { $0.request.networkServiceType = type }
  }

  /// Adds tags that interceptors and constraints can read.
  public func tag(_ tags: String...) -> RequestBuilder { with { $0.options.tags.formUnion(tags) } }

  /// Sets the accepted statuses, replacing 200 to 299: `.accepting(200...299, 404)`. If there are
  /// no patterns or a range contains no status, the request fails with `unsupported` when it is
  /// sent, as no response could be accepted.
  public func accepting(_ statuses: any StatusPattern...) -> RequestBuilder {
    with { builder in
      let codes = statuses.map(\.codes)
      builder.options.acceptedStatuses = codes.reduce(into: []) { $0.formUnion($1) }
      guard !codes.isEmpty, codes.allSatisfy({ !$0.isEmpty }) else {
        throw NetworkError(
          .unsupported("the request accepts no status; specify statuses from 100 to 999"),
          request: builder.request)
      }
    }
  }

  /// Skips the constraints that have a name.
  public func skipping(constraint name: String) -> RequestBuilder {
    with { $0.options.skippedConstraints.insert(name) }
  }

  /// Skips all constraints.
  public var skippingConstraints: RequestBuilder { with { $0.options.skipsAllConstraints = true } }

  /// Skips the interceptors that have a name.
  public func skipping(interceptor name: String) -> RequestBuilder {
    with { $0.options.skippedInterceptors.insert(name) }
  }

  /// Sets the maximum size, in bytes, of a body that is read as a whole. A larger body fails with
  /// `bodyTooLarge`.
  public func responseLimit(_ bytes: Int) -> RequestBuilder {
    with { $0.options.responseLimit = bytes }
  }

  /// Sets the maximum decompressed size of a compressed body, in bytes. A larger body fails with
  /// `content(.tooLarge)`.
  public func decodedLimit(_ bytes: Int) -> RequestBuilder {
    with { $0.options.decodedLimit = bytes }
  }

  /// Sets an observer for body progress, and for the metrics at the end of each attempt. The
  /// closure is called on any thread and must return quickly.
  public func observing(_ observer: @escaping @Sendable (TransportEvent) -> Void) -> RequestBuilder
  {
    with { $0.options.observer = observer }
  }
}

/// A pattern for accepted statuses: a code, a range of codes, or an `HTTPStatus`.
public protocol StatusPattern: Sendable {
  /// The matching codes, limited to 100 to 999; may be empty.
  var codes: Set<Int> { get }
}

extension Int: StatusPattern {
  /// The single status code.
  public var codes: Set<Int> { (self...self).codes }
}

extension HTTPStatus: StatusPattern {
  /// The code of the status.
  public var codes: Set<Int> { code.codes }
}

extension ClosedRange<Int>: StatusPattern {
  /// The codes in the range, limited to 100 to 999.
  public var codes: Set<Int> {
    overlaps(100...999) ? Set(clamped(to: 100...999)) : []
  }
}

extension Range<Int>: StatusPattern {
  /// The codes in the range, limited to 100 to 999.
  public var codes: Set<Int> { Set(clamped(to: 100..<1000)) }
}

// Request fields.
extension RequestBuilder {
  /// Sets a field. `nil` and an empty value leave it unchanged.
  public func header(_ name: HTTPFields.Name, _ value: String?) -> RequestBuilder {
    with { builder in
      guard let value, !value.isEmpty else { return }
      builder.request.fields[name] = value
    }
  }

  /// Adds a field and keeps any with the same name. `nil` and an empty value add nothing.
  public func appending(header name: HTTPFields.Name, _ value: String?) -> RequestBuilder {
    with { builder in
      guard let value, !value.isEmpty else { return }
      builder.request.fields.append(name, value)
    }
  }

  /// Sets fields, including repeated names, replacing existing fields with these names. An empty
  /// value leaves a field unchanged.
  public func headers(_ fields: HTTPFields) -> RequestBuilder {
    with { $0.request.fields.merge(HTTPFields(fields.all.filter { !$0.value.isEmpty })) }
  }

  /// Sets `Accept` to the accepted media types, in order of preference.
  public func accept(_ types: String...) -> RequestBuilder {
    header(.accept, types.joined(separator: ", "))
  }

  /// Sets the user name and password for basic authentication. Either may be empty.
  ///
  /// A colon in the name and control characters are reported as ``CredentialsError``.
  ///
  /// See RFC 7617.
  public func basicAuth(_ user: String, _ password: String) -> RequestBuilder {
    apply(withBasicAuth(user, password))
  }

  /// Sets a bearer token in `Authorization`.
  ///
  /// See RFC 6750, section 2.1.
  public func bearer(_ token: String) -> RequestBuilder { apply(withBearer(token)) }

  /// Applies a change to the request that is sent. An error thrown by the closure is stored as
  /// ``problem``.
  public func apply(_ change: (HTTPRequest) throws -> HTTPRequest) -> RequestBuilder {
    with { builder in
      let changed = try change(builder.request)
      builder.options.explicitDeadlines.formUnion(
        changed.deadlines.differences(from: builder.request.deadlines))
      builder.request = changed
    }
  }

  /// Sets a property of the request that is sent.
  public func set<Part>(_ part: WritableKeyPath<HTTPRequest, Part>, to value: Part)
    -> RequestBuilder
  {
    if let deadlines = value as? HTTPDeadlines { return self.deadlines(deadlines) }
    return apply { request in
      var request = request
      request[keyPath: part] = value
      return request
    }
  }
}
