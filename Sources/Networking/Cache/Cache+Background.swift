import TremaHTTP

extension Cache {
  /// Asks the server whether a stale response still holds, in a task that nobody waits for. One such
  /// is on its way for a key.
  ///
  /// Source: RFC 5861, section 3.
  func validateAside(_ lookup: Lookup, _ stored: StoredResponse) {
    guard validating.withLock({ $0.insert(lookup.key).inserted }) else { return }
    Task {
      let clock = lookup.context.clock
      _ = await whileWaited(until: clock.now() + options.backgroundLimit, clock: clock) {
        // What fails is stale as before, and is asked for again by the next one.
        try? await self.validate(lookup, stored)
      }
      validating.withLock { _ = $0.remove(lookup.key) }
    }
  }

  private func validate(_ lookup: Lookup, _ stored: StoredResponse) async throws(NetworkError) {
    let (context, clock) = (lookup.context, lookup.context.clock)
    var get = lookup.request.head
    get.method = .get
    var head = get
    head.fields.merge(stored.conditions)
    var draft = AnyDraft(Draft<BodyForbidden>(.get, head.target))
    draft.request = head
    draft.request.deadlines.total = options.backgroundLimit
    draft.options = context.options
    draft.options.observer = nil
    draft.options.acceptedStatuses = Set(100...999)
    draft.options.ownDeadlines = Set(TransportError.Timeout.allCases)
    let asked = Self.seconds(clock)
    let response = try await context.client.send(
      Request(draft, decoder: ResponseDecoder(isStreaming: true) { response, _ in response }))
    let times = Times(asked: asked, answered: Self.seconds(clock))
    if StoredResponse.isFailure(response.status) { return response.body.cancel() }
    if response.status == .notModified {
      response.body.cancel()
      if stored.isMeant(by: response.fields) {
        _ = await update(lookup, stored, validatedBy: response.head, times)
      }
      return
    }
    let kept = await keep(
      response, Lookup(request: ClientRequest(get), key: lookup.key, context: context), times,
      CacheStatus())
    do throws(TransportError) {
      while try await kept.body.source?.next() != nil {}
    } catch {
      throw NetworkError(transport: error)
    }
  }
}
