import TremaHTTP
import TremaSupport

/// Recorded exchanges in the order in which they were started, within limits.
final class ExchangeStore: Sendable {
  /// The limits of a store. Sizes are in bytes.
  struct Limits: Sendable {
    /// The maximum number of exchanges; older ones are removed. `nil` is unlimited.
    var count: Int?
    /// The approximate maximum size of all exchanges. `nil` is unlimited.
    var bytes: Int?
    /// The maximum size of a body; a longer one is not stored.
    var body: Int
    /// Whether the oldest exchanges are removed if the limits are exceeded; otherwise bodies are
    /// dropped.
    var forgetsOldest: Bool
  }

  /// A stored exchange with its size.
  struct Slot: Sendable {
    /// The exchange.
    var exchange: RecordedExchange
    /// Whether the transport has reported the total time.
    var isMeasured = false
    /// The approximate size, in bytes.
    private(set) var weight = 0
    /// The size of the request without its body, which never changes.
    private let requestWeight: Int
    /// The size of the response; `nil` until it is received.
    private var responseWeight: Int?

    init(_ exchange: RecordedExchange) {
      requestWeight =
        512 + exchange.request.target.utf8.count + Self.weight(of: exchange.request.fields)
      self.exchange = exchange
      weigh()
    }

    /// Changes the exchange.
    ///
    /// - Parameter room: the number of bytes by which it may grow; beyond it the bodies are
    ///   dropped. `nil` is unlimited.
    /// - Returns: the number of bytes by which it has grown.
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

    /// Updates the size.
    private mutating func weigh() {
      if responseWeight == nil, let response = exchange.response {
        responseWeight = Self.weight(of: response.fields)
      }
      weight = requestWeight + (responseWeight ?? 0)
      weight += exchange.requestBody.bytes?.count ?? 0
      weight += exchange.responseBody.bytes?.count ?? 0
    }

    /// Returns the approximate size of fields.
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
    /// The number of the oldest exchange. Numbers increase by one.
    private(set) var first = 0
    /// The size of all exchanges, in bytes.
    var weight = 0
    /// The continuations of the streams of changes, by number.
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextWatcher = 0

    var exchanges: [RecordedExchange] {
      (first..<first + count).compactMap { places[place(of: $0)]?.exchange }
    }

    /// Whether an exchange is stored.
    func holds(_ number: Int) -> Bool { number >= first && number < first + count }

    /// Returns the index of an exchange in the ring.
    private func place(of number: Int) -> Int { (head + number - first) & (places.count - 1) }

    mutating func append(_ slot: consuming Slot) {
      if count == places.count { grow() }
      weight += slot.weight
      count += 1
      places[place(of: first + count - 1)] = consume slot
    }

    /// Enlarges the ring, with the oldest exchange at its beginning.
    private mutating func grow() {
      let room = max(32, count)
      places = Array(places[head...] + places[..<head]) + [Slot?](repeating: nil, count: room)
      head = 0
    }

    mutating func change(_ number: Int, _ change: (inout Slot) -> Void, room: Int?) {
      weight += places[place(of: number)]?.change(change, room: room) ?? 0
    }

    /// Removes the oldest exchange.
    mutating func forgetFirst() {
      // The slot is moved out of the array, as reading it would copy it.
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

  /// All exchanges, the oldest one first.
  var all: [RecordedExchange] {
    state.withLock { $0.exchanges }
  }

  /// Returns a stream that yields an element after each change of `all`, until its reader is
  /// cancelled or the store is released. Changes that have not been read are combined.
  func changes() -> AsyncStream<Void> {
    // An element that has not been read yet covers all later changes.
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

  /// Removes all exchanges. Later changes of those in flight are ignored.
  func removeAll() {
    let watchers = state.withLock { state in
      state.removeAll()
      return Self.watchers(of: state)
    }
    tell(watchers)
  }

  /// Adds an exchange.
  ///
  /// - Parameter exchange: returns the exchange. A closure, so that the large value is created in
  ///   its final place.
  /// - Returns: the number of the exchange, for changes.
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

  /// Changes an exchange, unless it has been removed.
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

  /// Removes the oldest exchanges beyond the limits.
  ///
  /// - Parameter weight: the size of an exchange that is about to be added; `nil` if there is none.
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

  /// Returns the continuations to yield to; `nil` if there are none.
  private static func watchers(of state: State) -> Watchers? {
    state.watchers.isEmpty ? nil : state.watchers.values
  }

  /// Notifies the readers. Not under the lock, as a reader that has ended removes itself.
  private func tell(_ watchers: Watchers?) {
    guard let watchers else { return }
    for watcher in watchers { watcher.yield() }
  }
}

extension RecordedExchange.Body {
  /// Drops the bytes and keeps their count.
  mutating func drop(_ absence: Absence) {
    guard let bytes, !bytes.isEmpty else { return }
    self.bytes = nil
    self.absence = absence
  }

  /// Appends a chunk. If the limit is exceeded, the bytes are dropped and only counted.
  mutating func append(_ piece: [UInt8], limit: Int) {
    count += Int64(piece.count)
    guard let kept = bytes?.count else { return }
    if piece.count > limit - kept {
      bytes = nil
      absence = .tooLong
    } else if kept == 0 {
      // The array is shared, not copied.
      bytes = piece
    } else {
      bytes?.append(contentsOf: piece)
    }
  }
}
