import TremaSupport

/// A connection with exclusive access: one thread at a time uses it. After ``close()``, there is no
/// connection.
final class ConnectionGate: Sendable {
  private let lock = Lock()
  /// The connection, or `nil` after it has been closed. `lock` guards its use; this value guards
  /// only its existence.
  private let connection: LockedValue<Connection?>
  /// The identity of the thread that holds `lock`, or 0.
  private let holder = LockedValue<UInt>(0)

  init(_ connection: Connection) { self.connection = LockedValue(connection) }

  /// Runs `body` with the connection, after the current user of the connection has finished.
  ///
  /// - Throws: `insideBatch` if this thread already holds the connection, which would deadlock;
  ///   `closed`; the error thrown by `body`.
  func withConnection<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if isHeldByCurrentThread { throw .insideBatch }
    lock.lock()
    holder.value = Self.currentThreadID
    defer {
      holder.value = 0
      lock.unlock()
    }
    guard let connection = connection.value else { throw .closed }
    return try body(connection)
  }

  /// Whether this thread holds the connection.
  var isHeldByCurrentThread: Bool { holder.value == Self.currentThreadID }

  /// Returns the connection to the thread that holds it.
  ///
  /// - Throws: `batchEnded` if this thread does not hold the connection or the connection has been
  ///   closed.
  func borrow() throws(StoreError) -> Connection {
    guard isHeldByCurrentThread, let connection = connection.value else { throw .batchEnded }
    return connection
  }

  /// Closes the connection after its current user has finished.
  ///
  /// - Throws: `closed` if the connection has already been closed; `insideBatch`.
  func close() throws(StoreError) {
    _ = try withConnection { _ in connection.exchange(nil) }
  }

  /// The identity of the current thread, never 0.
  private static var currentThreadID: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}
