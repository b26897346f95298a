import TremaHTTP

// This extension is not generic over the type of the value. An interceptor's `next` captures one
// object and an integer, so no generic metadata is looked up at run time.
extension RequestState {
  /// Returns a function that sends a request through the interceptors from a position on, and then
  /// through the transport.
  ///
  /// Synchronous interceptors run in a loop, without a suspension or closure for each of them.
  /// Other interceptors are called with their own `next`. The outcome handlers returned by
  /// synchronous interceptors are called afterwards, the innermost one first.
  func next(_ start: Int) -> Interceptor.Next {
    { (request) async throws(NetworkError) in
      var (request, position) = (request, start)
      var handlers: [PendingHandler] = []
      do throws(NetworkError) {
        var nextStep = try self.nextStep(of: &request, from: &position, &handlers)
        // A built-in interceptor that has to wait returns a closure, whose result determines how
        // the request continues.
        while case .wait(let wait) = nextStep {
          if let known = Self.nextStep(after: try await wait(), at: position - 1, &handlers) {
            nextStep = known
          } else {
            nextStep = try self.nextStep(of: &request, from: &position, &handlers)
          }
        }
        var response: HTTPResponse
        switch nextStep {
        case .respond(let answer): response = answer
        case .enter(let index):
          let context = self.context(at: index)
          response = try await self.chain.links[index].interceptor.intercept(
            request, context: context, next: context.next)
        case .transport, .wait: response = try await self.sendToTransport(request)
        }
        while let (index, handler) = handlers.popLast() {
          if let followUp = handler.handle(&response) {
            response = try await self.response(of: followUp, at: index)
          }
        }
        return response
      } catch {
        return try await self.deliver(.failure(error), &handlers)
      }
    }
  }

  /// An outcome handler and the position of its interceptor.
  private typealias PendingHandler = (index: Int, handler: any OutcomeHandler)

  /// Returns the context for calling the interceptor at a position.
  private func context(at index: Int) -> InterceptorContext {
    InterceptorContext(requestState: self, index: index, next: next(index + 1))
  }

  /// Runs the follow-up work returned by an outcome handler, such as sending another request.
  private func response(
    of followUp: FollowUp, at index: Int
  ) async throws(NetworkError) -> HTTPResponse {
    let context = context(at: index)
    return try await followUp(context, context.next)
  }

  /// Passes an outcome to the handlers that have not been called yet. Each of them may replace it.
  private func deliver(
    _ outcome: Result<HTTPResponse, NetworkError>, _ handlers: inout [PendingHandler]
  ) async throws(NetworkError) -> HTTPResponse {
    var outcome = outcome
    while let (index, handler) = handlers.popLast() {
      let followUp: FollowUp?
      switch outcome {
      case .success(var response):
        followUp = handler.handle(&response)
        outcome = .success(response)
      case .failure(let error): followUp = handler.handle(error)
      }
      guard let followUp else { continue }
      do throws(NetworkError) {
        outcome = .success(try await response(of: followUp, at: index))
      } catch {
        outcome = .failure(error)
      }
    }
    return try outcome.get()
  }

  /// A request's next step after its synchronous interceptors.
  private enum NextStep {
    /// The interceptors have run, and the request is passed to the transport.
    case transport
    /// The interceptor at a position has to be called with `next`.
    case enter(Int)
    /// An interceptor has answered the request.
    indirect case respond(HTTPResponse)
    /// An interceptor has to wait before the next step is known.
    case wait(() async throws(NetworkError) -> InterceptorStep)
  }

