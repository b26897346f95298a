import TremaHTTP

/// One request of a client that has been built, up to its value.
struct Exchange<Value: Sendable>: Sendable {
  private let record: RequestState
  private let decoder: ResponseDecoder<Value>

  init(_ client: HTTPClient, _ request: Request<Value>) throws(NetworkError) {
    record = try RequestState(client, request)
    decoder = request.decoder
  }

  /// The request that was passed to the transport last.
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

  /// Whether time can pass outside the transport. The queue, the transport and the interceptors of
  /// this package check for cancellation themselves.
  private var waitsOutsideTransport: Bool {
    !record.client.gates.isEmpty || record.chain.hasForeign
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
    if !record.client.gates.isEmpty, options.mock == nil {
      try await record.client.core.gates.pass(record.built, options, of: record.client)
    }
    return try await decoded(try await record.next(0)(record.built))
  }

  private func decoded(_ response: HTTPResponse) async throws(NetworkError) -> Value {
    let isAccepted =
      options.acceptedStatuses?.contains(response.status.code) ?? response.status.isSuccess
    guard isAccepted else { throw await failure(response) }
    var response = response
    if decoder.isStreaming {
      let origin = StreamedBody.Origin(
        request: record.sent ?? record.built.head, response: response.head,
        attempts: record.attempts)
      response.body = .stream(StreamedBody(response.body, of: origin))
    }
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
