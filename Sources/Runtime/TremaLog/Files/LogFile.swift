import TremaSupport

/// A file that several processes append lines to. All changes are made under a lock, which is a
/// file beside it that is never renamed: so no process writes to a file that has just been
/// replaced, and the next writer removes an incomplete line of a killed process.
struct LogFile: ~Copyable {
  let path: String
  private var lock: Descriptor
  private var file: Descriptor?
  private var identity: Identity?
  /// The size at which the file is known to end with a whole line.
  private var knownSize: Int64 = -1

  struct Identity: Equatable {
    var device: UInt64
    var file: UInt64
  }

  struct State {
    var identity: Identity
    var size: Int64
    /// When it was last written, in seconds since 1970.
    var written: Int64
  }

  init(path: String) throws(LogFailure) {
    self.path = path
    lock = try Self.openLock(path)
  }

  private static func openLock(_ path: String) throws(LogFailure) -> Descriptor {
    try open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC)
  }

  deinit {
    file?.close()
    lock.close()
  }

  /// Waits until no other process and no other handler works with the file.
  mutating func acquire() throws(LogFailure) {
    while true {
      do throws(SystemError) {
        _ = try FileDescriptor(borrowing: lock.number).lock(waits: true)
      } catch {
        throw LogFailure("lock \(path).lock", code: error.code)
      }
      if lock.hasName { return }
      // The lock file has been removed: other processes lock a new one at its path.
      let new = try Self.openLock(path)
      lock.close()
      lock = new
    }
  }

  /// Cannot fail for a file that is open; closing it, or the end of the process, would do as well.
  func release() { FileDescriptor(borrowing: lock.number).unlock() }

  /// The file that is at the path now, open, and ending with a whole line.
  mutating func current() throws(LogFailure) -> State {
    if let identity, let state = try state(), state.identity == identity {
      return try mended(state)
    }
    try leave()
    let file = try Self.open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC)
    self.file = file
    guard let state = try state() else { throw LogFailure("open \(path)", code: ENOENT) }
    identity = state.identity
    return try mended(state)
  }

  /// - Returns: nil when there is no file.
  private func state() throws(LogFailure) -> State? {
    var info = stat()
    guard stat(path, &info) == 0 else {
      if errno == ENOENT { return nil }
      throw LogFailure("look at \(path)", code: errno)
    }
    #if canImport(Darwin)
      let written = Int64(info.st_mtimespec.tv_sec)
    #else
      let written = Int64(info.st_mtim.tv_sec)
    #endif
    let identity = Identity(
      device: UInt64(truncatingIfNeeded: info.st_dev), file: UInt64(info.st_ino))
    return State(identity: identity, size: Int64(info.st_size), written: written)
  }

  /// Removes an incomplete line at the end, which was never reported as written.
  private mutating func mended(_ state: State) throws(LogFailure) -> State {
    guard let file, state.size != knownSize, state.size > 0 else { return state }
    var end = state.size
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
    if end < state.size { try cut(file, to: end) }
    knownSize = end
    var state = state
    state.size = end
    return state
  }

  /// Adds a line whole, or not at all.
  mutating func append(_ line: [UInt8], after state: State) throws(LogFailure) {
    guard let file else { throw LogFailure("write \(path)", code: EBADF) }
    let (written, code) = file.put(line)
    if code == 0 {
      knownSize = state.size + Int64(line.count)
      return
    }
    knownSize = -1
    if written > 0 { try cut(file, to: state.size) }
    throw LogFailure("write \(path)", code: code)
  }

  private func cut(_ file: Descriptor, to size: Int64) throws(LogFailure) {
    if ftruncate(file.number, off_t(size)) != 0 {
      throw LogFailure("shorten \(path)", code: errno)
    }
  }

  /// Makes place for a new file: `app.log` becomes `app.log.1`, that one `app.log.2`, and so on. Ended
  /// at any moment, it loses none that is to be kept: a number that is free ends the moving.
  mutating func rotate(keeping count: Int) throws(LogFailure) {
    var free = 1
    while free < count, access("\(path).\(free)", F_OK) == 0 { free += 1 }
    for number in stride(from: free, through: 2, by: -1) {
      try move("\(path).\(number - 1)", to: "\(path).\(number)")
    }
    try move(path, to: "\(path).1")
    var surplus = count + 1
    while unlink("\(path).\(surplus)") == 0 { surplus += 1 }
    try leave()
  }

  /// Closes a file that has another name now. Its lines go to the disk before: who flushes later has
  /// only the new one.
  private mutating func leave() throws(LogFailure) {
    defer {
      file?.close()
      (file, identity, knownSize) = (nil, nil, -1)
    }
    try synchronise()
  }

  private func move(_ old: String, to new: String) throws(LogFailure) {
    if rename(old, new) != 0 { throw LogFailure("rename \(old) to \(new)", code: errno) }
  }

  /// Returns when what was written is on the disk.
  func synchronise() throws(LogFailure) {
    guard let file else { return }
    // A pipe or a terminal has no disk.
    if fsync(file.number) != 0, errno != EINVAL {
      throw LogFailure("flush \(path)", code: errno)
    }
  }

  /// For the owner alone: a log may tell more than others should know.
  private static func open(_ path: String, _ flags: Int32) throws(LogFailure) -> Descriptor {
    let number = systemOpen(path, flags)
    guard number >= 0 else { throw LogFailure("open \(path)", code: errno) }
    return Descriptor(number: number)
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }
