/// The connection that values and records use: a separate access for each call, or a transaction
/// for all calls.
enum ConnectionAccess: Sendable {
  /// Every call locks the connection, and every write runs in its own transaction.
  case store(KeyValueStore)
  /// All calls use the connection that the transaction holds.
  case transaction(KeyValueStore.Transaction)

  /// The store; for a transaction, its store.
  var store: KeyValueStore {
    switch self {
    case .store(let store): store
    case .transaction(let transaction): transaction.store
    }
  }

  /// Runs `body` with a connection for reading.
  ///
  /// - Throws: The error thrown by `body`; `closed`, `insideBatch` or `batchEnded` if the
  ///   connection is not available to this thread.
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
  /// - Throws: The error thrown by `body`; `closed`, `insideBatch` or `batchEnded` if the
  ///   connection is not available to this thread.
  func write<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    switch self {
    case .store(let store): try store.write(body)
    case .transaction(let transaction): try transaction.use(body)
    }
  }
}
