import TremaHTTP
import TremaSupport

/// The body of a request, which a task reads from its source and the transport's thread sends. The
/// task waits while enough bytes are buffered.
final class CurlUpload: Sendable {
  /// The number of buffered bytes at which reading pauses. It resumes below half of this number.
  private static let highWater = 128 << 10

  /// The result of filling libcurl's buffer.
  enum Step {
    /// The number of bytes that were copied.
    case bytes(Int)
    /// The end of the body.
    case end
    /// No bytes are available. A command is sent to the thread when there are more.
    case wait
    /// The source's error.
    case failed(TransportError)
  }

  /// The state, protected by the lock.
  private struct State {
    /// The buffered chunks. Chunks before `nextIndex` have been sent and are empty.
    var chunks: [[UInt8]] = []
    /// The index of the first chunk that was not sent completely.
    var nextIndex = 0
    /// The number of bytes sent from that chunk.
    var offset = 0
    /// The total size of the unsent bytes.
    var unsentLength = 0
    /// The total number of bytes that were passed to libcurl.
    var sentLength: Int64 = 0
    /// Whether the task that reads the source was started.
    var isStarted = false
    /// Whether the source has ended, with or without an error.
    var isEnded = false
    /// The source's error.
    var failure: TransportError?
    /// Whether sending is paused until more bytes are available.
    var isStarved = false
    /// Whether the exchange has ended.
    var isCancelled = false
    /// The continuation of the task that reads the source, while it waits for room.
    var reader: CheckedContinuation<Void, Never>?
    /// The task that reads the source.
    var task: Task<Void, Never>?
  }

  /// The length, in bytes, or `nil` if it is unknown.
  let length: Int64?
  private let source: any HTTPBodySource
  private let id: UInt64
  private let commandQueue: CommandQueue
  private let state = LockedValue(State())

  /// Creates a body for the exchange with an identifier.
  init(_ body: OpenBody, _ id: UInt64, _ commandQueue: CommandQueue) {
    length = body.length
    source = body.source
    self.id = id
    self.commandQueue = commandQueue
  }

  /// Reads the source until it ends, fails or is cancelled.
  private func readSource() async {
    do throws(TransportError) {
      while let chunk = try await source.next() {
        guard await enqueue(chunk) else { return }
      }
      end(nil)
    } catch {
      end(error)
    }
  }

  /// Stores the end of the source and resumes sending.
  private func end(_ error: TransportError?) {
    let isStarved = state.withLock { state in
      state.isEnded = true
      state.failure = error
      defer { state.isStarved = false }
      return state.isStarved
    }
    if isStarved { commandQueue.submit(.resumeSending(id)) }
  }

  /// Buffers a chunk, and waits while the buffer is full.
  ///
  /// - Returns: `false` if the exchange has ended.
  private func enqueue(_ chunk: [UInt8]) async -> Bool {
    let (isStarved, isFull) = state.withLock { state in
      state.chunks.append(chunk)
      state.unsentLength += chunk.count
      defer { state.isStarved = false }
      return (state.isStarved, state.unsentLength >= Self.highWater)
    }
    if isStarved { commandQueue.submit(.resumeSending(id)) }
    if isFull {
      // Check the condition again under the lock: the thread may have made room since.
      await withCheckedContinuation { reader in
        let waits = state.withLock { state in
          guard state.unsentLength >= Self.highWater, !state.isCancelled else { return false }
          state.reader = reader
          return true
        }
        if !waits { reader.resume() }
      }
    }
    return !state.withLock { $0.isCancelled }
  }
}

/// The functions that are called on the transport's thread.
extension CurlUpload {
  /// Copies buffered bytes into libcurl's buffer.
  ///
  /// If the length is declared, its last byte is held back until the source has ended. That byte
  /// completes the request, after which it would be too late to report that the source provides
  /// more bytes.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Step {
    state.withLock { state in
      if let failure = state.failure { return .failed(failure) }
      var capacity = buffer.count
      if let length, !state.isEnded {
        capacity = Int(min(Int64(capacity), max(0, length - state.sentLength - 1)))
      }
      var count = 0
      while count < capacity, state.nextIndex < state.chunks.count {
        let copyCount = min(state.chunks[state.nextIndex].count - state.offset, capacity - count)
        state.chunks[state.nextIndex].withUnsafeBytes { bytes in
          buffer[count...].copyBytes(from: bytes[state.offset..<(state.offset + copyCount)])
        }
        count += copyCount
        state.offset += copyCount
        if state.offset == state.chunks[state.nextIndex].count {
          state.chunks[state.nextIndex] = []
          state.nextIndex += 1
          state.offset = 0
        }
      }
      if state.nextIndex == state.chunks.count {
        state.chunks.removeAll(keepingCapacity: true)
        state.nextIndex = 0
      }
      state.unsentLength -= count
      state.sentLength += Int64(count)
      if count > 0 { return .bytes(count) }
      if state.isEnded { return .end }
      state.isStarved = true
      return .wait
    }
  }

  /// Resumes the source if there is room. The first call starts it. Call it between passes of the
  /// loop, never in a libcurl callback.
  func resumeSource() {
    let (reader, starts) = state.withLock { state in
      let starts = !state.isStarted
      state.isStarted = true
      guard state.unsentLength < Self.highWater / 2 else { return (nil as Reader?, starts) }
      defer { state.reader = nil }
      return (state.reader, starts)
    }
    reader?.resume()
    guard starts else { return }
    let task = Task { await readSource() }
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// A waiting task's continuation.
  private typealias Reader = CheckedContinuation<Void, Never>

  /// Ends the body after the exchange. A source that has not ended is cancelled.
  func cancel() {
    let (reader, task, isOpen) = state.withLock { state in
      let isOpen = !state.isCancelled && !state.isEnded
      state.isCancelled = true
      defer { (state.reader, state.task) = (nil, nil) }
      (state.chunks, state.nextIndex, state.unsentLength) = ([], 0, 0)
      return (state.reader, state.task, isOpen)
    }
    reader?.resume()
    guard isOpen else { return }
    source.cancel()
    task?.cancel()
  }
}
