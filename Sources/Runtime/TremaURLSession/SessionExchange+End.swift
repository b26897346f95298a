import TremaHTTP

extension SessionExchange {
  /// Ends it, well where there is no error. Only the first end counts.
  func end(_ error: TransportError?) {
    var error = (error ?? unfinished).map { shortFile ?? $0 }
    var asker: CheckedContinuation<Answer, Never>?
    var reader: CheckedContinuation<Piece, Never>?
    var (task, answer) = (SessionTask?.none, Answer?.none)
    var source: (any HTTPBodySource)?
    var metrics: TransportMetrics?
    state.withLock { state in
      guard state.outcome == nil else { return }
      state.progress.ended = .now
      metrics = state.progress.metrics
      (asker, reader) = (state.asker.take(), state.reader.take())
      source = state.source.take()
      if var failure = error {
        failure.mayHaveBeenSent = state.task != nil && mayFollowSending(failure.kind)
        error = failure
        state.outcome = .failure(failure)
        answer = .failure(failure)
        task = state.task
        if failure.kind == .cancelled { state.pieces = ChunkBuffer() }
      } else {
        state.outcome = .success(())
        if asker != nil { answer = .success(response(state, .bytes(state.whole))) }
      }
      state.whole = []
    }
    guard let metrics else { return }
    task?.cancel()
    source?.cancel()
    context.observer?(.ended(metrics))
    if let asker, let answer { asker.resume(returning: answer) }
    reader?.resume(returning: error.map { .failure($0) } ?? .success(nil))
  }

  /// The reason why a file could not be sent whole; it replaces the error of the session or the
  /// server.
  private var shortFile: TransportError? {
    let state = state.value
    guard state.outcome == nil, state.head == nil, state.progress.sent < state.progress.toSend
    else { return nil }
    return state.file?.failure
  }

  /// The error of an incomplete body that the session accepts.
  private var unfinished: TransportError? {
    let state = state.value
    guard state.outcome == nil else { return nil }
    guard state.head != nil else {
      return TransportError(.connectionLost, "no response", mayHaveBeenSent: true)
    }
    // Foundation keeps the body of a redirection to itself when there is nowhere to go.
    guard let length = state.expected, state.progress.received < length,
      state.head?.status.class != .redirection, state.head?.status != .noContent
    else { return nil }
    return TransportError(.truncatedBody, mayHaveBeenSent: true)
  }

  /// Whether the failure may have happened after sending. A missing connection is detected from outside,
  /// and relied on only where a mistake does no harm.
  private func mayFollowSending(_ kind: TransportError.Kind) -> Bool {
    kind.mayFollowSending || kind == .timeout(.connect) && !request.method.isIdempotent
  }

  func response(_ state: State, _ body: HTTPResponseBody) -> HTTPResponse {
    HTTPResponse(
      state.head ?? HTTPResponseHead(0), body: body, metrics: state.progress.metrics)
  }
}

extension TransportError.Kind {
  /// Whether the request may have been sent when this happens.
  var mayFollowSending: Bool {
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
  mutating func take() -> Wrapped? {
    defer { self = nil }
    return self
  }
}
