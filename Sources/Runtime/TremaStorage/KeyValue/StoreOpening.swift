import TremaSupport

/// Opens the file of a store: creates or verifies it, and sets it up.
struct StoreOpening {
  /// `Trma`, in the header of the file, by which `file` and we know it.
  static let applicationID: Int64 = 0x5472_6D61
  /// The format of our own tables; migrations of the app count for themselves.
  ///
  /// - 1: values without checksums.
  /// - 2: values with checksums.
  static let format: Int64 = 2

  let path: String
  /// The path that errors name: that of the file which this one will replace.
  let shown: String
  let options: KeyValueStore.Options

  init(path: String, shown: String? = nil, options: KeyValueStore.Options) {
    self.path = path
    self.shown = shown ?? path
    self.options = options
  }

  func open() throws(StoreError) -> Connection {
    if options.access == .readOnly { return try openReadOnly() }
    try makeFile()
    let connection = try connect(.readWrite)
    // SQLite opens a file that must not be written as if it were to be read alone.
    if connection.isReadOnly { throw .readOnly(path: shown) }
    var isStore = false
    try patiently { () throws(StoreError) in isStore = try check(connection) }
    try patiently { () throws(StoreError) in try connection.run("PRAGMA journal_mode = WAL") }
    switch options.durability {
    case .full: try connection.run("PRAGMA synchronous = FULL")
    case .relaxed: try connection.run("PRAGMA synchronous = NORMAL")
    }
    // On Apple platforms fsync alone leaves it to the drive when it writes.
    try connection.run("PRAGMA fullfsync = ON")
    let isCurrent = try hasChecksums(connection)
    if !isStore || !isCurrent { try makeTables(connection) }
    return connection
  }

  func hasChecksums(_ connection: Connection) throws(StoreError) -> Bool {
    try format(of: connection) >= 2
  }

  func format(of connection: Connection) throws(StoreError) -> Int64 {
    try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
  }

  func openReader() throws(StoreError) -> Connection {
    let connection = try connect(.readWrite)
    try connection.run("PRAGMA query_only = ON")
    return connection
  }

  func openMemory() throws(StoreError) -> Connection {
    let connection = try connect(.readWrite, at: ":memory:")
    try makeTables(connection)
    return connection
  }

  /// A new file, to be filled by a copy.
  func openCopy() throws(StoreError) -> Connection {
    try makeFile()
    return try Connection(
      try absolute, shown: shown, mode: .readWrite, busyTimeout: options.busyTimeout)
  }

  /// A new file, to be filled row by row.
  func openRescue() throws(StoreError) -> Connection {
    let connection = try openCopy()
    try connection.run("PRAGMA foreign_keys = OFF")
    return connection
  }

  /// A file of which not all can be read. It is not changed.
  func openDamaged() throws(StoreError) -> Connection {
    let connection = try Connection(
      try absolute, shown: shown, mode: .readOnly, busyTimeout: options.busyTimeout)
    try connection.run("PRAGMA query_only = ON")
    return connection
  }

  /// A file of ours and its companions, where they are.
  static func remove(_ path: String) {
    for end in ["", "-wal", "-shm", "-journal"] { unlink(path + end) }
  }

  private func openReadOnly() throws(StoreError) -> Connection {
    let connection = try connect(.readOnly)
    do throws(StoreError) {
      try check(connection)
      return connection
    } catch {
      // In a folder that cannot be written there is no place for the memory that processes share. Where
      // nothing waits in a log the file is all there is, and cannot change.
      switch error {
      case .cannotOpen where !hasLog, .readOnly where !hasLog: break
      default: throw error
      }
    }
    let name = try absolute.utf8.map { (byte) in
      (byte < 0x80 && byte > 0x20 && byte != 0x25 && byte != 0x3F && byte != 0x23)
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    let alone = try connect(.immutable, at: "file:\(name)?immutable=1")
    try check(alone)
    return alone
  }

  private var hasLog: Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// A name that SQLite takes for a file and nothing else.
  private var absolute: String {
    get throws(StoreError) {
      if path.isEmpty || path.utf8.contains(0) {
        throw .cannotOpen(path: shown, reason: "not the path of a file")
      }
      return path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
    }
  }

  private func connect(
    _ mode: Connection.Mode, at name: String? = nil
  ) throws(StoreError) -> Connection {
    let file = try absolute
    let connection = try Connection(
      name ?? file, shown: shown, mode: mode, busyTimeout: options.busyTimeout)
    // Not `trusted_schema = OFF`: SQLite 3.40 then refuses json_extract in a generated column.
    try connection.run("PRAGMA cell_size_check = ON")
    try connection.run("PRAGMA foreign_keys = ON")
    return connection
  }

  /// Makes the file for its owner alone; SQLite gives its companions the same mode.
  private func makeFile() throws(StoreError) {
    // Only a file that was not there is opened here: closing it would take the locks away from all
    // connections that this process has to it.
    let path = try absolute
    do throws(SystemError) {
      _ = try FileDescriptor(path: path, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    } catch {
      try refuse(error)
    }
  }

  private func refuse(_ error: SystemError) throws(StoreError) {
    switch error.code {
    case EEXIST: return
    case EISDIR: throw .folder(shown)
    case EACCES, EROFS, EPERM: throw .readOnly(path: shown)
    case ENOSPC, EDQUOT: throw .diskFull(path: shown)
    default: throw .cannotOpen(path: shown, reason: error.reason)
    }
  }

  /// Whether the path is that of a folder, which SQLite reports without a cause.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Again and again while another process opens or closes the file: then SQLite says that it is busy
  /// without waiting.
  private func patiently(_ body: () throws(StoreError) -> Void) throws(StoreError) {
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

  /// Verifies that the file belongs to this kind of store, before anything in it changes.
  ///
  /// - Returns: whether it has the tables of a store.
  @discardableResult
  private func check(_ connection: Connection) throws(StoreError) -> Bool {
    // In one transaction: another process may make its tables between two looks.
    try connection.run("BEGIN")
    do throws(StoreError) {
      let isStore = try isStore(connection)
      try connection.run("COMMIT")
      return isStore
    } catch {
      // A transaction that has read alone is over when this fails, too.
      if !connection.isIdle { try? connection.run("ROLLBACK") }
      throw error
    }
  }

  /// - Throws: `newerFormat`, `foreign`.
  private func isStore(_ connection: Connection) throws(StoreError) -> Bool {
    let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } ?? 0
    let application = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0
    let format = try format(of: connection)
    if application == Self.applicationID {
      if format > Self.format {
        throw .newerFormat(found: Int(format), supported: Int(Self.format), path: shown)
      }
      return true
    }
    // A file without anything in it may become a store, unless it is only to be read.
    if application != 0 || tables != 0 || options.access == .readOnly {
      throw .foreign(path: shown)
    }
    return false
  }

  private func makeTables(_ connection: Connection) throws(StoreError) {
    try connection.inTransaction { (connection) throws(StoreError) in
      // Another process may have been faster, and a later version.
      if try isStore(connection) {
        if try format(of: connection) < 2 {
          try connection.run("ALTER TABLE trema_values ADD COLUMN checksum INTEGER")
          try connection.run("PRAGMA user_version = \(Self.format)")
        }
        return
      }
      // With row numbers, because the hook that tells of changes asks for them.
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
  static func folder(_ path: String) -> StoreError {
    .cannotOpen(path: path, reason: "it is a folder; pass the path of a file inside it")
  }
}
