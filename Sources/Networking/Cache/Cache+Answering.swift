import TremaHTTP

extension Cache {
  /// Returns a stored entry as a response.
  ///
  /// - Throws: `bodyTooLarge` if the body exceeds the limit of the request, like a transport.
  func respond(
    _ lookup: Lookup, _ entry: CacheEntry, _ age: Int64, _ status: CacheStatus
  ) throws(NetworkError) -> HTTPResponse {
    let stored = entry.response
    var head = HTTPResponseHead(
      stored.status, fields: stored.fields, url: lookup.request.head.target,
      version: stored.version)
    head.fields["Age"] = "\(age)"
    var response = HTTPResponse(head, body: entry.body)
    if lookup.request.head.method == .head {
      entry.body.cancel()
      response.body = .bytes([])
    } else if case .whole(let limit) = lookup.context.requestState.delivery, entry.length > limit {
      entry.body.cancel()
      throw NetworkError(
        transport: TransportError(.bodyTooLarge(limit: limit)), request: lookup.request.head,
        response: head)
    }
    response.add(status)
    return response
  }

  /// Returns an entry whose body is in the form that the request needs: bytes, unless it is
  /// streamed. Returns `nil` if the body cannot be read.
  func loadBody(_ entry: CacheEntry, _ lookup: Lookup) async -> CacheEntry? {
    guard !lookup.context.isStreaming, entry.body.bytes == nil,
      lookup.request.head.method == .get
    else { return entry }
    if case .whole(let limit) = lookup.context.requestState.delivery, entry.length > limit {
      return entry
    }
    do throws(TransportError) {
      let bytes = try await entry.body.collect(upTo: entry.length)
      return CacheEntry(entry.response, body: .bytes(bytes), length: entry.length)
    } catch {
      report(CacheProblem(.read, "\(error)"))
      return nil
    }
  }

  /// Returns the response to an `only-if-cached` request without an entry.
  ///
  /// See RFC 9111, section 5.2.1.7.
  static func gatewayTimeout(_ request: HTTPRequest) -> HTTPResponse {
    var response = HTTPResponse(HTTPResponseHead(.gatewayTimeout, url: request.target))
    response.add(CacheStatus(detail: .onlyIfCached))
    return response
  }

  /// Returns the response to a request that must not use the network, or throws its error. Returns
  /// `nil` if the network may be used.
  func offlineResponse(to request: HTTPRequest) throws(NetworkError) -> HTTPResponse? {
    if request.cachePolicy == .cacheOnly {
      throw NetworkError(.interceptor(name: name, NotCachedError()), request: request)
    }
    guard request.cachePolicy == .protocol,
      CacheControlDirectives(request.fields).contains(.onlyIfCached)
    else {
      return nil
    }
    return Self.gatewayTimeout(request)
  }

  /// Sends a request that has no entry and whose response is not stored.
  func forwardUncached(_ request: ClientRequest, _ next: Next) async throws(NetworkError)
    -> HTTPResponse
  {
    if let answer = try offlineResponse(to: request.head) { return answer }
    var response = try await next(request)
    response.add(CacheStatus(forward: Self.isCacheableMethod(request.head) ? .bypass : .method))
    return response
  }

  /// Returns whether caches support the method.
  private static func isCacheableMethod(_ request: HTTPRequest) -> Bool {
    request.method == .get || request.method == .head
  }

  /// Sends a request that may change resources on the server, and invalidates their entries.
  func forwardUnsafe(
    _ request: ClientRequest, _ next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    if let answer = try offlineResponse(to: request.head) { return answer }
    do throws(NetworkError) {
      var response = try await next(request)
      for target in Invalidation.targets(request.head, response.head) {
        if let key = CacheKey(target, of: .anonymous) { await invalidate(key) }
      }
      response.add(CacheStatus(forward: .method))
      return response
    } catch {
      // The server may or may not have executed the request.
      if error.mayHaveBeenSent, let key = CacheKey(request.head.target, of: .anonymous) {
        await invalidate(key)
      }
      throw error
    }
  }

  /// Invalidates a URL's entries for all users, and the responses to requests in flight.
  ///
  /// See RFC 9111, section 4.4.
  private func invalidate(_ key: CacheKey) async {
    InvalidationToken.invalidate(key, in: storeIdentity)
    do throws(CacheProblem) { try await store.removeAll(ofResource: key) } catch { report(error) }
  }
}

extension Cache: SynchronousInterceptor {
  /// Handles a request without waiting if the store is in memory and contains no entry for it. The
  /// response is stored afterwards if it is storable.
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let record = context.requestState
    guard let memory, record.builder.options.mock == nil, Self.isUnconditionalRead(request.head),
      withoutCookies(request) == nil, let identity = knownIdentity(of: request, context),
      let key = record.withURL(
        of: request.head.target, { CacheKey($0, as: request.head.target, of: identity) }) ?? nil
    else { return .intercept }
    let token = InvalidationToken(key, in: storeIdentity)
    if memory.contains(key) { return .intercept }
    if let answer = try offlineResponse(to: request.head) { return .respond(answer) }
    return .handleOutcome(
      MissHandler(
        cache: self, request: request, key: key, invalidationToken: token,
        requestTime: Self.seconds(context.clock)))
  }

  /// Returns the part of a request's identity that responses depend on, or `nil` if an interceptor
  /// has to be awaited.
  private func knownIdentity(
    of request: ClientRequest, _ context: StepContext
  ) -> RequestIdentity? {
    options.identifyingCookies == nil
      ? context.knownIdentity(of: request)
      : context.knownIdentity(of: withIdentifyingCookies(request))
  }

  /// The handler of a request without a stored response.
  private final class MissHandler: OutcomeHandler {
    let cache: Cache
    let request: ClientRequest
    let key: CacheKey
    let invalidationToken: InvalidationToken
    /// The time of the request, in seconds since 1970.
    let requestTime: Int64

    init(
      cache: Cache, request: ClientRequest, key: CacheKey, invalidationToken: InvalidationToken,
      requestTime: Int64
    ) {
      self.cache = cache
      self.request = request
      self.key = key
      self.invalidationToken = invalidationToken
      self.requestTime = requestTime
    }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      let status = CacheStatus(forward: .missing)
      guard StoredResponse.isStorable(response.head, to: request.head) else {
        response.add(status)
        return nil
      }
      return { [self, response] (context, _) async throws(NetworkError) in
        let times = Times(requestTime: requestTime, responseTime: Cache.seconds(context.clock))
        let keys = Keys(cookieSpecific: key, shared: key)
        var lookup = Lookup(
          request: request, keys: keys, context: context, invalidationToken: invalidationToken)
        lookup.isVacant = true
        return await cache.storeWhileReading(
          response, lookup, sent: context.requestState.sentRequest, times, status)
      }
    }
  }
}
