import TremaHTTP

extension SessionExchange {
  /// A stream is read before anything is sent.
  ///
  /// - Returns: false when it has ended already.
  func reads(_ source: any HTTPBodySource) -> Bool {
    state.withLock { state in
      guard state.outcome == nil else { return false }
      state.source = source
      return true
    }
  }

  func hasMoved() { state.withLock { $0.progress.lastMove = .now } }

  /// - Returns: the source, when its end has not cancelled it.
  func hasRead() -> (any HTTPBodySource)? { state.withLock { $0.source.take() } }

  /// The body is there, and the request is handed to the session.
  func isReady(toSend body: OutgoingBody) {
    state.withLock { state in
      state.progress.begin(sending: body.length, at: .now)
      if case .file(let url, let length) = body { state.file = SentFile(url, length: length) }
    }
  }
}
