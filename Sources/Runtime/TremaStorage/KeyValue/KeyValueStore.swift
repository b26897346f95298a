import TremaSecrets

/// A store for values under keys, and for records with indexes, in one SQLite file that several
/// processes can use at the same time.
///
///     let store = try KeyValueStore("/home/ada/.local/share/shop/store.sqlite")
///     try store["settings"].set("theme", Theme.dark)
///     let theme = try store["settings"].get("theme", as: Theme.self)
///
/// A write has reached the disk when its call returns, unless ``Durability/relaxed`` was chosen.
/// Readers never wait for writers. Writers wait for each other; for a writer of another process
/// they wait at most ``Options/busyTimeout``.
public final class KeyValueStore: Sendable {
  /// The guarantee that a commit survives a crash or a loss of power.
  public enum Durability: Sendable {
    /// Commits are flushed to the disk (`synchronous=FULL`) and survive a loss of power. A write
    /// takes some milliseconds.
    case full
    /// Commits survive the end of the process (`synchronous=NORMAL`). A write takes some
    /// microseconds. A loss of power may lose the last commits; it never damages the file.
    case relaxed
  }

  /// The access mode of an opened store.
  public enum Access: Sendable {
    /// Reading and writing. A missing file is created.
    case readWrite
    /// Reading only. A missing file is an error.
    case readOnly
  }

  /// The options of a store.
  public struct Options: Sendable {
    /// The durability of a commit.
    public var durability: Durability
    /// The access mode of the store.
    public var access: Access
    /// The longest time that a writer waits for a writer of another process.
    public var busyTimeout: Duration
    /// The interval at which observations check for changes by other processes; at least 100 ms.
    public var pollInterval: Duration

    /// Creates options.
    ///
    /// - Parameters:
    ///   - durability: The durability of a commit.
    ///   - access: The access mode of the store.
    ///   - busyTimeout: The longest wait for a writer of another process.
    ///   - pollInterval: The time between two checks for changes by other processes; less than 100
    ///     ms counts as 100 ms.
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
  /// The options with which the store was opened.
  public let options: Options
  /// The connection of all writes.
  let writer: ConnectionGate
  /// The connection of reads; the same object as `writer` for a database that no other connection
  /// can see, and for a store that is opened for reading only.
  let reader: ConnectionGate
  /// The encryption of the values, or `nil` if the store is not sealed.
  let seal: RowSeal?
  /// Whether the table of values has checksums. A file of an older version that is only read has
  /// none.
  let hasChecksums: Bool
  /// The active observations of the store.
  let observers = StoreObservers()

  /// Opens the file at `path` and runs the migrations that it has not gone through yet.
  ///
  /// A missing file is created, readable and writable by its owner only. SQLite keeps two more
  /// files beside it, `path-wal` and `path-shm`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - options: The options of the store.
  ///   - migrations: The migrations of the app, in the order of their numbers.
  /// - Throws: ``StoreError/cannotOpen(path:reason:)``, ``StoreError/readOnly(path:)``,
  ///   ``StoreError/busy(after:)``, ``StoreError/corrupt(_:)``, ``StoreError/foreign(path:)``,
  ///   ``StoreError/newerFormat(found:supported:path:)``,
  ///   ``StoreError/newerSchema(found:supported:path:)``, ``StoreError/migrationChanged(_:)``,
  ///   ``StoreError/migration(_:reason:)``, ``StoreError/isSealed(path:)``.
  public convenience init(
    _ path: String, options: Options = Options(), migrations: [KeyValueStore.Migration] = []
  ) throws(StoreError) {
    try self.init(at: path, options, migrations, key: nil)
  }

  /// Opens the file at `path`; the other initializers call this one.
  ///
  /// - Parameter key: The key of a sealed store, or `nil`.
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

  /// Creates a store in memory, whose contents end with the object. For tests and previews.
  ///
  /// - Parameter migrations: The migrations of the app, in the order of their numbers.
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

  /// Opens a store on a thread that may block, for a file that may be busy or large.
  ///
  /// - Parameters:
  ///   - path: The path of the file. A missing file is created.
  ///   - options: The options of the store.
  ///   - migrations: The migrations of the app, in the order of their numbers.
  /// - Throws: The errors of the initializer with the same parameters.
  public static func open(
    _ path: String, options: Options = Options(), migrations: [KeyValueStore.Migration] = []
  ) async throws(StoreError) -> KeyValueStore {
    try await BlockingPool.run { () throws(StoreError) in
      try KeyValueStore(path, options: options, migrations: migrations)
    }
  }

  /// Ends all observations and closes the file. Every later call throws ``StoreError/closed``.
  ///
  /// A store that is not closed explicitly is closed when it is released.
  ///
  /// - Throws: ``StoreError/insideBatch`` when called within a batch of this store;
  ///   ``StoreError/closed`` if it is closed already.
  public func close() throws(StoreError) {
    try writer.close()
    if reader !== writer { try reader.close() }
    observers.finish()
  }

  deinit { observers.finish() }

  /// The values of one part of the app. Names of namespaces are compared byte by byte.
  public subscript(_ namespace: String) -> KeyValueStore.Namespace {
    KeyValueStore.Namespace(name: namespace, access: .store(self))
  }
}

extension KeyValueStore: Redacted {
  /// The path of the file, without values.
  public var description: String { "key-value store \(path)" }
}
