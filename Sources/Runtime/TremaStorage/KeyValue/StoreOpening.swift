import TremaSupport

/// Opens a store's file: creates it or verifies that it belongs to a store, and configures the
/// connection.
struct StoreOpening {
  /// `Trma` in ASCII, stored in the file header. `file(1)` and this library use it to recognize a
  /// store.
  static let applicationID: Int64 = 0x5472_6D61
  /// The format version of the store's own tables. The app's migrations are numbered separately.
  ///
  /// - 1: Values without checksums.
  /// - 2: Values with checksums.
  static let format: Int64 = 2

  /// The path of the file to open.
  let path: String
  /// The path that errors report. It differs from `path` for a temporary file that will replace
  /// another file.
  let displayPath: String
  /// The store's options.
  let options: KeyValueStore.Options

  init(path: String, displayPath: String? = nil, options: KeyValueStore.Options) {
    self.path = path
    self.displayPath = displayPath ?? path
    self.options = options
  }

  /// Opens the file, creating it if it is missing and the access mode allows it, and upgrades its
  /// tables to the current format.
  ///
  /// - Throws: `cannotOpen`, `readOnly`, `busy`, `corrupt`, `foreignDatabase`, `newerFormat`.
  func open() throws(StoreError) -> Connection {
    if options.access == .readOnly { return try openReadOnly() }
    try makeFile()
    let connection = try connect(.readWrite)
    // SQLite opens a file without write permission as read-only instead of failing.
    if connection.isReadOnly { throw .readOnly(path: displayPath) }
    var isStore = false
    try retryWhileBusy { () throws(StoreError) in isStore = try check(connection) }
    try retryWhileBusy { () throws(StoreError) in try connection.run("PRAGMA journal_mode = WAL") }
    switch options.durability {
    case .full: try connection.run("PRAGMA synchronous = FULL")
    case .relaxed: try connection.run("PRAGMA synchronous = NORMAL")
    }
    // On Apple platforms, `fsync` alone does not flush the drive's cache.
    try connection.run("PRAGMA fullfsync = ON")
    let isCurrent = try hasChecksums(connection)
    if !isStore || !isCurrent { try makeTables(connection) }
    return connection
  }

  /// Returns whether the value table has a checksum column.
  func hasChecksums(_ connection: Connection) throws(StoreError) -> Bool {
    try format(of: connection) >= 2
  }

  /// Returns the format of the store's tables, or 0 for a file that is not yet a store.
  func format(of connection: Connection) throws(StoreError) -> Int64 {
    try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
  }

  /// Opens a second, read-only connection to an existing store.
  func openReader() throws(StoreError) -> Connection {
    let connection = try connect(.readWrite)
    try connection.run("PRAGMA query_only = ON")
    return connection
  }

  /// Opens a database in memory with the tables of a store.
  func openMemory() throws(StoreError) -> Connection {
    let connection = try connect(.readWrite, at: ":memory:")
    try makeTables(connection)
    return connection
  }

  /// Creates and opens a file into which all pages will be copied.
  func openCopy() throws(StoreError) -> Connection {
    try makeFile()
    return try Connection(
      try literalPath, displayPath: displayPath, mode: .readWrite, busyTimeout: options.busyTimeout)
  }

  /// Creates and opens a file into which rows will be copied, without enforcing foreign keys.
  func openSalvageTarget() throws(StoreError) -> Connection {
    let connection = try openCopy()
    try connection.run("PRAGMA foreign_keys = OFF")
    return connection
  }

  /// Opens a damaged file without changing it.
  func openDamaged() throws(StoreError) -> Connection {
    let connection = try Connection(
      try literalPath, displayPath: displayPath, mode: .readOnly, busyTimeout: options.busyTimeout)
    try connection.run("PRAGMA query_only = ON")
    return connection
  }

  /// Removes a database file and its companion files, if they exist.
  static func remove(_ path: String) {
    for end in ["", "-wal", "-shm", "-journal"] { unlink(path + end) }
  }

