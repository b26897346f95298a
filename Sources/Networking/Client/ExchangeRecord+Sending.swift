import TremaHTTP

// Of no type of value, and of one object: what each interceptor gets as `next` holds that object and a
// number, and nothing of it is found out at run time.
extension ExchangeRecord {
  /// Sends a request through the interceptors from one on, then by the transport.
  func next(_ start: Int) -> Interceptor.Next {
    { (request) async throws(NetworkError) in
      var (request, position) = (request, start)
      var ends: [any InterceptorEnd] = []
      do throws(NetworkError) {
        var way = try self.step(&request, from: &position, &ends)
        while case .waiting(let wait) = way {
          if let end = try await wait() { ends.append(end) }
          way = try self.step(&request, from: &position, &ends)
        }
        var response: HTTPResponse
        if case .into(let index) = way {
          let onward = self.next(index + 1)
          response = try await self.chain.links[index].interceptor.intercept(
            request, context: InterceptorContext(record: self, index: index, onward: onward),
            next: onward)
        } else {
          response = try await self.transported(request)
        }
        while let end = ends.popLast() { response = end.ended(response) }
        return response
      } catch {
        while let end = ends.popLast() { end.failed(error) }
        throw error
      }
    }
  }

  /// Where a request goes when it has passed the interceptors that nobody waits for.
  private enum Way {
    case transport
    case into(Int)
    case waiting(() async throws(NetworkError) -> (any InterceptorEnd)?)
  }

  /// Takes a request past interceptors.
  ///
  /// - Parameters:
  ///   - position: the first one; becomes the one behind those that it was taken past.
  ///   - ends: gets those that are told how it ended, the innermost one last.
  private func step(
    _ request: inout ClientRequest, from position: inout Int, _ ends: inout [any InterceptorEnd]
  ) throws(NetworkError) -> Way {
    let skipped = draft.options.skippedInterceptors
    // Who looks at the wire sees what goes over it.
    var isBeforeWire = position <= chain.wire
    while position < chain.links.count {
      let index = position
      position += 1
      let link = chain.links[index]
      if !skipped.isEmpty, skipped.contains(link.name) { continue }
      if isBeforeWire, chain.wire <= index {
        request = leaving(request)
        isBeforeWire = false
      }
      guard let stepping = link.stepping else { return .into(index) }
      switch try stepping.step(&request, in: self) {
      case .past: continue
      case .around(let end): ends.append(end)
      case .waiting(let wait): return .waiting(wait)
      }
    }
    return .transport
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
