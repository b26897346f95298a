import TremaSecrets

/// A store for key-value pairs and indexed records, in one SQLite file that multiple processes can
/// use at the same time.
///
///     let store = try KeyValueStore("/home/ada/.local/share/shop/store.sqlite")
///     try store["settings"].set("theme", Theme.dark)
///     let theme = try store["settings"].get("theme", as: Theme.self)
///
/// A write has reached the disk when its call returns, unless ``Durability/relaxed`` is used.
/// Readers never wait for writers. Writers wait for each other, and for writers in other processes
/// at most for ``Options/busyTimeout``.
public final class KeyValueStore: Sendable {
  /// The guarantee that a commit survives a crash or a power loss.
  public enum Durability: Sendable {
    /// Commits are flushed to the disk (`synchronous=FULL`) and survive a power loss. A write takes
    /// a few milliseconds.
    case full
    /// Commits survive the end of the process (`synchronous=NORMAL`). A write takes a few
    /// microseconds. A loss of power may lose the most recent commits, but never damages the file.
    case relaxed
  }

  /// An opened store's access mode.
  public enum Access: Sendable {
    /// Read and write access. A missing file is created.
    case readWrite
    /// Read-only access. A missing file is an error.
    case readOnly
  }

  /// A store's options.
  public struct Options: Sendable {
    /// The durability of a commit.
    public var durability: Durability
    /// The store's access mode.
    public var access: Access
    /// The maximum time that a writer waits for a writer in another process.
    public var busyTimeout: Duration
    /// The interval at which observations check for changes by other processes. At least 100 ms.
    public var pollInterval: Duration

    /// Creates options.
    ///
    /// - Parameters:
    ///   - durability: The durability of a commit.
    ///   - access: The store's access mode.
    ///   - busyTimeout: The maximum time to wait for a writer in another process.
    ///   - pollInterval: The interval of checks for changes by other processes. Values below 100 ms
    ///     are raised to 100 ms.
    public init(
      durability: Durability = .full, access: Access = .readWrite,
      busyTimeout: Duration = .seconds(5), pollInterval: Duration = .milliseconds(100)
    ) {
      self.durability = durability
      self.access = access
      self.busyTimeout = busyTimeout
      self.pollInterval = max(pollInterval, .milliseconds(100))
    }
  }

  /// The path of the file; `:memory:` for a store in memory.
  public let path: String
  /// The options that the store was opened with.
  public let options: Options
  /// The connection that all writes use.
  let writer: ConnectionGate
  /// The connection that reads use. It is the same object as `writer` for a database that no other
  /// connection can see, and for a store that is opened as read-only.
  let reader: ConnectionGate
  /// The encryption of the values, or `nil` if the store is not sealed.
  let seal: RowSeal?
  /// Whether the value table has checksums. It has none in a read-only file of an older version.
  let hasChecksums: Bool
  /// The store's active observations.
  let observers = StoreObservers()

  /// Opens the file at `path` and runs the migrations that have not been applied to it.
  ///
  /// A missing file is created, readable and writable only by its owner. SQLite keeps two more
  /// files next to it, `path-wal` and `path-shm`.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - options: The store's options.
  ///   - migrations: The app's migrations, in ascending order of their numbers.
  /// - Throws: ``StoreError/cannotOpen(path:reason:)``, ``StoreError/readOnly(path:)``,
  ///   ``StoreError/busy(after:)``, ``StoreError/corrupt(_:)``,
  ///   ``StoreError/foreignDatabase(path:)``, ``StoreError/newerFormat(found:supported:path:)``,
  ///   ``StoreError/newerSchema(found:supported:path:)``, ``StoreError/migrationChanged(_:)``,
  ///   ``StoreError/migration(_:reason:)``, ``StoreError/isSealed(path:)``.
  public convenience init(
    _ path: String, options: Options = Options(), migrations: [KeyValueStore.Migration] = []
  ) throws(StoreError) {
    try self.init(at: path, options, migrations, key: nil)
  }

  /// Opens the file at `path`. The other initializers call this one.
  ///
  /// - Parameter key: A sealed store's key, or `nil`.
  init(
    at path: String, _ options: Options, _ migrations: [KeyValueStore.Migration],
    key: Secret<[UInt8]>?
  ) throws(StoreError) {
    let opening = StoreOpening(path: path, options: options)
    let connection = try opening.open()
    seal = try RowSeal.check(
      key, of: path, on: connection, isReadOnly: options.access == .readOnly)
    hasChecksums = try opening.hasChecksums(connection)
    self.path = path
    self.options = options
    writer = ConnectionGate(connection)
    reader = options.access == .readOnly ? writer : ConnectionGate(try opening.openReader())
    try KeyValueStore.Migration.run(migrations, on: self)
  }

  /// Creates an in-memory store, whose contents are lost when the object is released. Intended for
  /// tests and previews.
  ///
  /// - Parameter migrations: The app's migrations, in ascending order of their numbers.
  /// - Throws: The errors of the migrations.
  public init(inMemory migrations: [KeyValueStore.Migration] = []) throws(StoreError) {
    path = ":memory:"
    options = Options()
    seal = nil
    hasChecksums = true
    writer = ConnectionGate(try StoreOpening(path: path, options: options).openMemory())
    reader = writer
    try KeyValueStore.Migration.run(migrations, on: self)
  }

  /// Opens a store on a blocking thread. Use this for a file that may be busy or large.
  ///
  /// - Parameters:
  ///   - path: The file's path. A missing file is created.
  ///   - options: The store's options.
  ///   - migrations: The app's migrations, in ascending order of their numbers.
  /// - Throws: The errors of the initializer with the same parameters.
  public static func open(
    _ path: String, options: Options = Options(), migrations: [KeyValueStore.Migration] = []
  ) async throws(StoreError) -> KeyValueStore {
    try await BlockingPool.run { () throws(StoreError) in
      try KeyValueStore(path, options: options, migrations: migrations)
    }
  }

  /// Ends all observations and closes the file. All later calls throw ``StoreError/closed``.
  ///
  /// A store that is not closed explicitly is closed when it is released.
  ///
  /// - Throws: ``StoreError/insideBatch`` when called within a batch of this store;
  ///   ``StoreError/closed`` if the store is already closed.
  public func close() throws(StoreError) {
    try writer.close()
    if reader !== writer { try reader.close() }
    observers.finish()
  }

  deinit { observers.finish() }

  /// The values for one part of the app. Namespace names are compared byte by byte.
  public subscript(_ namespace: String) -> KeyValueStore.Namespace {
    KeyValueStore.Namespace(name: namespace, access: .store(self))
  }
}

extension KeyValueStore: Redacted {
  /// The file's path. Contains no stored values.
  public var description: String { "key-value store \(path)" }
}
