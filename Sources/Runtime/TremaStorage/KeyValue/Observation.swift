/// The stored value, now and after each change: the first element is available at once, the next ones
/// when the value is another. Changes that are faster than their consumer are combined.
///
/// It ends when the store is closed or the task cancelled. After an error nothing follows.
public struct Observation<Element: Sendable>: AsyncSequence, Sendable {
  /// The error that ends the sequence.
  public typealias Failure = StoreError

  let store: KeyValueStore
  let table: String
  /// The cells by which changes are detected.
  let cells: @Sendable (Connection) throws(StoreError) -> [SQLValue]
  let element: @Sendable ([SQLValue]) throws(StoreError) -> Element

  /// The iterator of the sequence.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let observation: Observation
    private var signals: AsyncStream<Void>.AsyncIterator?
    private var last: [SQLValue]?
    private var isOver = false

    init(_ observation: Observation) { self.observation = observation }

    /// Waits for the next change.
    public mutating func next() async throws(StoreError) -> Element? {
      do throws(StoreError) {
        while !isOver {
          if signals == nil {
            signals = try observation.signals()
          } else if await signals?.next() == nil {
            break
          }
          let cells = try await observation.read()
          if cells == last { continue }
          last = cells
          return try observation.element(cells)
        }
      } catch {
        signals = nil
        isOver = true
        throw error
      }
      signals = nil
      isOver = true
      return nil
    }
  }

  /// Returns an iterator over the elements.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  private func signals() throws(StoreError) -> AsyncStream<Void>.AsyncIterator {
    try store.observers.add(table, of: store).makeAsyncIterator()
  }

  private func read() async throws(StoreError) -> [SQLValue] {
    try await BlockingPool.run { [self] () throws(StoreError) in try store.reader.use(cells) }
  }
}

extension Namespace {
  /// The value under `key`; nil while there is none.
  public func observe<Value: Decodable & Sendable>(
    _ key: String, as type: Value.Type = Value.self
  ) -> Observation<Value?> {
    Observation(store: door.store, table: "trema_values") { (connection) throws(StoreError) in
      try cell(key, on: connection).map { [$0] } ?? []
    } element: { (cells) throws(StoreError) in
      guard let cell = cells.first else { return nil }
      return try ValueCoding.value(type, from: cell, name, key)
    }
  }

  /// The keys that begin with `prefix`, sorted by their bytes.
  public func observeKeys(prefix: String = "") -> Observation<[String]> {
    Observation(store: door.store, table: "trema_values") { (connection) throws(StoreError) in
      try keys(prefix, on: connection).map { .text($0) }
    } element: { cells in
      cells.compactMap { cell in if case .text(let key) = cell { key } else { nil } }
    }
  }
}
