import TremaHTTP

extension Cache {
  /// Validates a stale response in an unstructured task. At most one validation per key runs at a
  /// time.
  ///
  /// See RFC 5861, section 3.
  func validateInBackground(_ lookup: Lookup, _ stored: StoredResponse) {
    guard keysBeingValidated.withLock({ $0.insert(lookup.key).inserted }) else { return }
    Task {
      let clock = lookup.context.clock
      _ = await withTimeout(until: clock.now() + options.backgroundTimeout, clock: clock) {
        // If the validation fails, the response stays stale, and the next request validates it.
        try? await self.validate(lookup, stored)
      }
      keysBeingValidated.withLock { _ = $0.remove(lookup.key) }
    }
  }

  /// Sends a conditional request and updates or replaces the entry.
  private func validate(_ old: Lookup, _ stored: StoredResponse) async throws(NetworkError) {
    let (context, clock) = (old.context, old.context.clock)
    var get = old.request.head
    get.method = .get
    var lookup = Lookup(
      request: ClientRequest(get), keys: old.keys, context: context,
      invalidationToken: InvalidationToken(old.url, in: self.storeIdentity))
    lookup.move(to: old.url)
    (lookup.key, lookup.isVaried, lookup.variants) = (old.key, old.isVaried, old.variants)
    var head = get
    head.fields.merge(stored.conditions)
    // The request is sent through the client's inner interceptors with the original request's
    // options, but without its observer and deadlines.
    var builder = RequestBuilder<BodyAllowed>(RequestBuilder<BodyForbidden>(.get, head.target))
    builder.request = head
    builder.request.deadlines.total = options.backgroundTimeout
    builder.options = context.options
    builder.options.observer = nil
    builder.options.acceptedStatuses = Set(100...999)
    builder.options.explicitDeadlines = Set(TransportError.Timeout.allCases)
    let requestTime = Self.seconds(clock)
    let exchange = try Exchange(
      context.client,
      Request(builder, decoder: ResponseDecoder(isStreaming: true) { response, _ in response }))
    let response = try await exchange.value()
    context.setCookies(of: response)
    let times = Times(requestTime: requestTime, responseTime: Self.seconds(clock))
    // Another user may have signed in by now.
    let isSameUser =
      CacheKey(get.target, of: await identity(of: old.request, context)) == old.keys.cookieSpecific
    if StoredResponse.isFailure(response.status) || !isSameUser { return response.body.cancel() }
    if response.status == .notModified {
      response.body.cancel()
      if stored.isConfirmed(by: response.fields) {
        _ = await update(lookup, stored, validatedBy: response.head, times)
      }
      return
    }
    // A newer response may have been stored by now.
    guard await isStillStored(stored, for: lookup.key) else { return response.body.cancel() }
    let cachedResponse = await storeWhileReading(
      response, lookup, sent: exchange.sentRequest, times, CacheStatus())
    // Drain the body, which stores it.
    do throws(TransportError) {
      while try await cachedResponse.body.source?.next() != nil {}
    } catch {
      throw NetworkError(transport: error)
    }
  }

  /// Returns whether the cache still contains a response under its key.
  private func isStillStored(_ stored: StoredResponse, for key: CacheKey) async -> Bool {
    do throws(CacheProblem) {
      let entry = try await store.entry(for: key)
      entry?.body.cancel()
      return entry?.response == stored
    } catch {
      report(error)
      return false
    }
  }
}