  /// Opens an existing store as read-only.
  ///
  /// In a folder without write permission, the file is opened as immutable unless there is a log.
  private func openReadOnly() throws(StoreError) -> Connection {
    let connection = try connect(.readOnly)
    do throws(StoreError) {
      try check(connection)
      return connection
    } catch {
      // SQLite cannot create its shared memory in a folder without write permission. Without a log
      // to apply, the database file alone is complete and cannot change.
      switch error {
      case .cannotOpen where !hasLog, .readOnly where !hasLog: break
      default: throw error
      }
    }
    // The file name becomes a URI, so reserved and non-ASCII bytes are percent-encoded.
    let name = try literalPath.utf8.map { (byte) in
      (byte < 0x80 && byte > 0x20 && byte != 0x25 && byte != 0x3F && byte != 0x23)
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    let immutableConnection = try connect(.immutable, at: "file:\(name)?immutable=1")
    try check(immutableConnection)
    return immutableConnection
  }

  /// Whether there is a nonempty write-ahead log next to the file.
  private var hasLog: Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// The path in a form that SQLite cannot mistake for a special name or a URI.
  ///
  /// - Throws: `cannotOpen` for an empty path and for a path that contains a NUL byte.
  private var literalPath: String {
    get throws(StoreError) {
      if path.isEmpty || path.utf8.contains(0) {
        throw .cannotOpen(path: displayPath, reason: "the path is empty or contains a NUL")
      }
      return path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
    }
  }

  /// Opens a connection and sets the pragmas that all connections of a store share.
  ///
  /// - Parameter name: The name to pass to SQLite, or `nil` for the path of the file.
  private func connect(
    _ mode: Connection.Mode, at name: String? = nil
  ) throws(StoreError) -> Connection {
    let file = try literalPath
    let connection = try Connection(
      name ?? file, displayPath: displayPath, mode: mode, busyTimeout: options.busyTimeout)
    // `trusted_schema = OFF` is not set: SQLite 3.40 then refuses json_extract in a generated
    // column.
    try connection.run("PRAGMA cell_size_check = ON")
    try connection.run("PRAGMA foreign_keys = ON")
    return connection
  }

  /// Creates the file if it is missing, readable and writable only by its owner. SQLite gives its
  /// companion files the same mode.
  private func makeFile() throws(StoreError) {
    // An existing file isn't opened here: closing one of its descriptors would release the POSIX
    // locks of all this process's connections to it.
    let path = try literalPath
    do throws(SystemError) {
      _ = try FileDescriptor(path: path, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    } catch {
      try throwCreationError(error)
    }
  }

  /// Throws the store's error for a failure to create the file. An existing file is not a failure.
  private func throwCreationError(_ error: SystemError) throws(StoreError) {
    switch error.code {
    case EEXIST: return
    case EISDIR: throw .folder(displayPath)
    case EACCES, EROFS, EPERM: throw .readOnly(path: displayPath)
    case ENOSPC, EDQUOT: throw .diskFull(path: displayPath)
    default: throw .cannotOpen(path: displayPath, reason: error.reason)
    }
  }

  /// Returns whether the path is a folder. SQLite has no specific error for this.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Repeats `body` while it fails with `busy`, at most for the busy timeout. While another process
  /// opens or closes the file, SQLite reports that the file is busy without waiting.
  private func retryWhileBusy(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    let end = ContinuousClock.now + options.busyTimeout
    while true {
      do throws(StoreError) {
        return try body()
      } catch {
        guard case .busy = error, ContinuousClock.now < end else { throw error }
        usleep(2000)
      }
    }
  }

  /// Verifies that the file is a store, or can become one, before anything in it is changed.
  ///
  /// - Returns: Whether the file has the tables of a store.
  /// - Throws: `newerFormat`, `foreignDatabase`.
  @discardableResult
  private func check(_ connection: Connection) throws(StoreError) -> Bool {
    // One transaction covers all queries, because another process may create its tables between two
    // of them.
    try connection.run("BEGIN")
    do throws(StoreError) {
      let isStore = try isStore(connection)
      try connection.run("COMMIT")
      return isStore
    } catch {
      // SQLite has already ended a read-only transaction when its commit fails.
      if !connection.isIdle { try? connection.run("ROLLBACK") }
      throw error
    }
  }

  /// Returns whether the file has the tables of a store. Must be called within a transaction.
  ///
  /// - Throws: `newerFormat`, `foreignDatabase`.
  private func isStore(_ connection: Connection) throws(StoreError) -> Bool {
    let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } ?? 0
    let application = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0
    let format = try format(of: connection)
    if application == Self.applicationID {
      if format > Self.format {
        throw .newerFormat(found: Int(format), supported: Int(Self.format), path: displayPath)
      }
      return true
    }
    // An empty file may become a store unless it is opened as read-only.
    if application != 0 || tables != 0 || options.access == .readOnly {
      throw .foreignDatabase(path: displayPath)
    }
    return false
  }

  /// Creates the tables of a store, or adds the parts that an older format lacks.
  private func makeTables(_ connection: Connection) throws(StoreError) {
    try connection.inTransaction { (connection) throws(StoreError) in
      // Another process, possibly with a later format, may have created them since the check.
      if try isStore(connection) {
        if try format(of: connection) < 2 {
          try connection.run("ALTER TABLE trema_values ADD COLUMN checksum INTEGER")
          try connection.run("PRAGMA user_version = \(Self.format)")
        }
        return
      }
      // The table keeps its row IDs, because SQLite's update hook doesn't report changes without
      // them.
      try connection.run(
        """
        CREATE TABLE IF NOT EXISTS trema_values (
          namespace TEXT NOT NULL, key TEXT NOT NULL, value ANY NOT NULL, checksum INTEGER,
          PRIMARY KEY (namespace, key)) STRICT
        """)
      try connection.run(
        """
        CREATE TABLE IF NOT EXISTS trema_migrations (
          number INTEGER PRIMARY KEY, checksum TEXT NOT NULL) STRICT
        """)
      try connection.run(
        """
        CREATE TABLE IF NOT EXISTS trema_seal (
          id INTEGER PRIMARY KEY CHECK (id = 1), value BLOB NOT NULL) STRICT
        """)
      try connection.run("PRAGMA application_id = \(Self.applicationID)")
      try connection.run("PRAGMA user_version = \(Self.format)")
    }
  }
}

extension StoreError {
  /// Returns the error for a path that is a folder.
  static func folder(_ path: String) -> StoreError {
    .cannotOpen(path: path, reason: "it is a folder; pass the path of a file inside it")
  }
}
