import TremaHTTP

/// The exchange for one request, from the built request to the decoded value.
struct Exchange<Value: Sendable>: Sendable {
  private let requestState: RequestState
  private let decoder: ResponseDecoder<Value>

  /// Builds the request, or throws an error if it cannot be built.
  init(_ client: HTTPClient, _ request: Request<Value>) throws(NetworkError) {
    requestState = try RequestState(client, request)
    decoder = request.decoder
  }

  /// The request that was passed to the transport last.
  var sentRequest: HTTPRequest? { requestState.sentRequest }

  private var options: RequestOptions { requestState.builder.options }

  /// Sends the request and returns the decoded value.
  ///
  /// - Throws: An error that includes the request, the response and the number of attempts.
  func value() async throws(NetworkError) -> Value {
    do throws(NetworkError) {
      if Task.isCancelled { throw NetworkError(.cancelled) }
      guard waitsOutsideTransport else { return try await decodedValue() }
      return try await withDeadline { () async throws(NetworkError) in try await decodedValue() }
    } catch {
      throw requestState.completed(error)
    }
  }

  /// Whether code outside this package, or a wait in the queue, can exceed the deadline. The
  /// package's transports and interceptors observe the deadline and cancellation themselves.
  private var waitsOutsideTransport: Bool {
    !requestState.client.registeredConstraints.isEmpty || requestState.chain.hasExternalInterceptors
      || requestState.client.core.queue != nil && requestState.deadline != nil
  }

  /// Awaits work until the total deadline.
  ///
  /// A value that arrives after the deadline is still returned. An error that arrives after it is
  /// reported as a timeout, unless it is based on the server's response, such as its status or a
  /// body that cannot be decoded.
  private func withDeadline(
    _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) async throws(NetworkError) -> Value {
    let result = await withTimeout(until: requestState.deadline, clock: requestState.clock) {
      () async -> Result<Value, NetworkError> in
      do throws(NetworkError) { return .success(try await work()) } catch { return .failure(error) }
    }
    switch result {
    case .value(.success(let value), _): return value
    case .value(.failure(var error), let isLate):
      switch error.kind {
      case .status, .decoding: break
      default: if isLate { error.kind = .timeout(.total) }
      }
      throw error
    case .timedOut: throw NetworkError(.timeout(.total), mayHaveBeenSent: requestState.giveUp())
    case .cancelled: throw NetworkError(.cancelled, mayHaveBeenSent: requestState.giveUp())
    }
  }

  /// Waits for the constraints, runs the interceptor chain, and decodes the response.
  private func decodedValue() async throws(NetworkError) -> Value {
    // A mocked request isn't sent, so no constraint applies to it.
    if !requestState.client.registeredConstraints.isEmpty, options.mock == nil {
      try await requestState.client.core.constraintCoordinator.waitUntilSatisfied(
        requestState.builtRequest, options, of: requestState.client)
    }
    return try await decoded(try await requestState.next(0)(requestState.builtRequest))
  }

  /// Decodes a response with an accepted status.
  ///
  /// - Throws: `status` for any other status, `decoding` for decoder errors.
  private func decoded(_ response: HTTPResponse) async throws(NetworkError) -> Value {
    let isAccepted =
      options.acceptedStatuses?.contains(response.status.code) ?? response.status.isSuccess
    guard isAccepted else { throw await failure(response) }
    var response = response
    if decoder.isStreaming {
      let origin = StreamedBody.Origin(
        request: requestState.sentRequest ?? requestState.builtRequest.head,
        response: response.head,
        attempts: requestState.attempts)
      response.body = .stream(StreamedBody(response.body, of: origin))
    }
    do {
      return try await decoder.decode(response, requestState.client.coders)
    } catch {
      throw NetworkError(wrapping: error, response: response.head) { .decoding($0) }
    }
  }

  /// Reads the body of a refused response, decodes it as the declared failure type, and returns the
  /// error. An error thrown by that decoder is stored in the failure; it does not replace the
  /// status.
  private func failure(_ response: HTTPResponse) async -> NetworkError {
    let limit = options.responseLimit ?? requestState.client.responseLimit
    let body: [UInt8]
    do throws(TransportError) {
      body = try await response.body.collect(upTo: limit)
    } catch {
      return NetworkError(transport: error, response: response.head)
    }
    var value: (any Sendable)?
    var problem: (any Error)?
    if let decode = decoder.decodeFailure {
      do { value = try decode(body, requestState.client.coders) } catch { problem = error }
    }
    let failure = HTTPFailure(response.head, body: body, value: value, problem: problem)
    return NetworkError(.status(failure), response: response.head)
  }
}
