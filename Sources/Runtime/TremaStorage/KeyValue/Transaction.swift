import TremaSupport

extension KeyValueStore {
  /// A transaction of a store: either all its changes are written, or none are.
  ///
  /// A transaction is valid only inside the closure of its batch and on the thread that runs it;
  /// anywhere else its functions throw ``StoreError/batchEnded``.
  public final class Transaction: Sendable {
    /// The store that the transaction belongs to.
    let store: KeyValueStore
    /// Whether the closure of the batch has returned.
    private let isFinished = LockedValue(false)

    init(_ store: KeyValueStore) { self.store = store }

    /// The namespace with a name, within the transaction.
    public subscript(_ namespace: String) -> KeyValueStore.Namespace {
      KeyValueStore.Namespace(name: namespace, access: .transaction(self))
    }

    /// Runs `body` with the connection of the transaction.
    ///
    /// - Throws: `batchEnded` after the end of the batch or on a different thread; the failure that
    ///   made SQLite end the transaction early.
    func use<Result>(
      _ body: (Connection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
      if isFinished.value { throw .batchEnded }
      let connection = try store.writer.borrow()
      // A failure such as a full disk ends the transaction within SQLite. A later write would then
      // be committed on its own.
      if connection.isIdle { throw connection.transactionFailure ?? .batchEnded }
      return try body(connection)
    }

    /// Invalidates the transaction.
    func end() { isFinished.value = true }
  }
}

extension KeyValueStore {
  /// Runs `body` in one transaction. If `body` throws, none of its changes are written.
  ///
  /// - Parameter body: The work of the transaction. It must use its parameter instead of the store.
  /// - Throws: The error of `body`, or a ``StoreError``.
  @discardableResult
  public func batch<Result>(_ body: (KeyValueStore.Transaction) throws -> Result) throws -> Result {
    var thrown: (any Error)?
    do {
      return try write { (connection) throws(StoreError) in
        let transaction = KeyValueStore.Transaction(self)
        defer { transaction.end() }
        do {
          return try body(transaction)
        } catch {
          thrown = error
          throw .batchEnded
        }
      }
    } catch {
      // The error of `body` is stored separately because the transaction throws only `StoreError`.
      throw thrown ?? error
    }
  }

  /// Runs `body` in one transaction, on a blocking thread, because other processes may be writing.
  ///
  /// - Parameter body: The work of the transaction. It must use its parameter instead of the store.
  /// - Throws: The error of `body`, or a ``StoreError``.
  @discardableResult
  public func batch<Result: Sendable>(
    _ body: @escaping @Sendable (KeyValueStore.Transaction) throws -> Result
  ) async throws -> Result {
    try await BlockingPool.run { () throws(any Error) in try self.batch(body) }
  }

  /// Runs `body` in a transaction and signals the observers of the changed tables.
  ///
  /// `BEGIN IMMEDIATE` waits for other writers before `body` runs, so `body` itself never waits for
  /// them.
  ///
  /// - Throws: `isSealed` if another process has sealed the store since it was opened; the error
  ///   thrown by `body`.
  func write<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let (result, tables) = try writer.withConnection { (connection) throws(StoreError) in
      let changes = connection.totalChangeCount
      _ = connection.takeChanges()
      let result = try connection.inTransaction { (connection) throws(StoreError) in
        try checkNotSealed(connection)
        return try body(connection)
      }
      let (tables, count) = connection.takeChanges()
      // SQLite's hook doesn't report the rows of a table that is emptied by one DELETE, but SQLite
      // counts them. If the numbers differ, all observers are signalled.
      let isComplete = connection.totalChangeCount - changes == count
      return (result, isComplete ? Set(tables.map { $0.lowercased() }) : nil)
    }
    observers.notify(tables)
    return result
  }

  /// Throws if another process has sealed the store since it was opened here without a key.
  ///
  /// Otherwise unencrypted values would be written between sealed ones. Only a store that was empty
  /// can be sealed.
  private func checkNotSealed(_ connection: Connection) throws(StoreError) {
    guard seal == nil else { return }
    let isSealed = try connection.first("SELECT EXISTS (SELECT * FROM trema_seal)") {
      $0.integer(0) != 0
    }
    if isSealed == true { throw .isSealed(path: path) }
  }
}

extension Connection {
  /// Runs `body` between `BEGIN IMMEDIATE` and `COMMIT`, or `ROLLBACK` if it throws.
  ///
  /// - Throws: The error of `body`; the failure that made SQLite end the transaction, even if
  ///   `body` caught it.
  func inTransaction<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    transactionFailure = nil
    try run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      let result = try body(self)
      // `body` may have caught the failure that ended the transaction, which is the one to report.
      if isIdle { throw transactionFailure ?? .batchEnded }
      try run("COMMIT")
      return result
    } catch {
      // If the rollback fails too, SQLite rolls back when the file is next opened.
      if !isIdle { try? run("ROLLBACK") }
      throw error
    }
  }
}
