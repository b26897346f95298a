import TremaHTTP
import TremaSupport

/// The recorded exchanges in the order they were started, subject to limits.
final class ExchangeStore: Sendable {
  /// The limits of a store. Sizes are in bytes.
  struct Limits: Sendable {
    /// The maximum number of exchanges, beyond which older ones are removed; `nil` means unlimited.
    var count: Int?
    /// The approximate maximum size of all exchanges; `nil` means unlimited.
    var bytes: Int?
    /// The maximum body size. Longer bodies are not stored.
    var body: Int
    /// Whether to remove the oldest exchanges if the limits are exceeded. Otherwise bodies are
    /// dropped.
    var evictsOldest: Bool
  }

  /// A stored exchange with its size.
  struct Slot: Sendable {
    /// The exchange.
    var exchange: RecordedExchange
    /// Whether the transport has reported the total time.
    var isMeasured = false
    /// The approximate size, in bytes.
    private(set) var size = 0
    /// The size of the request without its body, which never changes.
    private let requestSize: Int
    /// The response's size, or `nil` until it is received.
    private var responseSize: Int?

    init(_ exchange: RecordedExchange) {
      requestSize =
        512 + exchange.request.target.utf8.count + Self.size(of: exchange.request.fields)
      self.exchange = exchange
      updateSize()
    }

    /// Changes the exchange.
    ///
    /// - Parameter limit: The number of bytes that the exchange may grow by before its bodies are
    ///   dropped; `nil` means unlimited.
    /// - Returns: The number of bytes that the exchange has grown by.
    fileprivate mutating func change(_ change: (inout Slot) -> Void, limit: Int?) -> Int {
      let before = size
      change(&self)
      updateSize()
      if let limit, size - before > limit {
        exchange.requestBody.drop(.storageFull)
        exchange.responseBody.drop(.storageFull)
        updateSize()
      }
      return size - before
    }

    /// Updates the size.
    private mutating func updateSize() {
      if responseSize == nil, let response = exchange.response {
        responseSize = Self.size(of: response.fields)
      }
      size = requestSize + (responseSize ?? 0)
      size += exchange.requestBody.bytes?.count ?? 0
      size += exchange.responseBody.bytes?.count ?? 0
    }

    /// Returns the approximate size of fields.
    private static func size(of fields: HTTPFields) -> Int {
      var weight = 0
      for field in fields.all {
        weight += field.name.text.utf8.count + field.value.utf8.count + 32
      }
      return weight
    }
  }

  /// A ring buffer, in which the newest exchange reuses the memory of the oldest one, which is
  /// likely to be cached.
  private struct State {
    /// The slots, or `nil` if empty. Their number is a power of two.
    private var slots: [Slot?] = []
    /// The oldest exchange's index.
    private var oldestIndex = 0
    private(set) var count = 0
    /// The number of the oldest exchange. Numbers increase by one.
    private(set) var oldestNumber = 0
    /// The size of all exchanges, in bytes.
    var size = 0
    /// The continuations for the streams of changes, by number.
    var observers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextObserver = 0

    var exchanges: [RecordedExchange] {
      (oldestNumber..<oldestNumber + count).compactMap { slots[index(of: $0)]?.exchange }
    }

    /// Returns whether an exchange is stored.
    func contains(_ number: Int) -> Bool { number >= oldestNumber && number < oldestNumber + count }

    /// Returns the index of an exchange in the ring.
    private func index(of number: Int) -> Int {
      (oldestIndex + number - oldestNumber) & (slots.count - 1)
    }

    mutating func append(_ slot: consuming Slot) {
      if count == slots.count { grow() }
      size += slot.size
      count += 1
      slots[index(of: oldestNumber + count - 1)] = consume slot
    }

    /// Enlarges the ring, moving the oldest exchange to its beginning.
    private mutating func grow() {
      let added = max(32, count)
      slots =
        Array(slots[oldestIndex...] + slots[..<oldestIndex]) + [Slot?](repeating: nil, count: added)
      oldestIndex = 0
    }

