import TremaHTTP

/// One request of a client that has been built, up to its value.
struct Exchange<Value: Sendable>: Sendable {
  private let record: ExchangeRecord
  private let decoder: ResponseDecoder<Value>
  private let place: QueuePlace?

  init(_ client: HTTPClient, _ request: Request<Value>) throws(NetworkError) {
    record = try ExchangeRecord(client, request)
    decoder = request.decoder
    place = client.core.queue.map { QueuePlace(in: $0) }
  }

  /// What went to the transport last.
  var sent: HTTPRequest? { record.sent }

  private var options: RequestOptions { record.draft.options }

  func value() async throws(NetworkError) -> Value {
    do throws(NetworkError) {
      if Task.isCancelled { throw NetworkError(.cancelled) }
      guard waitsOutsideTransport else { return try await decodedValue() }
      return try await waited { () async throws(NetworkError) in try await decodedValue() }
    } catch {
      throw record.completed(error)
    }
  }

  /// Whether time can pass where nobody sees it. The queue, the transport and the interceptors of
  /// this package look at cancellation themselves.
  private var waitsOutsideTransport: Bool {
    !record.client.constraints.isEmpty || record.chain.hasForeign
      || record.client.core.queue != nil && record.deadline != nil
  }

  /// A value that comes when the time is over is taken; an error is then that it is over, unless it
  /// is the server's answer.
  private func waited(
    _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) async throws(NetworkError) -> Value {
    let ended = await whileWaited(until: record.deadline, clock: record.clock) {
      () async -> Result<Value, NetworkError> in
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

  private func decodedValue() async throws(NetworkError) -> Value {
    // What goes nowhere is held up by nothing.
    if !record.client.constraints.isEmpty, options.mock == nil {
      try await record.client.core.gates.pass(record.built, options, of: record.client)
    }
    return try await decoded(try await send(record.built, through: 0))
  }

  /// Through the interceptors from one on, then the transport.
  private func send(
    _ sent: ClientRequest, through index: Int
  ) async throws(NetworkError) -> HTTPResponse {
    let links = record.chain.links
    // Who looks at the wire sees what goes over it.
    let sent = index == record.chain.wire ? record.leaving(sent) : sent
    guard index < links.count else { return try await transported(sent) }
    let link = links[index]
    let skipped = record.draft.options.skippedInterceptors
    if !skipped.isEmpty, skipped.contains(link.name) {
      return try await send(sent, through: index + 1)
    }
    let onward: @Sendable (ClientRequest) async throws(NetworkError) -> HTTPResponse = {
      (request) async throws(NetworkError) in
      try await send(request, through: index + 1)
    }
    let context = InterceptorContext(record: record, index: index, onward: onward)
    return try await link.interceptor.intercept(sent, context: context, next: onward)
  }

  /// The place in the queue is taken here and nowhere else: what an interceptor sends itself does
  /// not wait for the request that waits for it.
  private func transported(_ request: ClientRequest) async throws(NetworkError) -> HTTPResponse {
    let sent = record.leaving(request)
    if sent.body.isSpent { throw NetworkError(.bodyNotReplayable, request: sent.head) }
    if let mock = options.mock {
      try begin(sent.head)
      let response = try await mock.response(to: sent, transportContext)
      record.end(response.head)
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
    return try await place.kept { () async throws(NetworkError) in try await exchanged(sent) }
  }

  private var transportContext: TransportContext {
    TransportContext(
      delivery: record.delivery, decodedLimit: options.decodedLimit ?? record.client.decodedLimit,
      observer: options.observer)
  }

  private func exchanged(_ sent: ClientRequest) async throws(NetworkError) -> HTTPResponse {
    var head = sent.head
    if let deadline = record.deadline {
      let rest = deadline - record.clock.now()
      guard rest > .zero else { throw NetworkError(.timeout(.total), request: head) }
      head.deadlines.total = head.deadlines.total.map { min($0, rest) } ?? rest
    }
    try begin(head)
    do throws(TransportError) {
      let response = try await record.client.transport.send(
        head, body: sent.body, context: transportContext)
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
      return try await decoder.decode(response, record.client.coders)
    } catch {
      throw NetworkError(wrapping: error, response: response.head) { .decoding($0) }
    }
  }

  private func failure(_ response: HTTPResponse) async -> NetworkError {
    let limit = options.responseLimit ?? record.client.responseLimit
    let body: [UInt8]
    do throws(TransportError) {
      body = try await response.body.collect(upTo: limit)
    } catch {
      return NetworkError(transport: error, response: response.head)
    }
    var value: (any Sendable)?
    var problem: (any Error)?
    if let decode = decoder.decodeFailure {
      do { value = try decode(body, record.client.coders) } catch { problem = error }
    }
    let failure = HTTPFailure(response.head, body: body, value: value, problem: problem)
    return NetworkError(.status(failure), response: response.head)
  }
}
