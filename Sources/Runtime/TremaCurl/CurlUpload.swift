import TremaHTTP
import TremaSupport

/// The body of a request between the source that makes it and the thread that sends it. A task reads
/// the source, and waits when enough of it lies here.
final class CurlUpload: Sendable {
  private static let highWater = 128 << 10

  enum Step {
    case bytes(Int)
    case end
    /// Nothing is there yet: the thread is told when there is.
    case wait
    case failed(TransportError)
  }

  private struct State {
    var pieces: [[UInt8]] = []
    var next = 0
    var offset = 0
    var unsent = 0
    /// The number of bytes sent so far.
    var handedOver: Int64 = 0
    var isStarted = false
    var isEnded = false
    var failure: TransportError?
    /// Whether the thread waits for bytes.
    var isStarved = false
    var isCancelled = false
    /// The task that reads the source, when it waits for room.
    var reader: CheckedContinuation<Void, Never>?
    var task: Task<Void, Never>?
  }

  /// The length, in bytes; `nil` if it is unknown.
  let length: Int64?
  private let source: any HTTPBodySource
  private let id: UInt64
  private let mailbox: CommandQueue
  private let state = LockedValue(State())

  init(_ body: OpenBody, _ id: UInt64, _ mailbox: CommandQueue) {
    length = body.length
    source = body.source
    self.id = id
    self.mailbox = mailbox
  }

  private func readSource() async {
    do throws(TransportError) {
      while let piece = try await source.next() {
        guard await offer(piece) else { return }
      }
      end(nil)
    } catch {
      end(error)
    }
  }

  private func end(_ error: TransportError?) {
    let isStarved = state.withLock { state in
      state.isEnded = true
      state.failure = error
      defer { state.isStarved = false }
      return state.isStarved
    }
    if isStarved { mailbox.submit(.send(id)) }
  }

  /// - Returns: false when no more bytes are wanted.
  private func offer(_ piece: [UInt8]) async -> Bool {
    let (isStarved, isFull) = state.withLock { state in
      state.pieces.append(piece)
      state.unsent += piece.count
      defer { state.isStarved = false }
      return (state.isStarved, state.unsent >= Self.highWater)
    }
    if isStarved { mailbox.submit(.send(id)) }
    if isFull {
      await withCheckedContinuation { reader in
        let waits = state.withLock { state in
          guard state.unsent >= Self.highWater, !state.isCancelled else { return false }
          state.reader = reader
          return true
        }
        if !waits { reader.resume() }
      }
    }
    return !state.withLock { $0.isCancelled }
  }
}

/// The functions that the thread calls.
extension CurlUpload {
  /// Fills what libcurl wants to send next.
  ///
  /// The last byte of a declared length is held back until the source has reported its end: with
  /// that byte the request is complete, and an error for a source that goes on could not be
  /// reported.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Step {
    state.withLock { state in
      if let failure = state.failure { return .failed(failure) }
      var room = buffer.count
      if let length, !state.isEnded {
        room = Int(min(Int64(room), max(0, length - state.handedOver - 1)))
      }
      var count = 0
      while count < room, state.next < state.pieces.count {
        let rest = min(state.pieces[state.next].count - state.offset, room - count)
        state.pieces[state.next].withUnsafeBytes { bytes in
          buffer[count...].copyBytes(from: bytes[state.offset..<(state.offset + rest)])
        }
        count += rest
        state.offset += rest
        if state.offset == state.pieces[state.next].count {
          state.pieces[state.next] = []
          state.next += 1
          state.offset = 0
        }
      }
      if state.next == state.pieces.count {
        state.pieces.removeAll(keepingCapacity: true)
        state.next = 0
      }
      state.unsent -= count
      state.handedOver += Int64(count)
      if count > 0 { return .bytes(count) }
      if state.isEnded { return .end }
      state.isStarved = true
      return .wait
    }
  }

  /// Lets the source be read on, or for the first time: after a pass, never in a callback.
  func makeRoom() {
    let (reader, starts) = state.withLock { state in
      let starts = !state.isStarted
      state.isStarted = true
      guard state.unsent < Self.highWater / 2 else { return (nil as Reader?, starts) }
      defer { state.reader = nil }
      return (state.reader, starts)
    }
    reader?.resume()
    guard starts else { return }
    let task = Task { await readSource() }
    let isLate = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isLate { task.cancel() }
  }

  private typealias Reader = CheckedContinuation<Void, Never>

  /// Called when the exchange is over: a source that is not at its end is told that reading has
  /// stopped.
  func cancel() {
    let (reader, task, isOpen) = state.withLock { state in
      let isOpen = !state.isCancelled && !state.isEnded
      state.isCancelled = true
      defer { (state.reader, state.task) = (nil, nil) }
      (state.pieces, state.next, state.unsent) = ([], 0, 0)
      return (state.reader, state.task, isOpen)
    }
    reader?.resume()
    guard isOpen else { return }
    source.cancel()
    task?.cancel()
  }
}
