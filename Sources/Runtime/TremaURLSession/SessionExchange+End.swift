import TremaHTTP

extension SessionExchange {
  /// Ends the exchange, successfully if there is no error. Only the first call has an effect.
  func end(_ error: TransportError?) {
    // An error of the file that is sent explains the failure better than the session's error.
    var error = (error ?? incompleteResponseError).map { truncatedFileError ?? $0 }
    var waiter: CheckedContinuation<ResponseResult, Never>?
    var reader: CheckedContinuation<ChunkResult, Never>?
    var (task, result) = (SessionTask?.none, ResponseResult?.none)
    var source: (any HTTPBodySource)?
    var metrics: TransportMetrics?
    state.withLock { state in
      guard state.outcome == nil else { return }
      state.progress.ended = .now
      metrics = state.progress.metrics
      (waiter, reader) = (state.responseWaiter.take(), state.reader.take())
      source = state.source.take()
      if var failure = error {
        failure.mayHaveBeenSent = state.task != nil && canOccurAfterSending(failure.kind)
        error = failure
        state.outcome = .failure(failure)
        result = .failure(failure)
        task = state.task
        if failure.kind == .cancelled { state.chunks = ChunkBuffer() }
      } else {
        state.outcome = .success(())
        if waiter != nil { result = .success(response(state, .bytes(state.collectedBody))) }
      }
      state.collectedBody = []
    }
    guard let metrics else { return }
    task?.cancel()
    source?.cancel()
    context.observer?(.ended(metrics))
    if let waiter, let result { waiter.resume(returning: result) }
    reader?.resume(returning: error.map { .failure($0) } ?? .success(nil))
  }

  /// The error for a file that could not be sent completely. It replaces the session's error or the
  /// server's response.
  private var truncatedFileError: TransportError? {
    let state = state.value
    guard state.outcome == nil, state.head == nil, state.progress.sent < state.progress.bodyLength
    else { return nil }
    return state.file?.failure
  }

  /// The error for a missing response or an incomplete body, which the session does not report as a
  /// failure.
  private var incompleteResponseError: TransportError? {
    let state = state.value
    guard state.outcome == nil else { return nil }
    guard state.head != nil else {
      return TransportError(.connectionLost, "no response was received", mayHaveBeenSent: true)
    }
    // Foundation does not deliver the body of a redirect that cannot be followed.
    guard let length = state.expected, state.progress.received < length,
      state.head?.status.class != .redirection, state.head?.status != .noContent
    else { return nil }
    return TransportError(.truncatedBody, mayHaveBeenSent: true)
  }

  /// Returns whether the request may have been sent before the failure. The absence of a connection
  /// is only inferred, so it is relied on only for idempotent methods.
  private func canOccurAfterSending(_ kind: TransportError.Kind) -> Bool {
    kind.canOccurAfterSending || kind == .timeout(.connect) && !request.method.isIdempotent
  }

  /// Returns the response with the current head and metrics.
  func response(_ state: State, _ body: HTTPResponseBody) -> HTTPResponse {
    HTTPResponse(
      state.head ?? HTTPResponseHead(0), body: body, metrics: state.progress.metrics)
  }
}

extension TransportError.Kind {
  /// Whether the request may have been sent before a failure of this kind.
  var canOccurAfterSending: Bool {
    switch self {
    case .invalidRequest, .unsupported, .closed, .nameNotFound, .cannotConnect, .proxy: false
    case .timeout(.connect), .tls(.expired), .tls(.notYetValid), .tls(.wrongHost), .tls(.untrusted),
      .tls(.wrongPin),
      .tls(.handshake):
      false
    default: true
    }
  }
}

extension Optional {
  /// Sets the value to `nil` and returns the previous value.
  mutating func take() -> Wrapped? {
    defer { self = nil }
    return self
  }
}
