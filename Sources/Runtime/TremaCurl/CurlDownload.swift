import TremaHTTP
import TremaSupport

/// The body of a response between the thread that receives it and the task that reads it.
final class CurlDownload: Sendable {
  /// The number of unread bytes at which reading from the connection pauses.
  static let highWater = 256 << 10
  /// And under so many, it is again.
  static let lowWater = 64 << 10

  private enum End: Sendable {
    case complete
    case failed(TransportError)
  }

  private struct State {
    var pieces: [[UInt8]] = []
    /// The index of the first unread chunk.
    var next = 0
    var unread = 0
    var end: End?
    /// Whether the thread waits for the reader.
    var isPaused = false
    var waiter: Waiter?

    mutating func take() -> Result<[UInt8]?, TransportError>? {
      if next < pieces.count {
        let piece = pieces[next]
        pieces[next] = []
        next += 1
        unread -= piece.count
        if next == pieces.count {
          pieces.removeAll(keepingCapacity: true)
          next = 0
        }
        return .success(piece)
      }
      switch end {
      case .complete: return .success(nil)
      case .failed(let error): return .failure(error)
      case nil: return nil
      }
    }
  }

  private let id: UInt64
  private let mailbox: CommandQueue
  private let state = LockedValue(State())

  init(_ id: UInt64, _ mailbox: CommandQueue) {
    self.id = id
    self.mailbox = mailbox
  }

  private typealias Waiter = CheckedContinuation<Result<[UInt8]?, TransportError>, Never>

  func next() async throws(TransportError) -> [UInt8]? {
    if let taken = take(orWait: nil) { return try taken.get() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if let taken = take(orWait: waiter) { waiter.resume(returning: taken) }
      }
    } onCancel: {
      cancel()
    }
    state.handOver()
    return try result.get()
  }

  private func take(orWait waiter: Waiter?) -> Result<[UInt8]?, TransportError>? {
    let (taken, goesOn) = state.withLock { state -> (Result<[UInt8]?, TransportError>?, Bool) in
      let taken = state.take()
      if taken == nil {
        if state.waiter != nil { return (.failure(.secondReader), false) }
        state.waiter = waiter
      }
      let goesOn = state.isPaused && state.unread <= Self.lowWater
      if goesOn { state.isPaused = false }
      return (taken, goesOn)
    }
    if goesOn { mailbox.submit(.receive(id)) }
    return taken
  }

  /// Called by the reader, and when the body is released.
  func cancel() {
    let (waiter, wasOpen) = state.withLock { state in
      let wasOpen = state.end == nil
      if case .failed = state.end {} else { state.end = .failed(TransportError(.cancelled)) }
      (state.pieces, state.next, state.unread) = ([], 0, 0)
      defer { state.waiter = nil }
      return (state.waiter, wasOpen)
    }
    if wasOpen { mailbox.submit(.cancel(id)) }
    waiter?.resume(returning: .failure(TransportError(.cancelled)))
  }
}

/// The functions that the thread calls.
extension CurlDownload {
  /// - Returns: how many bytes wait for the reader.
  func push(_ piece: [UInt8]) -> Int {
    let (waiter, unread) = state.withLock { state in
      if state.end != nil { return (nil as Waiter?, 0) }
      if let waiter = state.waiter {
        state.waiter = nil
        return (waiter, state.unread)
      }
      state.pieces.append(piece)
      state.unread += piece.count
      return (nil, state.unread)
    }
    waiter?.resume(returning: .success(piece))
    return unread
  }

  var unreadCount: Int { state.withLock { $0.unread } }

  func finish(_ error: TransportError?) {
    let waiter = state.withLock { state in
      if state.end == nil { state.end = error.map(End.failed) ?? .complete }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: error.map { .failure($0) } ?? .success(nil))
  }

  /// Asked when nothing more was taken from the connection: whether to go on now. If not, the reader
  /// says so when it has read.
  func mayGoOn() -> Bool {
    state.withLock { state in
      state.isPaused = state.end == nil && state.unread > Self.lowWater
      return !state.isPaused
    }
  }
}

/// The reader's reference, whose release ends the exchange: the thread only holds the download.
final class CurlBodySource: HTTPBodySource {
  private let download: CurlDownload

  init(_ download: CurlDownload) { self.download = download }

  deinit { download.cancel() }

  func next() async throws(TransportError) -> [UInt8]? { try await download.next() }

  func cancel() { download.cancel() }
}
