import TremaHTTP
import TremaSupport

/// The progress of a transfer.
public struct TransferProgress: Hashable, Sendable {
  /// The progress of one direction.
  public struct Part: Hashable, Sendable {
    /// The number of transferred bytes.
    public var done: Int64
    /// The total number of bytes, or `nil` if unknown.
    public var total: Int64?

    /// Creates the progress of one direction.
    ///
    /// - Parameters:
    ///   - done: The number of transferred bytes.
    ///   - total: The total number of bytes, or `nil` if unknown.
    public init(done: Int64 = 0, total: Int64? = nil) {
      self.done = done
      self.total = total
    }

    /// The fraction from 0 to 1, or `nil` if the total is unknown.
    public var fraction: Double? {
      total.map { $0 > 0 ? min(1, Double(done) / Double($0)) : 1 }
    }
  }

  /// The bytes of the request's body that have been passed to the connection. The count starts over
  /// with each attempt.
  public var sent: Part
  /// The bytes of the response's body before decoding. For a download, these are the bytes of the
  /// file.
  public var received: Part

  /// Creates a progress.
  public init(sent: Part = Part(), received: Part = Part()) {
    self.sent = sent
    self.received = received
  }
}

/// A broadcaster of a transfer's progress to its readers. A slow reader may miss values, but never
/// the newest one.
final class ProgressBroadcaster: Sendable {
  /// The newest value, and the readers by number.
  private struct State {
    var latest = TransferProgress()
    var readers: [Int: AsyncStream<TransferProgress>.Continuation] = [:]
    var count = 0
    var hasEnded = false
  }

  private let state = LockedValue(State())

  /// The current progress and its updates, for one reader.
  var values: AsyncStream<TransferProgress> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { reader in
      let number: Int? = state.withLock { state in
        reader.yield(state.latest)
        guard !state.hasEnded else { return nil }
        state.count += 1
        state.readers[state.count] = reader
        return state.count
      }
      guard let number else { return reader.finish() }
      reader.onTermination = { [weak self] _ in self?.removeReader(number) }
    }
  }

  /// Removes a reader.
  private func removeReader(_ number: Int) {
    // Releasing the continuation may call this function again, so it must not happen with the lock
    // held.
    _ = state.withLock { $0.readers.removeValue(forKey: number) }
  }

  /// Changes the progress and passes it to the readers if it differs. Values are yielded with the
  /// lock held so that all readers receive them in the same order. That's safe because yielding a
  /// value doesn't run any callbacks.
  func update(_ change: @Sendable (inout TransferProgress) -> Void) {
    state.withLock { state in
      let before = state.latest
      change(&state.latest)
      guard state.latest != before else { return }
      for reader in state.readers.values { reader.yield(state.latest) }
    }
  }

  /// Ends the sequences of all readers.
  func finish() {
    let readers = state.withLock { state in
      state.hasEnded = true
      defer { state.readers = [:] }
      return Array(state.readers.values)
    }
    for reader in readers { reader.finish() }
  }
}

extension RequestOptions {
  /// Adds an observer that reports both bodies of an exchange to a broadcaster.
  mutating func observe(_ broadcaster: ProgressBroadcaster) {
    observe { event in
      switch event {
      case .sent(let done, let total): broadcaster.reportSent(done, of: total)
      case .received(let done, let total): broadcaster.reportReceived(done, of: total)
      case .ended: break
      }
    }
  }

  /// Adds an observer that reports the request's body to a broadcaster.
  mutating func observeSent(_ broadcaster: ProgressBroadcaster) {
    observe { if case .sent(let done, let total) = $0 { broadcaster.reportSent(done, of: total) } }
  }

  /// Adds an observer, which is called after any observers that are already set.
  private mutating func observe(_ second: @escaping @Sendable (TransportEvent) -> Void) {
    let first = observer
    observer = { event in
      first?(event)
      second(event)
    }
  }
}

extension ProgressBroadcaster {
  /// Reports the progress of the request's body.
  func reportSent(_ done: Int64, of total: Int64?) {
    update { $0.sent = .init(done: done, total: total) }
  }

  /// Reports the progress of the response's body.
  func reportReceived(_ done: Int64, of total: Int64?) {
    update { $0.received = .init(done: done, total: total) }
  }
}

extension HTTPFields.Name {
  static let contentRange = Self("Content-Range")
  static let ifRange = Self("If-Range")
  static let lastEventID = Self("Last-Event-ID")
}