  /// Runs the synchronous interceptors from a position on.
  ///
  /// - Parameters:
  ///   - request: The request, which the interceptors may change.
  ///   - position: The first position. It is set to the position after the last interceptor that
  ///     ran.
  ///   - handlers: The outcome handlers, to which the new ones are appended, the innermost last.
  private func nextStep(
    of request: inout ClientRequest, from position: inout Int, _ handlers: inout [PendingHandler]
  ) throws(NetworkError) -> NextStep {
    let skipped = builder.options.skippedInterceptors
    // Interceptors of the `wire` phase observe the request as it is passed to the transport, so the
    // client's fields are removed before these interceptors run.
    var isBeforeWire = position <= chain.wire
    while position < chain.links.count {
      let index = position
      position += 1
      if !skipped.isEmpty, skipped.contains(chain.links[index].name) { continue }
      if isBeforeWire, chain.wire <= index {
        prepareForTransport(&request)
        isBeforeWire = false
      }
      guard let step = chain.steps[index] else { return .enter(index) }
      if let nextStep = Self.nextStep(
        after: try step(&request, StepContext(requestState: self, index: index)), at: index,
        &handlers)
      {
        return nextStep
      }
    }
    return .transport
  }

  /// Returns how a request continues after a step, or `nil` if it continues with the next
  /// interceptor.
  private static func nextStep(
    after step: consuming InterceptorStep, at index: Int, _ handlers: inout [PendingHandler]
  ) -> NextStep? {
    switch consume step {
    case .proceed: return nil
    case .handleOutcome(let handler):
      // For most clients, the number of interceptors requires only one allocation.
      if handlers.capacity == 0 { handlers.reserveCapacity(8) }
      handlers.append((index, handler))
      return nil
    case .respond(let response): return .respond(response)
    case .wait(let wait): return .wait(wait)
    case .intercept: return .enter(index)
    }
  }

  /// Passes a request to the transport or its mock.
  ///
  /// The queue slot is taken as late as this: a request that an interceptor sends must not wait for
  /// the slot of the request that depends on it.
  private func sendToTransport(_ request: ClientRequest) async throws(NetworkError) -> HTTPResponse
  {
    var sent = request
    prepareForTransport(&sent)
    if sent.body.isConsumed { throw NetworkError(.bodyNotReplayable, request: sent.head) }
    if let mock = builder.options.mock {
      try beginAttempt(sent.head)
      let response = try await mock.response(to: sent, transportContext)
      recordResponse(response.head)
      return response
    }
    if sent.head.cachePolicy == .cacheOnly {
      throw NetworkError(
        .unsupported("the request must not use the network, but the client has no cache"),
        request: sent.head)
    }
    guard let queueSlot else { return try await sendWithinDeadline(sent) }
    guard await queueSlot.enter(sent.head.priority) else {
      throw NetworkError(.cancelled, request: sent.head)
    }
    do throws(NetworkError) {
      var response = try await sendWithinDeadline(sent)
      queueSlot.holdUntilComplete(&response)
      return response
    } catch {
      queueSlot.leave()
      throw error
    }
  }

  /// The transport's context, with the limits of the request or else the client.
  private var transportContext: TransportContext {
    TransportContext(
      delivery: delivery, decodedLimit: builder.options.decodedLimit ?? client.decodedLimit,
      observer: builder.options.observer)
  }

  /// Sends a request with the remaining time of the total deadline.
  private func sendWithinDeadline(_ sent: ClientRequest) async throws(NetworkError) -> HTTPResponse
  {
    var head = sent.head
    if let deadline {
      let rest = deadline - clock.now()
      guard rest > .zero else { throw NetworkError(.timeout(.total), request: head) }
      head.deadlines.total = head.deadlines.total.map { min($0, rest) } ?? rest
    }
    try beginAttempt(head)
    do throws(TransportError) {
      let response = try await client.transport.send(
        head, body: sent.body, context: transportContext)
      recordResponse(response.head)
      return response
    } catch {
      throw NetworkError(transport: error, request: head)
    }
  }

  /// Registers an attempt. Throws `cancelled` if the caller has already received a result.
  private func beginAttempt(_ head: HTTPRequest) throws(NetworkError) {
    guard tryBeginAttempt(head) else { throw NetworkError(.cancelled, request: head) }
  }
}