    mutating func change(_ number: Int, _ change: (inout Slot) -> Void, limit: Int?) {
      size += slots[index(of: number)]?.change(change, limit: limit) ?? 0
    }

    /// Removes the oldest exchange.
    mutating func removeFirst() {
      // The slot is moved out of the array, since reading it would copy it.
      size -= slots[oldestIndex].take()?.size ?? 0
      oldestIndex = (oldestIndex + 1) & (slots.count - 1)
      count -= 1
      oldestNumber += 1
    }

    mutating func removeAll() {
      oldestNumber += count
      (slots, oldestIndex, count, size) = ([], 0, 0, 0)
    }
  }

  private typealias Observers = Dictionary<Int, AsyncStream<Void>.Continuation>.Values

  let limits: Limits
  private let state = LockedValue(State())

  init(_ limits: Limits) { self.limits = limits }

  deinit { for observer in state.value.observers.values { observer.finish() } }

  /// All exchanges, oldest first.
  var all: [RecordedExchange] {
    state.withLock { $0.exchanges }
  }

  /// Returns a stream that yields an element after each change to `all`, until its reader is
  /// cancelled or the store is released. Changes that have not been read are combined.
  func changes() -> AsyncStream<Void> {
    // An unread element represents all later changes.
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = continuation
      return state.nextObserver
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.observers.removeValue(forKey: number) }
    }
    return stream
  }

  /// Removes all exchanges. Later changes to exchanges in flight are ignored.
  func removeAll() {
    let observers = state.withLock { state in
      state.removeAll()
      return Self.observers(of: state)
    }
    notify(observers)
  }

  /// Adds an exchange.
  ///
  /// - Parameter exchange: Returns the exchange. This is a closure so that the large value is
  ///   created in its final location.
  /// - Returns: The number of the exchange, which is used to change it.
  func add(_ exchange: () -> RecordedExchange) -> Int {
    let (number, observers) = state.withLock { state in
      let number = state.oldestNumber + state.count
      let slot = Slot(exchange())
      shrink(&state, for: slot.size)
      state.append(consume slot)
      shrink(&state)
      return (number, Self.observers(of: state))
    }
    notify(observers)
    return number
  }

  /// Changes an exchange, unless it has been removed.
  func change(_ number: Int, _ change: (inout Slot) -> Void) {
    let observers: Observers? = state.withLock { state in
      guard state.contains(number) else { return nil }
      let available = limits.evictsOldest ? nil : limits.bytes.map { $0 - state.size }
      state.change(number, change, limit: available)
      shrink(&state)
      return Self.observers(of: state)
    }
    notify(observers)
  }

  /// Removes the oldest exchanges beyond the limits.
  ///
  /// - Parameter weight: The size of an exchange that is about to be added, or `nil` if there is
  ///   none.
  private func shrink(_ state: inout State, for weight: Int? = nil) {
    guard limits.evictsOldest else { return }
    let count = weight == nil ? 0 : 1
    while state.count > 0 {
      let exceedsCount = limits.count.map { state.count + count > $0 } ?? false
      let exceedsSize = limits.bytes.map { state.size + (weight ?? 0) > $0 } ?? false
      guard exceedsCount || exceedsSize else { return }
      state.removeFirst()
    }
  }

  /// Returns the continuations to yield to, or `nil` if there are none.
  private static func observers(of state: State) -> Observers? {
    state.observers.isEmpty ? nil : state.observers.values
  }

  /// Notifies the readers. Must be called without the lock held, as a reader that has ended removes
  /// itself.
  private func notify(_ observers: Observers?) {
    guard let observers else { return }
    for observer in observers { observer.yield() }
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
  mutating func append(_ chunk: [UInt8], limit: Int) {
    count += Int64(chunk.count)
    guard let stored = bytes?.count else { return }
    if chunk.count > limit - stored {
      bytes = nil
      absence = .tooLong
    } else if stored == 0 {
      // The array is shared, not copied.
      bytes = chunk
    } else {
      bytes?.append(contentsOf: chunk)
    }
  }
}
