import TremaHTTP

/// The body of a response that is read while it comes. When nobody holds it any more, the exchange
/// ends.
final class ExchangeBody: HTTPBodySource {
  private let exchange: Exchange

  init(_ exchange: Exchange) { self.exchange = exchange }

  func next() async throws(TransportError) -> [UInt8]? {
    let piece = await withCheckedContinuation { (reader: CheckedContinuation<Exchange.Piece, _>) in
      exchange.give(to: reader)
    }
    return try piece.get()
  }

  func cancel() { exchange.end(TransportError(.cancelled)) }

  deinit { cancel() }
}

extension Exchange {
  fileprivate func give(to reader: CheckedContinuation<Piece, Never>) {
    var (piece, resuming) = (PieceQueue.Entry?.none, SessionTask?.none)
    var end: Piece?
    state.withLock { state in
      if let first = state.pieces.takeFirst() {
        piece = first
        state.progress.lastMove = .now
        resuming = state.resumptionIfLow()
        return
      }
      switch state.outcome {
      case .success: end = .success(nil)
      case .failure(let error): end = .failure(error)
      case nil:
        state.reader = reader
        state.progress.lastMove = .now
      }
    }
    resuming?.resume()
    if let piece {
      piece.taken?()
      reader.resume(returning: .success(piece.bytes))
    } else if let end {
      reader.resume(returning: end)
    }
  }
}

/// Pieces that have come and wait to be read.
struct PieceQueue: Sendable {
  struct Entry: Sendable {
    let bytes: [UInt8]
    /// Gives its slot back when it is read.
    var taken: (@Sendable () -> Void)?
  }

  private var entries: [Entry] = []
  private var first = 0
  private(set) var count = 0

  var isEmpty: Bool { first == entries.count }

  mutating func append(_ bytes: [UInt8], _ taken: @escaping @Sendable () -> Void) {
    entries.append(Entry(bytes: bytes, taken: taken))
    count += bytes.count
  }

  mutating func takeFirst() -> Entry? {
    guard first < entries.count else { return nil }
    let entry = entries[first]
    first += 1
    count -= entry.bytes.count
    if first > 64, first * 2 > entries.count {
      entries.removeFirst(first)
      first = 0
    }
    return entry
  }

  /// The slots of all that is here, which stays.
  mutating func freeSlots() -> [@Sendable () -> Void] {
    defer { for index in first..<entries.count { entries[index].taken = nil } }
    return entries[first...].compactMap(\.taken)
  }
}

extension Exchange.State {
  /// Bytes that wait at most, and from which on more are asked for.
  private static var marks: (high: Int, low: Int) { (1 << 20, 1 << 18) }

  // On Linux the thread of the lane waits instead: see ``DelegateQueue``.
  mutating func suspensionIfFull() -> SessionTask? {
    #if canImport(FoundationNetworking)
      return nil
    #else
      guard !isSuspended, pieces.count > Self.marks.high else { return nil }
      isSuspended = true
      return task
    #endif
  }

  mutating func resumptionIfLow() -> SessionTask? {
    guard isSuspended, pieces.count < Self.marks.low else { return nil }
    isSuspended = false
    return task
  }
}
