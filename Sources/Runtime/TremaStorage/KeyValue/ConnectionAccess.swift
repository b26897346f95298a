/// The way in which values and records reach the connection: each call on its own, or all calls
/// within one transaction.
enum ConnectionAccess: Sendable {
  /// Every call locks the connection on its own; a write runs in a transaction of its own.
  case store(KeyValueStore)
  /// All calls use the connection that the transaction holds.
  case transaction(KeyValueStore.Transaction)

  /// The store, also of a transaction.
  var store: KeyValueStore {
    switch self {
    case .store(let store): store
    case .transaction(let transaction): transaction.store
    }
  }

  /// Runs `body` with a connection for reading.
  ///
  /// - Throws: What `body` throws; `closed`, `insideBatch` or `batchEnded` if the connection is not
  ///   available to this thread.
  func read<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    switch self {
    case .store(let store): try store.reader.withConnection(body)
    case .transaction(let transaction): try transaction.use(body)
    }
  }

  /// Runs `body` with the connection for writing: in a new transaction, or in the current one.
  ///
  /// - Throws: What `body` throws; `closed`, `insideBatch` or `batchEnded` if the connection is not
  ///   available to this thread.
  func write<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    switch self {
    case .store(let store): try store.write(body)
    case .transaction(let transaction): try transaction.use(body)
    }
  }
}
