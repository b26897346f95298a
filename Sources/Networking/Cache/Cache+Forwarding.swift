import TremaHTTP

extension Cache {
  /// The times of a request and its response's head, in seconds since 1970.
  struct Times: Sendable {
    var requestTime: Int64
    var responseTime: Int64 = 0
  }

  /// Sends a request to the server, and stores its response if permitted.
  ///
  /// - Parameter entry: The stored response to validate, or `nil` if there is none.
  func forward(
    _ lookup: Lookup, _ entry: CacheEntry?, _ reason: ForwardReason, _ next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    var isUsed = false
    defer { if !isUsed { entry?.body.cancel() } }
    let request = lookup.request.head
    if let answer = try offlineResponse(to: request) { return answer }
    var sent = lookup.request
    let isConditional = entry != nil && request.method == .get && request.cachePolicy != .reload
    if isConditional, let entry { sent.head.fields.merge(entry.response.conditions) }
    var times = Times(requestTime: Self.seconds(lookup.context.clock))
    var response: HTTPResponse
    do throws(NetworkError) {
      response = try await next(sent)
    } catch {
      guard let entry, Self.isFailure(error),
        let answer = try await staleResponseAfterFailure(lookup, entry, nil)
      else { throw error }
      isUsed = true
      return answer
    }
    times.responseTime = Self.seconds(lookup.context.clock)
    var status = CacheStatus(forward: reason)
    if let entry, StoredResponse.isFailure(response.status),
      var answer = try await staleResponseAfterFailure(lookup, entry, response.status)
    {
      response.body.cancel()
      answer.add(cookiesOf: response.fields)
      isUsed = true
      return answer
    }
    if isConditional, let entry, response.status == .notModified {
      response.body.cancel()
      if entry.response.isConfirmed(by: response.fields),
        let loaded = await loadBody(entry, lookup)
      {
        isUsed = true
        status.forwardStatus = .notModified
        return try await respond(lookup, loaded, validatedBy: response, times, status)
      }
      // The 304 belongs to a response other than the stored one, so the request is repeated without
      // conditions.
      times.requestTime = Self.seconds(lookup.context.clock)
      response = try await next(lookup.request)
      times.responseTime = Self.seconds(lookup.context.clock)
      status.forwardStatus = nil
    }
    return await storeWhileReading(
      response, lookup, sent: lookup.context.requestState.sentRequest, times, status)
  }

  /// Returns whether the error means that no server responded, for a reason other than the request
  /// itself.
  private static func isFailure(_ error: NetworkError) -> Bool {
    switch error.kind {
    case .transport, .timeout: true
    case .interceptor(_, let reason): reason is OfflineError
    default: false
    }
  }

  /// Returns a stale response after a failure of the server or the network, or `nil` if that is not
  /// permitted.
  private func staleResponseAfterFailure(
    _ lookup: Lookup, _ entry: CacheEntry, _ failure: HTTPStatus?
  ) async throws(NetworkError) -> HTTPResponse? {
    let (stored, now) = (entry.response, Self.seconds(lookup.context.clock))
    guard
      stored.canServeAfterFailure(
        lookup.request.head, now: now, heuristicLimit: rules.heuristicLimit),
      let loaded = await loadBody(entry, lookup)
    else { return nil }
    let age = stored.age(at: now)
    let ttl = stored.freshnessLifetime(heuristicLimit: rules.heuristicLimit) - age
    return try respond(
      lookup, loaded, age,
      CacheStatus(ttl: ttl, forward: .stale, forwardStatus: failure, detail: .staleIfError))
  }

  /// Returns a response that a 304 has confirmed.
  private func respond(
    _ lookup: Lookup, _ entry: CacheEntry, validatedBy response: HTTPResponse, _ times: Times,
    _ status: CacheStatus
  ) async throws(NetworkError) -> HTTPResponse {
    var status = status
    let (updated, isStored) = await update(
      lookup, entry.response, validatedBy: response.head, times)
    status.isStored = isStored
    let age = updated.age(at: Self.seconds(lookup.context.clock))
    status.ttl = updated.freshnessLifetime(heuristicLimit: rules.heuristicLimit) - age
    let entry = CacheEntry(updated, body: entry.body, length: entry.length)
    var answer = try respond(lookup, entry, age, status)
    answer.metrics = response.metrics
    answer.add(cookiesOf: response.fields)
    answer.head.version = response.head.version
    return answer
  }

