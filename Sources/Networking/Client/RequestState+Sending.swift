import TremaHTTP

// Of no type of value, and of one object: what each interceptor gets as `next` holds that object and a
// number, and nothing of it is found out at run time.
extension RequestState {
  /// Sends a request through the interceptors from one on, then by the transport.
  func next(_ start: Int) -> Interceptor.Next {
    { (request) async throws(NetworkError) in
      var (request, position) = (request, start)
      var ends: [ToldEnd] = []
      do throws(NetworkError) {
        var way = try self.way(of: &request, from: &position, &ends)
        while case .waiting(let wait) = way {
          if let known = Self.way(after: try await wait(), at: position - 1, &ends) {
            way = known
          } else {
            way = try self.way(of: &request, from: &position, &ends)
          }
        }
        var response: HTTPResponse
        switch way {
        case .answer(let answer): response = answer
        case .into(let index):
          let context = self.context(at: index)
          response = try await self.chain.links[index].interceptor.intercept(
            request, context: context, next: context.onward)
        case .transport, .waiting: response = try await self.transported(request)
        }
        while let (index, end) = ends.popLast() {
          if let followUp = end.handle(&response) {
            response = try await self.answer(of: followUp, at: index)
          }
        }
        return response
      } catch {
        return try await self.told(.failure(error), &ends)
      }
    }
  }

  private typealias ToldEnd = (index: Int, end: any OutcomeHandler)

  private func context(at index: Int) -> InterceptorContext {
    InterceptorContext(record: self, index: index, onward: next(index + 1))
  }

  private func answer(
    of followUp: FollowUp, at index: Int
  ) async throws(NetworkError) -> HTTPResponse {
    let context = context(at: index)
    return try await followUp(context, context.onward)
  }

  /// Tells how it ended to those that do not know yet.
  private func told(
    _ outcome: Result<HTTPResponse, NetworkError>, _ ends: inout [ToldEnd]
  ) async throws(NetworkError) -> HTTPResponse {
    var outcome = outcome
    while let (index, end) = ends.popLast() {
      let followUp: FollowUp?
      switch outcome {
      case .success(var response):
        followUp = end.handle(&response)
        outcome = .success(response)
      case .failure(let error): followUp = end.handle(error)
      }
      guard let followUp else { continue }
      do throws(NetworkError) {
        outcome = .success(try await answer(of: followUp, at: index))
      } catch {
        outcome = .failure(error)
      }
    }
    return try outcome.get()
  }

  /// The next step of a request after its synchronous interceptors.
  private enum Way {
    case transport
    case into(Int)
    indirect case answer(HTTPResponse)
    case waiting(() async throws(NetworkError) -> InterceptorStep)
  }

  /// Takes a request past interceptors.
  ///
  /// - Parameters:
  ///   - position: the first one; becomes the one behind those that it was taken past.
  ///   - ends: gets those that are told how it ended, the innermost one last.
  private func way(
    of request: inout ClientRequest, from position: inout Int, _ ends: inout [ToldEnd]
  ) throws(NetworkError) -> Way {
    let skipped = draft.options.skippedInterceptors
    // Who looks at the wire sees what goes over it.
    var isBeforeWire = position <= chain.wire
    while position < chain.links.count {
      let index = position
      position += 1
      if !skipped.isEmpty, skipped.contains(chain.links[index].name) { continue }
      if isBeforeWire, chain.wire <= index {
        leave(&request)
        isBeforeWire = false
      }
      guard let step = chain.steps[index] else { return .into(index) }
      if let way = Self.way(
        after: try step(&request, StepContext(record: self, index: index)), at: index,
        &ends)
      {
        return way
      }
    }
    return .transport
  }

  /// - Returns: nil where the request goes on to the next interceptor.
  private static func way(
    after step: consuming InterceptorStep, at index: Int, _ ends: inout [ToldEnd]
  ) -> Way? {
    switch consume step {
    case .past: return nil
    case .around(let end):
      // At once for as many as most clients have.
      if ends.capacity == 0 { ends.reserveCapacity(8) }
      ends.append((index, end))
      return nil
    case .answer(let response): return .answer(response)
    case .waiting(let wait): return .waiting(wait)
    case .enter: return .into(index)
    }
  }

  /// The place in the queue is taken here and nowhere else: what an interceptor sends itself does
  /// not wait for the request that waits for it.
  private func transported(_ request: ClientRequest) async throws(NetworkError) -> HTTPResponse {
    var sent = request
    leave(&sent)
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
      var response = try await exchanged(sent)
      place.hold(&response)
      return response
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

  /// Nothing is sent for a caller that has received a result already.
  private func begun(_ head: HTTPRequest) throws(NetworkError) {
    guard begin(head) else { throw NetworkError(.cancelled, request: head) }
  }
}
