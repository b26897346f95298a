import TremaHTTP
import TremaSupport

/// Exchanges in the order in which they were begun, within limits.
final class ExchangeStore: Sendable {
  struct Limits: Sendable {
    /// The maximum number of exchanges; older ones are removed. `nil` is unlimited.
    var count: Int?
    /// The approximate maximum size of all exchanges. `nil` is unlimited.
    var bytes: Int?
    /// The maximum size of a body; a longer one is not kept.
    var body: Int
    /// Whether older exchanges go when there is no room, or bodies that would need it.
    var forgetsOldest: Bool
  }

  /// An exchange, and what is known of it beside what is shown.
  struct Slot: Sendable {
    var exchange: RecordedExchange
    /// Whether the transport has said how long all of it took.
    var isMeasured = false
    /// The approximate size.
    private(set) var weight = 0
    /// Without bodies and response: that never changes.
    private let requestWeight: Int
    /// The size of the response; `nil` until it is received.
    private var responseWeight: Int?

    init(_ exchange: RecordedExchange) {
      requestWeight =
        512 + exchange.request.target.utf8.count + Self.weight(of: exchange.request.fields)
      self.exchange = exchange
      weigh()
    }

    /// - Parameter room: by how much it may grow before its bodies go. Nil is without limit.
    /// - Returns: by how much it grew.
    fileprivate mutating func change(_ change: (inout Slot) -> Void, room: Int?) -> Int {
      let before = weight
      change(&self)
      weigh()
      if let room, weight - before > room {
        exchange.requestBody.drop(.noRoom)
        exchange.responseBody.drop(.noRoom)
        weigh()
      }
      return weight - before
    }

    private mutating func weigh() {
      if responseWeight == nil, let response = exchange.response {
        responseWeight = Self.weight(of: response.fields)
      }
      weight = requestWeight + (responseWeight ?? 0)
      weight += exchange.requestBody.bytes?.count ?? 0
      weight += exchange.responseBody.bytes?.count ?? 0
    }

    private static func weight(of fields: HTTPFields) -> Int {
      var weight = 0
      for field in fields.all {
        weight += field.name.text.utf8.count + field.value.utf8.count + 32
      }
      return weight
    }
  }

  /// A ring, in which the newest exchange reuses the oldest one's memory, which is likely cached.
  private struct State {
    /// The slots; `nil` if empty. Their number is a power of two.
    private var places: [Slot?] = []
    /// The index of the oldest exchange.
    private var head = 0
    private(set) var count = 0
    /// The number of the oldest one; numbers go up by one.
    private(set) var first = 0
    var weight = 0
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextWatcher = 0

    var exchanges: [RecordedExchange] {
      (first..<first + count).compactMap { places[place(of: $0)]?.exchange }
    }

    func holds(_ number: Int) -> Bool { number >= first && number < first + count }

    private func place(of number: Int) -> Int { (head + number - first) & (places.count - 1) }

    mutating func append(_ slot: consuming Slot) {
      if count == places.count { grow() }
      weight += slot.weight
      count += 1
      places[place(of: first + count - 1)] = consume slot
    }

    private mutating func grow() {
      let room = max(32, count)
      places = Array(places[head...] + places[..<head]) + [Slot?](repeating: nil, count: room)
      head = 0
    }

    mutating func change(_ number: Int, _ change: (inout Slot) -> Void, room: Int?) {
      weight += places[place(of: number)]?.change(change, room: room) ?? 0
    }

    mutating func forgetFirst() {
      // Moved out: what is only looked at would be copied.
      weight -= places[head].take()?.weight ?? 0
      head = (head + 1) & (places.count - 1)
      count -= 1
      first += 1
    }

    mutating func removeAll() {
      first += count
      (places, head, count, weight) = ([], 0, 0, 0)
    }
  }

  private typealias Watchers = Dictionary<Int, AsyncStream<Void>.Continuation>.Values

  let limits: Limits
  private let state = LockedValue(State())

  init(_ limits: Limits) { self.limits = limits }

  deinit { for watcher in state.value.watchers.values { watcher.finish() } }

  var all: [RecordedExchange] {
    state.withLock { $0.exchanges }
  }

  /// Gives something whenever ``all`` has changed since it was last asked, until the task that asks
  /// is cancelled or the store is gone.
  func changes() -> AsyncStream<Void> {
    // One that has not been taken means all.
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.nextWatcher += 1
      state.watchers[state.nextWatcher] = continuation
      return state.nextWatcher
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
    }
    return stream
  }

  /// Forgets what is there. What is on its way is forgotten, too.
  func removeAll() {
    let watchers = state.withLock { state in
      state.removeAll()
      return Self.watchers(of: state)
    }
    tell(watchers)
  }

  /// - Parameter exchange: made where it stays: it is too large to be handed from one to the next.
  /// - Returns: its number, for changes.
  func add(_ exchange: () -> RecordedExchange) -> Int {
    let (number, watchers) = state.withLock { state in
      let number = state.first + state.count
      let slot = Slot(exchange())
      shrink(&state, for: slot.weight)
      state.append(consume slot)
      shrink(&state)
      return (number, Self.watchers(of: state))
    }
    tell(watchers)
    return number
  }

  /// Changes one, unless it is forgotten.
  func change(_ number: Int, _ change: (inout Slot) -> Void) {
    let watchers: Watchers? = state.withLock { state in
      guard state.holds(number) else { return nil }
      let room = limits.forgetsOldest ? nil : limits.bytes.map { $0 - state.weight }
      state.change(number, change, room: room)
      shrink(&state)
      return Self.watchers(of: state)
    }
    tell(watchers)
  }

  /// - Parameter weight: of one that is to have room.
  private func shrink(_ state: inout State, for weight: Int? = nil) {
    guard limits.forgetsOldest else { return }
    let count = weight == nil ? 0 : 1
    while state.count > 0 {
      let isMany = limits.count.map { state.count + count > $0 } ?? false
      let isLarge = limits.bytes.map { state.weight + (weight ?? 0) > $0 } ?? false
      guard isMany || isLarge else { return }
      state.forgetFirst()
    }
  }

  private static func watchers(of state: State) -> Watchers? {
    state.watchers.isEmpty ? nil : state.watchers.values
  }

  /// Not under the lock: who is told may have ended, and leaves.
  private func tell(_ watchers: Watchers?) {
    guard let watchers else { return }
    for watcher in watchers { watcher.yield() }
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
    } else if kept == 0 {
      // Shared, not copied.
      bytes = piece
    } else {
      bytes?.append(contentsOf: piece)
    }
  }
}