  /// Updates the entry that a 304 has confirmed.
  ///
  /// - Returns: The updated response, and whether it is stored.
  func update(
    _ lookup: Lookup, _ old: StoredResponse, validatedBy head: HTTPResponseHead, _ times: Times
  ) async -> (StoredResponse, isStored: Bool) {
    let request = lookup.request.head
    let new = StoredResponse(
      head, to: request, requestTime: times.requestTime, responseTime: times.responseTime)
    let updated = old.updated(by: new)
    // The updated fields may forbid storing the response.
    let now = HTTPResponseHead(updated.status, fields: updated.fields)
    var get = request
    get.method = .get
    guard StoredResponse.isStorable(now, to: get) else {
      await remove(lookup.key)
      return (updated, false)
    }
    do throws(CacheProblem) {
      try await store.replace(old, by: updated, for: lookup.key)
      guard lookup.invalidationToken.isOutdated else { return (updated, true) }
      try await store.remove(lookup.key)
      return (updated, false)
    } catch {
      report(error)
      return (updated, false)
    }
  }

  /// Returns a response whose body is stored while it is read, if permitted.
  ///
  /// - Parameter sent: The request as the transport received it.
  func storeWhileReading(
    _ response: HTTPResponse, _ lookup: Lookup, sent: @autoclosure () -> HTTPRequest?,
    _ times: Times,
    _ status: CacheStatus
  ) async -> HTTPResponse {
    var (response, status, lookup) = (response, status, lookup)
    let request = lookup.request.head
    var stored = StoredResponse(
      response.head, to: request, requestTime: times.requestTime, responseTime: times.responseTime)
    let part = StoredPart(stored)
    if part?.isComplete == true {
      stored.status = .ok
      stored.fields[.contentRange] = nil
    }
    var mayBeStored = StoredResponse.isStorable(response.head, to: request, now: times.responseTime)
    if mayBeStored {
      mayBeStored = await isReusable(
        response, lookup, sent: sent(),
        ignoringCookies: options.identifyingCookies == nil && stored.isForAllCookies)
    }
    guard mayBeStored else {
      // The stored response is older than this one, so it is outdated.
      if !lookup.isVacant, request.method == .get, response.status.code < 500,
        response.status != .partialContent || request.fields.contains(.range),
        response.status != .notModified
      {
        await remove(lookup.key)
      }
      response.add(status)
      return response
    }
    // A response that does not depend on cookies is stored under the key shared by all cookies.
    let storageKey = stored.isForAllCookies ? lookup.keys.shared : lookup.keys.cookieSpecific
    if storageKey != lookup.url {
      if !lookup.isVacant { await remove(lookup.key) }
      lookup.move(to: storageKey)
    }
    let declared =
      part?.range.count ?? response.fields[.contentLength].flatMap { ContentLengthField.read($0) }
    do throws(CacheProblem) {
      let length = response.body.bytes?.count ?? declared
      let key = try await key(for: stored, lookup)
      guard let entry = try await store.writer(for: key, stored, length: length) else {
        await remove(key)
        response.add(status)
        return response
      }
      let writer = InvalidationCheckingWriter(entry, lookup.invalidationToken, store, key)
      if let source = response.body.source {
        response.body = .stream(
          CachingBody(source, writer, declaredLength: declared) { [weak self] in self?.report($0) })
      } else {
        status.isStored =
          try await Self.write(response.body.bytes ?? [], declared, writer)
          && !lookup.invalidationToken.isOutdated
      }
    } catch {
      report(error)
    }
    response.add(status)
    return response
  }

  /// Returns a response's key, which depends on the variants of its URL.
  private func key(
    for stored: StoredResponse, _ lookup: Lookup
  ) async throws(CacheProblem) -> CacheKey {
    let names = stored.selectors.map(\.name)
    guard lookup.isVaried, !names.isEmpty else { return lookup.url }
    if let variants = lookup.variants, variants.names == names {
      return variants.key(of: lookup.request.head, lookup.url)
    }
    let variants = CacheVariants(names)
    guard let writer = try await store.writer(for: lookup.url, variants.stored, length: 0) else {
      return lookup.url
    }
    try await InvalidationCheckingWriter(writer, lookup.invalidationToken, store, lookup.url)
      .finish()
    return variants.key(of: lookup.request.head, lookup.url)
  }

  /// Stores a body that was received as a whole, and returns whether it is stored.
  private static func write(
    _ bytes: [UInt8], _ declared: Int?, _ writer: any CacheWriter
  ) async throws(CacheProblem) -> Bool {
    guard declared == nil || declared == bytes.count, try await writer.append(bytes) else {
      writer.abandon()
      return false
    }
    try await writer.finish()
    return true
  }
}

/// The syntax of `Content-Length` values.
enum ContentLengthField {
  /// Returns the value of `Content-Length`, or `nil` if it is invalid.
  static func read(_ text: String) -> Int? {
    text.utf8.isEmpty || !text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) ? nil : Int(text)
  }
}
