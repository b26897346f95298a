import TremaHTTP

extension Cache {
  /// Returns a stored entry as a response.
  ///
  /// - Throws: `bodyTooLarge` where the body is longer than the request takes, as a transport would.
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
    } else if case .whole(let limit) = lookup.context.record.delivery, entry.length > limit {
      entry.body.cancel()
      throw NetworkError(
        transport: TransportError(.bodyTooLarge(limit: limit)), request: lookup.request.head,
        response: head)
    }
    response.add(status)
    return response
  }

  /// The body of an entry as it was asked for: as a whole where it does not stream.
  func whole(_ entry: CacheEntry, _ lookup: Lookup) async -> CacheEntry? {
    guard !lookup.context.isStreaming, entry.body.bytes == nil,
      lookup.request.head.method == .get
    else { return entry }
    if case .whole(let limit) = lookup.context.record.delivery, entry.length > limit {
      return entry
    }
    do throws(TransportError) {
      let bytes = try await entry.body.collect(upTo: entry.length)
      return CacheEntry(entry.response, body: .bytes(bytes), length: entry.length)
    } catch {
      note(CacheProblem(.read, "\(error)"))
      return nil
    }
  }

  /// Source: RFC 9111, section 5.2.1.7.
  static func gatewayTimeout(_ request: HTTPRequest) -> HTTPResponse {
    var response = HTTPResponse(HTTPResponseHead(.gatewayTimeout, url: request.target))
    response.add(CacheStatus(detail: .onlyIfCached))
    return response
  }

  /// Refuses or answers what may not go to the network.
  func kept(from request: HTTPRequest) throws(NetworkError) -> HTTPResponse? {
    if request.cachePolicy == .cacheOnly {
      throw NetworkError(.interceptor(name: name, NotCached()), request: request)
    }
    guard request.cachePolicy == .protocol,
      CacheControlDirectives(request.fields).contains(.onlyIfCached)
    else {
      return nil
    }
    return Self.gatewayTimeout(request)
  }

  /// A request that no cache answers, and whose response none keeps.
  func passing(_ request: ClientRequest, _ next: Next) async throws(NetworkError) -> HTTPResponse {
    if let answer = try kept(from: request.head) { return answer }
    var response = try await next(request)
    response.add(CacheStatus(forward: Self.isOfCaches(request.head) ? .bypass : .method))
    return response
  }

  private static func isOfCaches(_ request: HTTPRequest) -> Bool {
    request.method == .get || request.method == .head
  }

  /// A request that may change what the server has.
  func changing(
    _ request: ClientRequest, _ next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    if let answer = try kept(from: request.head) { return answer }
    do throws(NetworkError) {
      var response = try await next(request)
      for target in Invalidation.targets(request.head, response.head) {
        if let key = CacheKey(target, of: .anonymous) { await change(key) }
      }
      response.add(CacheStatus(forward: .method))
      return response
    } catch {
      // The server may or may not have executed the request.
      if error.mayHaveBeenSent, let key = CacheKey(request.head.target, of: .anonymous) {
        await change(key)
      }
      throw error
    }
  }

  /// Invalidates the entries of a URL for all users, and the responses to requests that are in flight.
  ///
  /// Source: RFC 9111, section 4.4.
  private func change(_ key: CacheKey) async {
    InvalidationToken.change(key, in: asked)
    do throws(CacheProblem) { try await store.removeAll(ofResource: key) } catch { note(error) }
  }
}

extension Cache: SynchronousInterceptor {
  /// Answers without waiting where the entry is in memory, or where it is missing and the answer is not
  /// to be stored.
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let record = context.record
    guard let memory, record.draft.options.mock == nil, Self.isForCaches(request.head),
      withoutCookies(request) == nil, let identity = knownIdentity(of: request, context),
      let key = record.withURL(
        of: request.head.target, { CacheKey($0, as: request.head.target, of: identity) }) ?? nil
    else { return .enter }
    let question = InvalidationToken(key, in: asked)
    if memory.has(key) { return .enter }
    if let answer = try kept(from: request.head) { return .answer(answer) }
    return .around(
      Missed(
        cache: self, request: request, own: key, question: question,
        asked: Self.seconds(context.clock)))
  }

  private func knownIdentity(
    of request: ClientRequest, _ context: StepContext
  ) -> RequestIdentity? {
    options.identifyingCookies == nil
      ? context.knownIdentity(of: request)
      : context.knownIdentity(of: withIdentifyingCookies(request))
  }

  /// A request without a stored response.
  private final class Missed: OutcomeHandler {
    let cache: Cache
    let request: ClientRequest
    let own: CacheKey
    let question: InvalidationToken
    let asked: Int64

    init(
      cache: Cache, request: ClientRequest, own: CacheKey, question: InvalidationToken, asked: Int64
    ) {
      self.cache = cache
      self.request = request
      self.own = own
      self.question = question
      self.asked = asked
    }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      let status = CacheStatus(forward: .missing)
      guard StoredResponse.mayBeKept(response.head, to: request.head) else {
        response.add(status)
        return nil
      }
      return { [self, response] (context, _) async throws(NetworkError) in
        let times = Times(asked: asked, answered: Cache.seconds(context.clock))
        let keys = Keys(own: own, shared: own)
        var lookup = Lookup(request: request, keys: keys, context: context, question: question)
        lookup.isVacant = true
        return await cache.keep(response, lookup, sent: context.record.sent, times, status)
      }
    }
  }
}
