import TremaSupport

/// A file that multiple processes append lines to.
///
/// All changes are made while holding a lock on a file next to the log file, which is never
/// renamed. No process therefore writes to a file that has just been replaced, and the next writer
/// removes the incomplete line of a process that was killed.
struct LogFile: ~Copyable {
  /// The file's path.
  let path: String
  /// The open lock file.
  private var lock: Descriptor
  /// The open log file, or `nil` after it has been renamed.
  private var file: Descriptor?
  /// The identity of the open log file.
  private var identity: Identity?
  /// The size at which the file is known to end with a complete line, or -1 if unknown.
  private var knownSize: Int64 = -1

  /// A file's identity, independent of its path.
  struct Identity: Equatable {
    var device: UInt64
    /// The inode.
    var file: UInt64
  }

  /// The state of the file at the path.
  struct State {
    /// The file's identity.
    var identity: Identity
    /// The size in bytes.
    var size: Int64
    /// The time of the last write, in seconds since 1970.
    var lastWriteTime: Int64
  }

  /// Opens the lock file, which is created if it is missing.
  init(path: String) throws(LogFailure) {
    self.path = path
    lock = try Self.openLock(path)
  }

  /// Opens the lock file.
  private static func openLock(_ path: String) throws(LogFailure) -> Descriptor {
    try open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC)
  }

  deinit {
    file?.close()
    lock.close()
  }

  /// Waits until no other process and no other handler uses the file.
  mutating func acquire() throws(LogFailure) {
    while true {
      do throws(SystemError) {
        _ = try FileDescriptor(borrowing: lock.number).lock(waits: true)
      } catch {
        throw LogFailure("lock \(path).lock", code: error.code)
      }
      if lock.hasName { return }
      // The lock file was removed, so other processes lock a new one at its path.
      let new = try Self.openLock(path)
      lock.close()
      lock = new
    }
  }

  /// Releases the lock. This cannot fail for an open file; closing it or ending the process also
  /// releases the lock.
  func release() { FileDescriptor(borrowing: lock.number).unlock() }

  /// Opens the file that is at the path now, removes an incomplete line at its end, and returns its
  /// state. The lock must be held.
  mutating func openCurrent() throws(LogFailure) -> State {
    if let identity, let state = try state(), state.identity == identity {
      return try repair(state)
    }
    try closeFile()
    let file = try Self.open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC)
    self.file = file
    guard let state = try state() else { throw LogFailure("open \(path)", code: ENOENT) }
    identity = state.identity
    return try repair(state)
  }

  /// Returns the state of the file at the path, or `nil` if there is none.
  private func state() throws(LogFailure) -> State? {
    var info = stat()
    guard stat(path, &info) == 0 else {
      if errno == ENOENT { return nil }
      throw LogFailure("inspect \(path)", code: errno)
    }
    #if canImport(Darwin)
      let lastModified = Int64(info.st_mtimespec.tv_sec)
    #else
      let lastModified = Int64(info.st_mtim.tv_sec)
    #endif
    let identity = Identity(
      device: UInt64(truncatingIfNeeded: info.st_dev), file: UInt64(info.st_ino))
    return State(identity: identity, size: Int64(info.st_size), lastWriteTime: lastModified)
  }

  /// Removes an incomplete line at the end. Writing it was never reported as successful.
  private mutating func repair(_ state: State) throws(LogFailure) -> State {
    guard let file, state.size != knownSize, state.size > 0 else { return state }
    var end = state.size
    // A single byte suffices if the file ends with a line feed, which is the case unless a writer
    // was killed. Larger chunks are read only to search for one.
    var chunk = [UInt8](repeating: 0, count: 1)
    while end > 0 {
      let start = max(0, end - Int64(chunk.count))
      let length = Int(end - start)
      let count = pread(file.number, &chunk, length, off_t(start))
      guard count == length else { throw LogFailure("read \(path)", code: count < 0 ? errno : EIO) }
      if let feed = chunk[..<length].lastIndex(of: 0x0A) {
        end = start + Int64(feed) + 1
        break
      }
      end = start
      if chunk.count == 1 { chunk = [UInt8](repeating: 0, count: JSONLine.limit) }
    }
    if end < state.size { try truncate(file, to: end) }
    knownSize = end
    var state = state
    state.size = end
    return state
  }

  /// Appends a complete line, or nothing.
  ///
  /// - Parameter state: The state to restore after an incomplete write.
  mutating func append(_ line: [UInt8], after state: State) throws(LogFailure) {
    guard let file else { throw LogFailure("write \(path)", code: EBADF) }
    let (written, code) = file.writeAll(line)
    if code == 0 {
      knownSize = state.size + Int64(line.count)
      return
    }
    knownSize = -1
    if written > 0 { try truncate(file, to: state.size) }
    throw LogFailure("write \(path)", code: code)
  }

  /// Shortens a file.
  private func truncate(_ file: Descriptor, to size: Int64) throws(LogFailure) {
    if ftruncate(file.number, off_t(size)) != 0 {
      throw LogFailure("truncate \(path)", code: errno)
    }
  }

  /// Renames the file to make room for a new one: `app.log` becomes `app.log.1`, `app.log.1`
  /// becomes `app.log.2`, and so on.
  ///
  /// If the process ends in the middle, no file that must be kept is lost, because renaming starts
  /// at the first unused number.
  ///
  /// - Parameter count: The number of old files to keep.
  mutating func rotate(keeping count: Int) throws(LogFailure) {
    var free = 1
    while free < count, access("\(path).\(free)", F_OK) == 0 { free += 1 }
    for number in stride(from: free, through: 2, by: -1) {
      try move("\(path).\(number - 1)", to: "\(path).\(number)")
    }
    try move(path, to: "\(path).1")
    var surplus = count + 1
    while unlink("\(path).\(surplus)") == 0 { surplus += 1 }
    try closeFile()
  }

  /// Closes the renamed file. It is synchronized first, because a later flush reaches only the new
  /// file.
  private mutating func closeFile() throws(LogFailure) {
    defer {
      file?.close()
      (file, identity, knownSize) = (nil, nil, -1)
    }
    try synchronize()
  }

  /// Renames a file.
  private func move(_ old: String, to new: String) throws(LogFailure) {
    if rename(old, new) != 0 { throw LogFailure("rename \(old) to \(new)", code: errno) }
  }

  /// Returns after all lines are on the disk.
  func synchronize() throws(LogFailure) {
    guard let file else { return }
    // Pipes and terminals do not support synchronization.
    if fsync(file.number) != 0, errno != EINVAL {
      throw LogFailure("flush \(path)", code: errno)
    }
  }

  /// Opens a file with access for its owner only, because a log may contain information that is not
  /// meant for other users.
  private static func open(_ path: String, _ flags: Int32) throws(LogFailure) -> Descriptor {
    let number = systemOpen(path, flags)
    guard number >= 0 else { throw LogFailure("open \(path)", code: errno) }
    return Descriptor(number: number)
  }
}

// The methods hide the functions of the same names.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }
