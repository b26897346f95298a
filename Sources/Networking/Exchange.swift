import TremaHTTP

/// One request of a client, from its building to its value.
struct Exchange<Value: Sendable>: Sendable {
  private let client: HTTPClient
  private let request: Request<Value>

  init(_ client: HTTPClient, _ request: Request<Value>) {
    self.client = client
    self.request = request
  }

  func value() async throws(NetworkError) -> Value {
    let options = request.draft.options
    let built = try client.build(request.draft, accept: request.decoder.accept)
    if !client.constraints.isEmpty {
      try await client.core.gates.pass(built, options, of: client)
    }
    let start = ContinuousClock.now
    let deadline = built.head.deadlines.total.map { start + $0 }
    let response = try await send(built, through: 0, options, deadline)
    return try await decoded(response, of: built)
  }

  /// Through the interceptors from one on, then the transport.
  private func send(
    _ sent: ClientRequest, through index: Int, _ options: RequestOptions,
    _ deadline: ContinuousClock.Instant?
  ) async throws(NetworkError) -> HTTPResponse {
    guard index < client.interceptors.count else {
      return try await transported(sent, options)
    }
    let interceptor = client.interceptors[index]
    if options.skippedInterceptors.contains(interceptor.name) {
      return try await send(sent, through: index + 1, options, deadline)
    }
    let context = InterceptorContext(
      options: options, client: client.inside(of: index), deadline: deadline)
    return try await interceptor.intercept(sent, context: context) {
      (request) async throws(NetworkError) in
      try await send(request, through: index + 1, options, deadline)
    }
  }

  private func transported(
    _ sent: ClientRequest, _ options: RequestOptions
  ) async throws(NetworkError) -> HTTPResponse {
    if let mock = options.mock { return try mock.response(to: sent.head) }
    if let queue = client.core.queue {
      guard await queue.enter(sent.head.priority) else {
        throw NetworkError(.cancelled, request: sent.head)
      }
    }
    defer { client.core.queue?.leave() }
    let delivery: TransportContext.Delivery =
      request.decoder.isStreaming
      ? .stream : .whole(limit: options.responseLimit ?? client.responseLimit)
    do throws(TransportError) {
      return try await client.transport.send(
        sent.head, body: sent.body, context: TransportContext(delivery: delivery))
    } catch {
      throw NetworkError(transport: error, request: sent.head)
    }
  }

  private func decoded(
    _ response: HTTPResponse, of sent: ClientRequest
  ) async throws(NetworkError) -> Value {
    let accepted = request.draft.options.acceptedStatuses
    let isAccepted = accepted?.contains(response.status.code) ?? response.status.isSuccess
    guard isAccepted else { throw await failure(response, of: sent) }
    do {
      return try await request.decoder.decode(response, client.coders)
    } catch let error as NetworkError {
      throw error
    } catch let error as TransportError {
      throw NetworkError(transport: error, request: sent.head, response: response.head)
    } catch {
      throw NetworkError(
        .decoding(error), request: sent.head, response: response.head, attempts: 1)
    }
  }

  private func failure(_ response: HTTPResponse, of sent: ClientRequest) async -> NetworkError {
    let limit = request.draft.options.responseLimit ?? client.responseLimit
    let body: [UInt8]
    do throws(TransportError) {
      body = try await response.body.collect(upTo: limit)
    } catch {
      return NetworkError(transport: error, request: sent.head, response: response.head)
    }
    // A body that is no error of that kind says no less than the status.
    let value = try? request.decoder.decodeFailure?(body, client.coders)
    return NetworkError(
      .status(HTTPFailure(response.head, body: body, value: value)), request: sent.head,
      response: response.head, attempts: 1)
  }
}

extension NetworkError {
  init(transport error: TransportError, request: HTTPRequest, response: HTTPResponseHead? = nil) {
    let kind: Kind =
      switch error.kind {
      case .cancelled: .cancelled
      case .invalidRequest(let reason): .invalidRequest(reason)
      default: .transport(error)
      }
    self.init(
      kind, request: request, response: response, attempts: error.mayHaveBeenSent ? 1 : 0)
  }
}
