import TremaSupport

/// A connection that one thread at a time gets. It is gone when it was closed.
final class ConnectionGate: Sendable {
  private let lock = Lock()
  /// The connection is touched by who holds `lock`; this guards only that it is there.
  private let connection: LockedValue<Connection?>
  private let holder = LockedValue<UInt>(0)

  init(_ connection: Connection) { self.connection = LockedValue(connection) }

  /// Waits for the current user of the connection.
  ///
  /// - Throws: `insideBatch` where this very thread is in, which would wait for ever.
  func use<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if isMine { throw .insideBatch }
    lock.lock()
    holder.value = Self.thread
    defer {
      holder.value = 0
      lock.unlock()
    }
    guard let connection = connection.value else { throw .closed }
    return try body(connection)
  }

  /// Whether this thread is the one inside.
  var isMine: Bool { holder.value == Self.thread }

  /// The connection, for the thread that is inside.
  func borrow() throws(StoreError) -> Connection {
    guard isMine, let connection = connection.value else { throw .batchEnded }
    return connection
  }

  func close() throws(StoreError) {
    _ = try use { _ in connection.exchange(nil) }
  }

  private static var thread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}
