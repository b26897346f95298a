import TremaSecrets

/// Values under keys, and records with indexes, in one SQLite file that several processes may use at
/// once.
///
///     let store = try KeyValueStore("/home/ada/.local/share/shop/store.sqlite")
///     try store["settings"].set("theme", Theme.dark)
///     let theme = try store["settings"].get("theme", as: Theme.self)
///
/// When a call that writes returns, what it wrote is on the disk, unless ``Durability/relaxed`` was
/// chosen. Readers never wait; writers wait for each other, at most as long as
/// ``Options/busyTimeout`` for those of other processes.
public final class KeyValueStore: Sendable {
  /// How sure it is that what was written stays.
  public enum Durability: Sendable {
    /// Written at once (`synchronous=FULL`), safe also when the power fails: some milliseconds a
    /// write.
    case full
    /// Safe when the process is killed (`synchronous=NORMAL`): some microseconds a write. When the
    /// power fails, the last writes may be lost; the file is never damaged.
    case relaxed
  }

  /// The way in which a store is opened.
  public enum Access: Sendable {
    /// The file is made where there is none.
    case readWrite
    case readOnly
  }

  /// The options of a store.
  public struct Options: Sendable {
    /// The durability of a commit.
    public var durability: Durability
    /// The way in which the store is opened.
    public var access: Access
    /// How long a writer waits for one in another process.
    public var busyTimeout: Duration
    /// How often an observation looks for what other processes wrote; at least 100 ms.
    public var pollInterval: Duration

    /// Creates options.
    ///
    /// - Parameters:
    /// - busyTimeout: the longest wait for another process.
    /// - pollInterval: the time between two looks at changes of other processes.
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

  /// The path of the file.
  public let path: String
  /// The options.
  public let options: Options
  let writer: ConnectionGate
  /// The same as `writer` for a database that no other connection can see.
  let reader: ConnectionGate
  let seal: RowSeal?
  /// Whether the table of values has checksums; a file of an older version that is only read has none.
  let hasChecksums: Bool
  let observers = StoreObservers()

  /// Opens the file at `path`, with room for its companions `path-wal` and `path-shm`. Where there is
  /// none it is made, for its owner alone to read.
  ///
  /// - Throws: `cannotOpen`, `readOnly`, `busy`, `corrupt`, `foreign`, `newerFormat`, `newerSchema`,
  ///   `migrationChanged`, `migration`, `isSealed`.
  public convenience init(
    _ path: String, options: Options = Options(), migrations: [Migration] = []
  ) throws(StoreError) {
    try self.init(at: path, options, migrations, key: nil)
  }

  init(
    at path: String, _ options: Options, _ migrations: [Migration], key: Secret<[UInt8]>?
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
    try Migration.run(migrations, on: self)
  }

  /// A store that is gone with its process. For tests and previews.
  public init(inMemory migrations: [Migration] = []) throws(StoreError) {
    path = ":memory:"
    options = Options()
    seal = nil
    hasChecksums = true
    writer = ConnectionGate(try StoreOpening(path: path, options: options).openMemory())
    reader = writer
    try Migration.run(migrations, on: self)
  }

  /// The same as the initializer, for a file that may be busy or big: a thread of its own waits.
  public static func open(
    _ path: String, options: Options = Options(), migrations: [Migration] = []
  ) async throws(StoreError) -> KeyValueStore {
    try await BlockingPool.run { () throws(StoreError) in
      try KeyValueStore(path, options: options, migrations: migrations)
    }
  }

  /// Ends observations and closes the file; every later call throws `closed`. Otherwise that
  /// happens when the store is released.
  public func close() throws(StoreError) {
    try writer.close()
    if reader !== writer { try reader.close() }
    observers.finish()
  }

  deinit { observers.finish() }

  /// The values of one part of the app. Names are compared byte by byte.
  public subscript(_ namespace: String) -> Namespace {
    Namespace(name: namespace, door: .store(self))
  }
}

extension KeyValueStore: Redacted {
  /// The path of the file, without values.
  public var description: String { "key-value store \(path)" }
}
