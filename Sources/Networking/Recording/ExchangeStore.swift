import TremaHTTP
import TremaLock

/// Exchanges in the order in which they were begun, within limits.
final class ExchangeStore: Sendable {
  struct Limits: Sendable {
    /// How many exchanges; older ones are forgotten. Nil is without limit.
    var count: Int?
    /// Of all together, about. Nil is without limit.
    var bytes: Int?
    /// Of one body: a longer one is not kept.
    var body: Int
    /// Whether older exchanges go when there is no room, or bodies that would need it.
    var forgetsOldest: Bool
  }

  private struct State {
    var exchanges: [Int: RecordedExchange] = [:]
    /// Numbers go up by one; those before this one are forgotten.
    var first = 0
    var next = 0
    var weight = 0
  }

  let limits: Limits
  private let state = LockedValue(State())
  private let whenChanged: @Sendable () -> Void

  init(_ limits: Limits, whenChanged: @escaping @Sendable () -> Void = {}) {
    self.limits = limits
    self.whenChanged = whenChanged
  }

  var all: [RecordedExchange] {
    state.withLock { state in (state.first..<state.next).compactMap { state.exchanges[$0] } }
  }

  /// Forgets what is there. What is on its way is forgotten, too.
  func removeAll() {
    state.withLock { state in
      state.exchanges = [:]
      state.first = state.next
      state.weight = 0
    }
    whenChanged()
  }

  /// - Returns: its number, for changes.
  func add(_ exchange: RecordedExchange) -> Int {
    let number = state.withLock { state in
      let number = state.next
      state.next += 1
      state.exchanges[number] = exchange
      state.weight += exchange.weight
      shrink(&state)
      return number
    }
    whenChanged()
    return number
  }

  /// Changes one, unless it is forgotten.
  func change(_ number: Int, _ change: (inout RecordedExchange) -> Void) {
    state.withLock { state in
      guard var exchange = state.exchanges.removeValue(forKey: number) else { return }
      state.weight -= exchange.weight
      change(&exchange)
      if let bytes = limits.bytes, !limits.forgetsOldest, state.weight + exchange.weight > bytes {
        exchange.requestBody.drop(.noRoom)
        exchange.responseBody.drop(.noRoom)
      }
      state.exchanges[number] = exchange
      state.weight += exchange.weight
      shrink(&state)
    }
    whenChanged()
  }

  private func shrink(_ state: inout State) {
    guard limits.forgetsOldest else { return }
    while state.next > state.first {
      let isMany = limits.count.map { state.next - state.first > $0 } ?? false
      let isLarge = limits.bytes.map { state.weight > $0 } ?? false
      guard isMany || isLarge else { return }
      if let gone = state.exchanges.removeValue(forKey: state.first) { state.weight -= gone.weight }
      state.first += 1
    }
  }
}

extension RecordedExchange.Body {
  /// Keeps the count alone.
  mutating func drop(_ absence: Absence) {
    guard let bytes, !bytes.isEmpty else { return }
    self.bytes = nil
    self.absence = absence
  }

  /// One more piece has gone by.
  mutating func append(_ piece: [UInt8], limit: Int) {
    count += Int64(piece.count)
    guard let kept = bytes?.count else { return }
    if piece.count > limit - kept {
      bytes = nil
      absence = .tooLong
    } else {
      bytes?.append(contentsOf: piece)
    }
  }
}
