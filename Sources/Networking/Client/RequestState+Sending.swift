import TremaHTTP

// This extension is not generic over the type of the value. The `next` of an interceptor captures
// one object and an integer, so that no generic metadata is looked up at run time.
extension RequestState {
  /// Returns a function that sends a request through the interceptors from a position on, then by
  /// the transport.
  ///
  /// Synchronous interceptors are run in a loop, without a suspension and without a closure for
  /// each of them; other interceptors are called with a `next` of their own. The handlers of the
  /// outcome that synchronous interceptors return are called afterwards, the innermost one first.
  func next(_ start: Int) -> Interceptor.Next {
    { (request) async throws(NetworkError) in
      var (request, position) = (request, start)
      var handlers: [PendingHandler] = []
      do throws(NetworkError) {
        var nextStep = try self.nextStep(of: &request, from: &position, &handlers)
        // An interceptor of this package that has to wait returns a closure; the result of the
        // closure decides how the request continues.
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

  /// The handler of an outcome and the position of its interceptor.
  private typealias PendingHandler = (index: Int, handler: any OutcomeHandler)

  /// Returns the context that the interceptor at a position is called with.
  private func context(at index: Int) -> InterceptorContext {
    InterceptorContext(requestState: self, index: index, next: next(index + 1))
  }

  /// Runs the work that a handler of an outcome returned: it sends another request, for example.
  private func response(
    of followUp: FollowUp, at index: Int
  ) async throws(NetworkError) -> HTTPResponse {
    let context = context(at: index)
    return try await followUp(context, context.next)
  }

  /// Passes an outcome to the handlers that have not been called yet. Each may replace it.
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

  /// The next step of a request after its synchronous interceptors.
  private enum NextStep {
    /// The interceptors are done: the request is passed to the transport.
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
  ///   - request: the request, which the interceptors may change.
  ///   - position: the first position; set to the position after the last interceptor that was run.
  ///   - handlers: the handlers of the outcome are appended to it, the innermost one last.
  private func nextStep(
    of request: inout ClientRequest, from position: inout Int, _ handlers: inout [PendingHandler]
  ) throws(NetworkError) -> NextStep {
    let skipped = builder.options.skippedInterceptors
    // Interceptors of the phase `wire` observe the request as it is passed to the transport, so the
    // client's fields are removed before them.
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

  /// Returns how a request continues after a step.
  ///
  /// - Returns: `nil` if it continues with the next interceptor.
  private static func nextStep(
    after step: consuming InterceptorStep, at index: Int, _ handlers: inout [PendingHandler]
  ) -> NextStep? {
    switch consume step {
    case .proceed: return nil
    case .handleOutcome(let handler):
      // One allocation is enough for the number of interceptors that most clients have.
      if handlers.capacity == 0 { handlers.reserveCapacity(8) }
      handlers.append((index, handler))
      return nil
    case .respond(let response): return .respond(response)
    case .wait(let wait): return .wait(wait)
    case .intercept: return .enter(index)
    }
  }

  /// Passes a request to the transport, or to its mock.
  ///
  /// The slot in the queue is taken only here: a request that an interceptor sends itself must not
  /// wait for the slot of the request that depends on it.
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
        .unsupported("the request must not use the network, and the client has no cache"),
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

  /// The context of the transport, with the limits of the request or else of the client.
  private var transportContext: TransportContext {
    TransportContext(
      delivery: delivery, decodedLimit: builder.options.decodedLimit ?? client.decodedLimit,
      observer: builder.options.observer)
  }

  /// Sends a request with the time that is left of the total deadline.
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

  /// Registers an attempt. Throws `cancelled` if the caller has received a result already.
  private func beginAttempt(_ head: HTTPRequest) throws(NetworkError) {
    guard tryBeginAttempt(head) else { throw NetworkError(.cancelled, request: head) }
  }
}
