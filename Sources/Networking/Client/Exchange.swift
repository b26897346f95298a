import TremaHTTP

/// One request of a client, from its building to its value.
struct Exchange<Value: Sendable>: Sendable {
  private let client: HTTPClient
  private let request: Request<Value>
  private let record = ExchangeRecord()
  private let place: QueuePlace?

  init(_ client: HTTPClient, _ request: Request<Value>) {
    self.client = client
    self.request = request
    place = client.core.queue.map { QueuePlace(in: $0) }
  }

  private var options: RequestOptions { request.draft.options }

  func value() async throws(NetworkError) -> Value {
    let start = ContinuousClock.now
    let built = try client.build(request.draft, accept: request.decoder.accept)
    if !client.interceptors.isEmpty { record.builtTarget = built.head.target }
    let deadline = built.head.deadlines.total.map { start + $0 }
    do throws(NetworkError) {
      if Task.isCancelled { throw NetworkError(.cancelled) }
      guard waitsOutsideTransport(deadline) else { return try await value(of: built, deadline) }
      return try await waited(until: deadline) { () async throws(NetworkError) in
        try await value(of: built, deadline)
      }
    } catch {
      throw record.completed(error, built.head)
    }
  }

  /// Whether time can pass where the transport does not see it. The queue and the transport look at
  /// cancellation themselves.
  private func waitsOutsideTransport(_ deadline: ContinuousClock.Instant?) -> Bool {
    !client.constraints.isEmpty || !client.interceptors.isEmpty
      || client.core.queue != nil && deadline != nil
  }

  /// A value that comes when the time is over is taken; an error is then that it is over, unless it
  /// is the server's answer.
  private func waited(
    until deadline: ContinuousClock.Instant?,
    _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) async throws(NetworkError) -> Value {
    let ended = await whileWaited(until: deadline) { () async -> Result<Value, NetworkError> in
      do throws(NetworkError) { return .success(try await work()) } catch { return .failure(error) }
    }
    switch ended {
    case .value(.success(let value), _): return value
    case .value(.failure(var error), let isLate):
      switch error.kind {
      case .status, .decoding: break
      default: if isLate { error.kind = .timeout(.total) }
      }
      throw error
    case .timeOver: throw NetworkError(.timeout(.total), mayHaveBeenSent: record.giveUp())
    case .cancelled: throw NetworkError(.cancelled, mayHaveBeenSent: record.giveUp())
    }
  }

  private func value(
    of built: ClientRequest, _ deadline: ContinuousClock.Instant?
  ) async throws(NetworkError) -> Value {
    // What goes nowhere is held up by nothing.
    if !client.constraints.isEmpty, options.mock == nil {
      try await client.core.gates.pass(built, options, of: client)
    }
    return try await decoded(try await send(built, through: 0, deadline))
  }

  /// Through the interceptors from one on, then the transport.
  private func send(
    _ sent: ClientRequest, through index: Int, _ deadline: ContinuousClock.Instant?
  ) async throws(NetworkError) -> HTTPResponse {
    guard index < client.interceptors.count else { return try await transported(sent, deadline) }
    let interceptor = client.interceptors[index]
    if options.skippedInterceptors.contains(interceptor.name) {
      return try await send(sent, through: index + 1, deadline)
    }
    let context = InterceptorContext(
      options: options, deadline: deadline, outer: client, index: index, record: record)
    return try await interceptor.intercept(sent, context: context) {
      (request) async throws(NetworkError) in
      try await send(request, through: index + 1, deadline)
    }
  }

  /// The place in the queue is taken here and nowhere else: what an interceptor sends itself does
  /// not wait for the request that waits for it.
  private func transported(
    _ request: ClientRequest, _ deadline: ContinuousClock.Instant?
  ) async throws(NetworkError) -> HTTPResponse {
    let sent = leaving(request)
    if sent.body.isSpent { throw NetworkError(.bodyNotReplayable, request: sent.head) }
    if let mock = options.mock {
      try begin(sent.head)
      let response = try await mock.response(to: sent, TransportContext(delivery: delivery))
      record.end(response.head)
      return response
    }
    if sent.head.cachePolicy == .cacheOnly {
      throw NetworkError(
        .unsupported("it may not go to the network, and there is no cache"), request: sent.head)
    }
    guard let place else { return try await exchanged(sent, deadline) }
    guard await place.enter(sent.head.priority) else {
      throw NetworkError(.cancelled, request: sent.head)
    }
    var response: HTTPResponse
    do throws(NetworkError) {
      response = try await exchanged(sent, deadline)
    } catch {
      place.leave()
      throw error
    }
    if let source = response.body.source {
      response.body = .stream(PlacedBody(source, in: place))
    } else {
      place.leave()
    }
    return response
  }

  private func leaving(_ sent: ClientRequest) -> ClientRequest {
    guard let target = record.builtTarget else { return sent }
    return client.leaving(
      sent, builtFor: target, request.draft, accept: request.decoder.accept)
  }

  private var delivery: TransportContext.Delivery {
    request.decoder.isStreaming
      ? .stream : .whole(limit: options.responseLimit ?? client.responseLimit)
  }

  private func exchanged(
    _ sent: ClientRequest, _ deadline: ContinuousClock.Instant?
  ) async throws(NetworkError) -> HTTPResponse {
    var head = sent.head
    if let deadline {
      let rest = deadline - .now
      guard rest > .zero else { throw NetworkError(.timeout(.total), request: head) }
      head.deadlines.total = head.deadlines.total.map { min($0, rest) } ?? rest
    }
    try begin(head)
    do throws(TransportError) {
      let response = try await client.transport.send(
        head, body: sent.body, context: TransportContext(delivery: delivery))
      record.end(response.head)
      return response
    } catch {
      throw NetworkError(transport: error, request: head)
    }
  }

  /// Nothing is sent for somebody who has been told that it is over.
  private func begin(_ head: HTTPRequest) throws(NetworkError) {
    guard record.begin(head) else { throw NetworkError(.cancelled, request: head) }
  }

  private func decoded(_ response: HTTPResponse) async throws(NetworkError) -> Value {
    let isAccepted =
      options.acceptedStatuses?.contains(response.status.code) ?? response.status.isSuccess
    guard isAccepted else { throw await failure(response) }
    do {
      return try await request.decoder.decode(response, client.coders)
    } catch {
      throw NetworkError(wrapping: error, response: response.head) { .decoding($0) }
    }
  }

  private func failure(_ response: HTTPResponse) async -> NetworkError {
    let limit = options.responseLimit ?? client.responseLimit
    let body: [UInt8]
    do throws(TransportError) {
      body = try await response.body.collect(upTo: limit)
    } catch {
      return NetworkError(transport: error, response: response.head)
    }
    var value: (any Sendable)?
    var problem: (any Error)?
    if let decode = request.decoder.decodeFailure {
      do { value = try decode(body, client.coders) } catch { problem = error }
    }
    let failure = HTTPFailure(response.head, body: body, value: value, problem: problem)
    return NetworkError(.status(failure), response: response.head)
  }
}
