import TremaSupport

extension KeyValueStore {
  /// Copies the current state of the store to a new file while other connections keep reading and
  /// writing.
  ///
  /// The copy is first written under a temporary name next to `target` and then linked to it, so
  /// the target is either complete or missing.
  ///
  /// - Parameter target: The new file's path. It must not exist.
  /// - Throws: ``StoreError/exists(path:)`` if there is a file at `target`,
  ///   ``StoreError/diskFull(path:)`` if the disk is full, or another ``StoreError`` if the store
  ///   cannot be read or the file cannot be created.
  public func backup(to target: String) throws(StoreError) {
    let part = "\(target).part-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    var options = options
    options.access = .readWrite
    let opening = StoreOpening(path: part, displayPath: target, options: options)
    do throws(StoreError) {
      try copy(to: opening)
      // Unlike `rename`, which would replace an existing target, `link` fails.
      if link(part, target) != 0 {
        switch errno {
        case EEXIST: throw .exists(path: target)
        case ENOSPC, EDQUOT: throw .diskFull(path: target)
        case let code: throw .cannotOpen(path: target, reason: String(cString: strerror(code)))
        }
      }
    } catch {
      StoreOpening.remove(part)
      throw error
    }
    StoreOpening.remove(part)
  }

  /// Copies the current state of the store to a new file on a blocking thread.
  ///
  /// - Parameter target: The new file's path. It must not exist.
  /// - Throws: The synchronous variant's errors.
  public func backup(to target: String) async throws(StoreError) {
    try await BlockingPool.run { () throws(StoreError) in try self.backup(to: target) }
  }

  /// Copies all pages of the store into a new file, which `opening` creates.
  private func copy(to opening: StoreOpening) throws(StoreError) {
    let target = try opening.openCopy()
    if reader === writer {
      try reader.withConnection { (connection) throws(StoreError) in try connection.copy(to: target)
      }
    } else {
      // A separate connection allows reads to continue. All pages are copied in one step. With more
      // steps, every write by another connection would restart the copy.
      try StoreOpening(path: path, options: options).openReader().copy(to: target)
    }
  }

  /// Checks the structure of every page and index in the file, with SQLite's
  /// `PRAGMA integrity_check`.
  ///
  /// This takes time proportional to the size of the file.
  ///
  /// - Throws: ``StoreError/corrupt(_:)`` with the damage that was found.
  public func verify() throws(StoreError) {
    try reader.withConnection { (connection) throws(StoreError) in
      let findings = connection.integrityFindings(orElse: "ok")
      if findings != ["ok"] { throw .corrupt(CorruptionReport(path: path, findings: findings)) }
    }
  }

  /// Checks the structure of every page and index in the file on a blocking thread.
  ///
  /// - Throws: ``StoreError/corrupt(_:)`` with the damage that was found.
  public func verify() async throws(StoreError) {
    try await BlockingPool.run { () throws(StoreError) in try self.verify() }
  }
}
