import Dispatch
import Foundation
import TremaHTTP
import TremaLock

/// A body that is made while it is sent: one side asks its source, the other one waits on a thread
/// for bytes, as Foundation reads.
final class Upload: Sendable {
  private struct State: Sendable {
    var bytes: ArraySlice<UInt8> = []
    var total: Int64 = 0
    var isAtEnd = false
    var isOver = false
    var failure: TransportError?
    var wasOpened = false
    var isReaderWaiting = false
    /// Who has put a piece here and waits until it is read.
    var writer: CheckedContinuation<Bool, Never>?
  }

  let length: Int64?
  private let source: any HTTPBodySource
  private let readable = DispatchSemaphore(value: 0)
  private let state = LockedValue(State())

  /// Opens a body; nil for one that is there as bytes.
  init?(_ body: HTTPBody) async throws(TransportError) {
    guard let (source, length) = try await Self.opened(body) else { return nil }
    (self.source, self.length) = (source, length)
  }

  /// Why there are no more bytes.
  var failure: TransportError? { state.value.failure }

  /// - Parameter whenRead: told the length when the source is at its end.
  func begin(_ whenRead: @escaping @Sendable (Int64) -> Void) {
    Task {
      do throws(TransportError) {
        while let piece = try await source.next() {
          guard await put(piece) else { return }
        }
        let total = state.value.total
        if let length, total < length { throw TransportError(.requestBody, "it is too short") }
        whenRead(total)
        finish(nil)
      } catch {
        finish(error)
      }
    }
  }

  /// Waits until the piece is read; false when nobody reads on.
  private func put(_ piece: [UInt8]) async -> Bool {
    await withCheckedContinuation { (writer: CheckedContinuation<Bool, Never>) in
      var wakes = false
      let isAccepted = state.withLock { state -> Bool in
        guard !state.isOver else { return false }
        state.total += Int64(piece.count)
        if let length, state.total > length {
          state.failure = TransportError(.requestBody, "it is longer than it said")
          state.isOver = true
          (wakes, state.isReaderWaiting) = (state.isReaderWaiting, false)
          return false
        }
        (state.bytes, state.writer) = (piece[...], writer)
        (wakes, state.isReaderWaiting) = (state.isReaderWaiting, false)
        return true
      }
      if wakes { readable.signal() }
      if !isAccepted {
        source.cancel()
        writer.resume(returning: false)
      }
    }
  }

  private func finish(_ failure: TransportError?) {
    let wakes = state.withLock { state -> Bool in
      state.isAtEnd = true
      if !state.isOver, state.failure == nil { state.failure = failure }
      defer { state.isReaderWaiting = false }
      return state.isReaderWaiting
    }
    if wakes { readable.signal() }
  }

  /// Waits for bytes.
  ///
  /// - Returns: their number, 0 at the end, -1 when there will be none.
  func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    while true {
      var writer: CheckedContinuation<Bool, Never>?
      let count = state.withLock { state -> Int? in
        if state.isOver || state.failure != nil { return -1 }
        if !state.bytes.isEmpty {
          let count = min(buffer.count, state.bytes.count)
          _ = buffer.update(fromContentsOf: state.bytes.prefix(count))
          state.bytes = state.bytes.dropFirst(count)
          if state.bytes.isEmpty { writer = state.writer.take() }
          return count
        }
        if state.isAtEnd { return 0 }
        state.isReaderWaiting = true
        return nil
      }
      writer?.resume(returning: true)
      if let count { return count }
      readable.wait()
    }
  }

  /// Nobody reads on.
  func cancel() {
    var (wakes, isFirst) = (false, false)
    var writer: CheckedContinuation<Bool, Never>?
    state.withLock { state in
      isFirst = !state.isOver && !state.isAtEnd
      state.isOver = true
      writer = state.writer.take()
      (wakes, state.isReaderWaiting) = (state.isReaderWaiting, false)
    }
    if isFirst { source.cancel() }
    writer?.resume(returning: false)
    if wakes { readable.signal() }
  }

  /// A stream for Foundation; nil the second time, and what is read from the first one then fails:
  /// nothing is sent twice.
  func open() -> InputStream? {
    let isFirst = state.withLock { state -> Bool in
      defer { state.wasOpened = true }
      return !state.wasOpened
    }
    if isFirst { return UploadStream.make(self) }
    cancel()
    return nil
  }
}
