import TremaHTTP
import TremaSupport

/// The received body of a response, which the transport's thread writes and a task reads.
final class CurlDownload: Sendable {
  /// The number of unread bytes at which receiving is paused.
  static let highWater = 256 << 10
  /// The number of unread bytes at which receiving is resumed.
  static let lowWater = 64 << 10

  /// The end of the body.
  private enum End: Sendable {
    case complete
    case failed(TransportError)
  }

  /// The state, protected by the lock.
  private struct State {
    /// The received chunks. Chunks before `nextIndex` have been read and are empty.
    var chunks: [[UInt8]] = []
    /// The index of the first unread chunk.
    var nextIndex = 0
    /// The total size of the unread chunks, in bytes.
    var unreadLength = 0
    /// The end, or `nil` while the body is being received.
    var end: End?
    /// Whether receiving is paused until the reader has consumed enough.
    var isPaused = false
    /// The reader that waits for a chunk.
    var waiter: Waiter?

    /// Removes and returns the next chunk, or returns `nil` if the reader must wait.
    ///
    /// Chunks that were received before an error are returned before it.
    mutating func take() -> Result<[UInt8]?, TransportError>? {
      if nextIndex < chunks.count {
        let chunk = chunks[nextIndex]
        chunks[nextIndex] = []
        nextIndex += 1
        unreadLength -= chunk.count
        if nextIndex == chunks.count {
          chunks.removeAll(keepingCapacity: true)
          nextIndex = 0
        }
        return .success(chunk)
      }
      switch end {
      case .complete: return .success(nil)
      case .failed(let error): return .failure(error)
      case nil: return nil
      }
    }
  }

  private let id: UInt64
  private let commandQueue: CommandQueue
  private let state = LockedValue(State())

  /// Creates an empty body.
  ///
  /// - Parameters:
  ///   - id: The exchange's identifier.
  ///   - commandQueue: The queue for commands to the transport's thread.
  init(_ id: UInt64, _ commandQueue: CommandQueue) {
    self.id = id
    self.commandQueue = commandQueue
  }

  /// A waiting reader's continuation.
  private typealias Waiter = CheckedContinuation<Result<[UInt8]?, TransportError>, Never>

  /// Returns the next chunk, or `nil` at the end. Cancelling the task cancels the exchange.
  func next() async throws(TransportError) -> [UInt8]? {
    if let taken = take(orWait: nil) { return try taken.get() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if let taken = take(orWait: waiter) { waiter.resume(returning: taken) }
      }
    } onCancel: {
      cancel()
    }
    state.synchronizeMemory()
    return try result.get()
  }

  /// Removes and returns the next chunk, or stores the continuation of a reader that must wait.
  ///
  /// Receiving is resumed if it was paused and the unread bytes are below the low-water mark.
  private func take(orWait waiter: Waiter?) -> Result<[UInt8]?, TransportError>? {
    let (taken, resumes) = state.withLock { state -> (Result<[UInt8]?, TransportError>?, Bool) in
      let taken = state.take()
      if taken == nil {
        if state.waiter != nil { return (.failure(.secondReader), false) }
        state.waiter = waiter
      }
      let resumes = state.isPaused && state.unreadLength <= Self.lowWater
      if resumes { state.isPaused = false }
      return (taken, resumes)
    }
    if resumes { commandQueue.submit(.resumeReceiving(id)) }
    return taken
  }

  /// Discards the unread chunks and cancels the exchange. Called by the reader and when the body is
  /// released.
  func cancel() {
    let (waiter, wasOpen) = state.withLock { state in
      let wasOpen = state.end == nil
      if case .failed = state.end {} else { state.end = .failed(TransportError(.cancelled)) }
      (state.chunks, state.nextIndex, state.unreadLength) = ([], 0, 0)
      defer { state.waiter = nil }
      return (state.waiter, wasOpen)
    }
    if wasOpen { commandQueue.submit(.cancel(id)) }
    waiter?.resume(returning: .failure(TransportError(.cancelled)))
  }
}

/// The functions that are called on the transport's thread.
extension CurlDownload {
  /// Passes a chunk to the waiting reader, or stores it.
  ///
  /// - Returns: The number of unread bytes.
  func push(_ chunk: [UInt8]) -> Int {
    let (waiter, unread) = state.withLock { state in
      if state.end != nil { return (nil as Waiter?, 0) }
      if let waiter = state.waiter {
        state.waiter = nil
        return (waiter, state.unreadLength)
      }
      state.chunks.append(chunk)
      state.unreadLength += chunk.count
      return (nil, state.unreadLength)
    }
    waiter?.resume(returning: .success(chunk))
    return unread
  }

  /// The number of unread bytes.
  var unreadCount: Int { state.withLock { $0.unreadLength } }

  /// Ends the body, with an error or, if it is `nil`, successfully.
  func finish(_ error: TransportError?) {
    let waiter = state.withLock { state in
      if state.end == nil { state.end = error.map(End.failed) ?? .complete }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: error.map { .failure($0) } ?? .success(nil))
  }

  /// Returns whether receiving may be resumed. Called while receiving is paused; if the result is
  /// `false`, the reader sends a command when it has consumed enough.
  func shouldResume() -> Bool {
    state.withLock { state in
      state.isPaused = state.end == nil && state.unreadLength > Self.lowWater
      return !state.isPaused
    }
  }
}

/// The reader's reference to a download. The transport's thread references only the download, so
/// releasing this object ends the exchange.
final class CurlBodySource: HTTPBodySource {
  private let download: CurlDownload

  init(_ download: CurlDownload) { self.download = download }

  deinit { download.cancel() }

  func next() async throws(TransportError) -> [UInt8]? { try await download.next() }

  func cancel() { download.cancel() }
}
