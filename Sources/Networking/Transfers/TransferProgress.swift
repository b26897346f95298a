import TremaHTTP
import TremaSupport

/// The progress of a transfer.
public struct TransferProgress: Hashable, Sendable {
  /// The progress of one direction.
  public struct Part: Hashable, Sendable {
    /// The number of transferred bytes.
    public var done: Int64
    /// The total number of bytes; `nil` if it is unknown.
    public var total: Int64?

    /// Creates a part of the progress.
    ///
    /// - Parameters:
    /// - done: the bytes so far.
    /// - total: the bytes in all, if known.
    public init(done: Int64 = 0, total: Int64? = nil) {
      self.done = done
      self.total = total
    }

    /// The fraction from 0 to 1; `nil` if the total is unknown.
    public var fraction: Double? {
      total.map { $0 > 0 ? min(1, Double(done) / Double($0)) : 1 }
    }
  }

  /// The body of the request, as it was handed to the connection. It begins anew with each attempt.
  public var sent: Part
  /// The body of the response: before it is decoded; of a download, the bytes of the file.
  public var received: Part

  /// Creates a progress.
  public init(sent: Part = Part(), received: Part = Part()) {
    self.sent = sent
    self.received = received
  }
}

/// Tells readers how far a transfer has come. A slow reader misses values, never the newest one.
final class ProgressBoard: Sendable {
  private struct State {
    var latest = TransferProgress()
    var readers: [Int: AsyncStream<TransferProgress>.Continuation] = [:]
    var count = 0
    var isEnded = false
  }

  private let state = LockedValue(State())

  /// The current progress and its updates, for one reader.
  var values: AsyncStream<TransferProgress> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { reader in
      let number: Int? = state.withLock { state in
        reader.yield(state.latest)
        guard !state.isEnded else { return nil }
        state.count += 1
        state.readers[state.count] = reader
        return state.count
      }
      guard let number else { return reader.finish() }
      reader.onTermination = { [weak self] _ in self?.forget(number) }
    }
  }

  private func forget(_ number: Int) {
    // What is released may run this again: not under the lock.
    _ = state.withLock { $0.readers.removeValue(forKey: number) }
  }

  /// Under the lock, so that all readers see one order: a stream calls no one back when a value is
  /// yielded.
  func update(_ change: @Sendable (inout TransferProgress) -> Void) {
    state.withLock { state in
      let before = state.latest
      change(&state.latest)
      guard state.latest != before else { return }
      for reader in state.readers.values { reader.yield(state.latest) }
    }
  }

  func finish() {
    let readers = state.withLock { state in
      state.isEnded = true
      defer { state.readers = [:] }
      return Array(state.readers.values)
    }
    for reader in readers { reader.finish() }
  }
}

extension RequestOptions {
  /// Reports the exchange to a board, after the observers that are set already.
  mutating func observe(_ board: ProgressBoard) {
    observe { event in
      switch event {
      case .sent(let done, let total): board.sent(done, of: total)
      case .received(let done, let total): board.received(done, of: total)
      case .ended: break
      }
    }
  }

  /// The same of the body of the request alone.
  mutating func observeSent(_ board: ProgressBoard) {
    observe { if case .sent(let done, let total) = $0 { board.sent(done, of: total) } }
  }

  private mutating func observe(_ second: @escaping @Sendable (TransportEvent) -> Void) {
    let first = observer
    observer = { event in
      first?(event)
      second(event)
    }
  }
}

extension ProgressBoard {
  func sent(_ done: Int64, of total: Int64?) {
    update { $0.sent = .init(done: done, total: total) }
  }

  func received(_ done: Int64, of total: Int64?) {
    update { $0.received = .init(done: done, total: total) }
  }
}

extension HTTPFields.Name {
  static let contentRange = Self("Content-Range")
  static let ifRange = Self("If-Range")
  static let lastEventID = Self("Last-Event-ID")
}
