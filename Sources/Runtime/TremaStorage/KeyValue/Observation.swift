extension KeyValueStore {
  /// An asynchronous sequence of a stored value's successive states.
  ///
  /// The first element is the current state. Further elements are produced when the value differs
  /// from the last element. Changes that are faster than their consumer are combined. The sequence
  /// ends when the store is closed or the task is cancelled, and after an error.
  public struct Observation<Element: Sendable>: AsyncSequence, Sendable {
    /// The error that ends the sequence.
    public typealias Failure = StoreError

    /// The observed store.
    let store: KeyValueStore
    /// The table whose changes trigger a new read, in lowercase.
    let table: String
    /// Reads the cells that are compared to detect changes.
    let cells: @Sendable (Connection) throws(StoreError) -> [SQLValue]
    /// Decodes an element from the cells.
    let element: @Sendable ([SQLValue]) throws(StoreError) -> Element

    /// An observation's iterator.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private let observation: Observation
      /// The store's change signals, or `nil` before the first element and after the end.
      private var signals: AsyncStream<Void>.AsyncIterator?
      /// The cells of the last element.
      private var last: [SQLValue]?
      /// Whether the sequence has ended.
      private var isFinished = false

      init(_ observation: Observation) { self.observation = observation }

      /// Waits until the value differs from the last element, and returns it, or `nil` at the end.
      ///
      /// - Throws: The error of reading or decoding, which ends the sequence.
      public mutating func next() async throws(StoreError) -> Element? {
        do throws(StoreError) {
          // The observer is registered before the first read so that no change is missed.
          while !isFinished {
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
          isFinished = true
          throw error
        }
        signals = nil
        isFinished = true
        return nil
      }
    }

    /// Returns an iterator with its own registration.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// Registers an observer with the store and returns its signals.
    private func signals() throws(StoreError) -> AsyncStream<Void>.AsyncIterator {
      try store.observers.add(table, of: store).makeAsyncIterator()
    }

    /// Reads the cells on a blocking thread.
    private func read() async throws(StoreError) -> [SQLValue] {
      try await BlockingPool.run { [self] () throws(StoreError) in
        try store.reader.withConnection(cells)
      }
    }
  }
}

extension KeyValueStore.Namespace {
  /// Returns a sequence of the values for a key; an element is `nil` while there is no value.
  public func observe<Value: Decodable & Sendable>(
    _ key: String, as type: Value.Type = Value.self
  ) -> KeyValueStore.Observation<Value?> {
    KeyValueStore.Observation(store: access.store, table: "trema_values") {
      (connection) throws(StoreError) in
      try cell(key, on: connection).map { [$0] } ?? []
    } element: { (cells) throws(StoreError) in
      guard let cell = cells.first else { return nil }
      return try ValueCoding.value(type, from: cell, name, key)
    }
  }

  /// Returns a sequence of the keys that start with `prefix`, each element sorted by UTF-8 bytes.
  public func observeKeys(prefix: String = "") -> KeyValueStore.Observation<[String]> {
    KeyValueStore.Observation(store: access.store, table: "trema_values") {
      (connection) throws(StoreError) in
      try keys(prefix, on: connection).map { .text($0) }
    } element: { cells in
      cells.compactMap { cell in if case .text(let key) = cell { key } else { nil } }
    }
  }
}
