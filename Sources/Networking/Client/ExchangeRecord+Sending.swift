import TremaHTTP

// Of no type of value, and of one object: what each interceptor gets as `next` holds that object and a
// number, and nothing of it is found out at run time.
extension ExchangeRecord {
  /// Sends a request through the interceptors from one on, then by the transport.
  func next(_ start: Int) -> Interceptor.Next {
    { (request) async throws(NetworkError) in
      let index = self.entered(from: start)
      guard index < self.chain.links.count else { return try await self.transported(request) }
      let link = self.chain.links[index]
      // Who looks at the wire sees what goes over it.
      let isAtWire = start <= self.chain.wire && self.chain.wire <= index
      let sent = isAtWire ? self.leaving(request) : request
      let onward = self.next(index + 1)
      return try await link.interceptor.intercept(
        sent, context: InterceptorContext(record: self, index: index, onward: onward),
        next: onward)
    }
  }

  /// The first one from there on that the request does not go round.
  private func entered(from start: Int) -> Int {
    let skipped = draft.options.skippedInterceptors
    if skipped.isEmpty { return start }
    return chain.links[start...].firstIndex { !skipped.contains($0.name) } ?? chain.links.endIndex
  }

  /// The place in the queue is taken here and nowhere else: what an interceptor sends itself does
  /// not wait for the request that waits for it.
  private func transported(_ request: ClientRequest) async throws(NetworkError) -> HTTPResponse {
    let sent = leaving(request)
    if sent.body.isSpent { throw NetworkError(.bodyNotReplayable, request: sent.head) }
    if let mock = draft.options.mock {
      try begun(sent.head)
      let response = try await mock.response(to: sent, transportContext)
      end(response.head)
      return response
    }
    if sent.head.cachePolicy == .cacheOnly {
      throw NetworkError(
        .unsupported("it may not go to the network, and there is no cache"), request: sent.head)
    }
    guard let place else { return try await exchanged(sent) }
    guard await place.enter(sent.head.priority) else {
      throw NetworkError(.cancelled, request: sent.head)
    }
    do throws(NetworkError) {
      return place.held(by: try await exchanged(sent))
    } catch {
      place.leave()
      throw error
    }
  }

  private var transportContext: TransportContext {
    TransportContext(
      delivery: delivery, decodedLimit: draft.options.decodedLimit ?? client.decodedLimit,
      observer: draft.options.observer)
  }

  private func exchanged(_ sent: ClientRequest) async throws(NetworkError) -> HTTPResponse {
    var head = sent.head
    if let deadline {
      let rest = deadline - clock.now()
      guard rest > .zero else { throw NetworkError(.timeout(.total), request: head) }
      head.deadlines.total = head.deadlines.total.map { min($0, rest) } ?? rest
    }
    try begun(head)
    do throws(TransportError) {
      let response = try await client.transport.send(
        head, body: sent.body, context: transportContext)
      end(response.head)
      return response
    } catch {
      throw NetworkError(transport: error, request: head)
    }
  }

  /// Nothing is sent for somebody who has been told that it is over.
  private func begun(_ head: HTTPRequest) throws(NetworkError) {
    guard begin(head) else { throw NetworkError(.cancelled, request: head) }
  }
}
