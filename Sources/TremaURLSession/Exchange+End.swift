import TremaHTTP

extension Exchange {
  /// Ends it, well where there is no error. Only the first end counts.
  func end(_ error: TransportError?) {
    let error = error ?? unfinished
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
      if var error {
        error.mayHaveBeenSent = state.task != nil && error.kind.mayFollowSending
        state.outcome = .failure(error)
        answer = .failure(error)
        task = state.task
        if error.kind == .cancelled { state.pieces = PieceQueue() }
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

  /// What is missing at an end that the session takes for a good one.
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
    case .timeout(.connect), .tls(.expired), .tls(.wrongHost), .tls(.untrusted), .tls(.wrongPin),
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
