import TremaHTTP

/// The body of a response, read as it is received. Releasing it ends the exchange.
final class SessionExchangeBody: HTTPBodySource {
  private let exchange: SessionExchange

  init(_ exchange: SessionExchange) { self.exchange = exchange }

  /// Returns the next chunk, or `nil` at the end. Cancelling the task ends the exchange.
  func next() async throws(TransportError) -> [UInt8]? {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (reader: CheckedContinuation<SessionExchange.ChunkResult, _>) in
        exchange.deliver(to: reader)
      }
    } onCancel: {
      cancel()
    }
    exchange.state.synchronizeMemory()
    return try result.get()
  }

  /// Ends the exchange with `cancelled`.
  func cancel() { exchange.end(TransportError(.cancelled)) }

  deinit { cancel() }
}

extension SessionExchange {
  /// Passes the next chunk or the end to a reader, or stores the reader until one is available.
  fileprivate func deliver(to reader: CheckedContinuation<ChunkResult, Never>) {
    var resumedTask: SessionTask?
    let result = state.withLock { state -> ChunkResult? in
      do throws(TransportError) {
        if let bytes = try state.chunks.next() {
          state.progress.lastProgress = .now
          resumedTask = state.resumptionIfLow()
          return .success(bytes)
        }
      } catch {
        return .failure(error)
      }
      switch state.outcome {
      case .success: return .success(nil)
      case .failure(let error): return .failure(error)
      case nil:
        guard state.reader == nil else { return .failure(.secondReader) }
        state.reader = reader
        state.progress.lastProgress = .now
        return nil
      }
    }
    resumedTask?.resume()
    if let result { reader.resume(returning: result) }
  }
}

extension SessionExchange.State {
  /// The unread byte counts at which the task is suspended and resumed.
  private static var watermarks: (high: Int, low: Int) { (1 << 20, 1 << 18) }

  #if canImport(FoundationNetworking)
    // On Linux, a suspended task closes its connection, and sends its request again when it is
    // resumed. Chunks are stored on disk instead.
    mutating func append(_ bytes: [UInt8]) throws(TransportError) {
      try chunks.append(bytes, spools: true)
    }

    func suspensionIfFull() -> SessionTask? { nil }
    func resumptionIfLow() -> SessionTask? { nil }
  #else
    mutating func append(_ bytes: [UInt8]) throws(TransportError) {
      try chunks.append(bytes, spools: false)
    }

    /// Returns the task if it must be suspended, because too many bytes are unread.
    mutating func suspensionIfFull() -> SessionTask? {
      guard !isSuspended, chunks.count > Self.watermarks.high else { return nil }
      isSuspended = true
      return task
    }

    /// Returns the task if it must be resumed, because few bytes are unread.
    mutating func resumptionIfLow() -> SessionTask? {
      guard isSuspended, chunks.count < Self.watermarks.low else { return nil }
      isSuspended = false
      return task
    }
  #endif
}
