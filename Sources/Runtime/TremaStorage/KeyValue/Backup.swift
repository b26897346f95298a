import TremaSupport

extension KeyValueStore {
  /// Copies the store as it is now to a new file, while others go on reading and writing. The file is
  /// there whole or not at all.
  ///
  /// - Throws: `exists` where there is something at `target`.
  public func backup(to target: String) throws(StoreError) {
    let part = "\(target).part-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    var options = options
    options.access = .readWrite
    let opening = StoreOpening(path: part, shown: target, options: options)
    do throws(StoreError) {
      try copy(to: opening)
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

  /// The same, on a thread that may wait.
  public func backup(to target: String) async throws(StoreError) {
    try await BlockingPool.run { () throws(StoreError) in try self.backup(to: target) }
  }

  private func copy(to opening: StoreOpening) throws(StoreError) {
    let target = try opening.openCopy()
    if reader === writer {
      try reader.use { (connection) throws(StoreError) in try connection.copy(to: target) }
    } else {
      // A connection of its own, so that reading goes on meanwhile. All pages in one step: in several,
      // each writer would make it begin anew.
      try StoreOpening(path: path, options: options).openReader().copy(to: target)
    }
  }

  /// Looks at every page and every index.
  ///
  /// - Throws: `corrupt`, with what was found.
  public func verify() throws(StoreError) {
    try reader.use { (connection) throws(StoreError) in
      let findings = connection.findings(orElse: "ok")
      if findings != ["ok"] { throw .corrupt(CorruptionReport(path: path, findings: findings)) }
    }
  }

  /// Checks the file.
  ///
  /// - Throws: when it is damaged.
  public func verify() async throws(StoreError) {
    try await BlockingPool.run { () throws(StoreError) in try self.verify() }
  }
}
