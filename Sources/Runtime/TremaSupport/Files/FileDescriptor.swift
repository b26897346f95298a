/// A system error, identified by its `errno` value.
package struct SystemError: Error, Hashable, Sendable {
  /// The error number.
  package let code: Int32
  /// The folder of temporary copies, if the error occurred there.
  package var copyFolder: String?

  /// Creates an error from its number, by default the number of the last failed call.
  package init(code: Int32 = errno) { self.code = code }

  /// The system's message for the error, in the language of the process.
  package var reason: String { String(cString: strerror(code)) }
}

/// An open file, pipe or socket, which is closed when the last reference is released.
package final class FileDescriptor: Sendable {
  /// The file descriptor.
  package let number: Int32
  /// Whether the descriptor is closed when the last reference is released.
  private let isOwned: Bool

  /// Creates an owner of an open descriptor.
  package init(_ number: Int32) { (self.number, isOwned) = (number, true) }

  /// Creates a reference to a descriptor that stays open, such as a standard stream.
  package init(borrowing number: Int32) { (self.number, isOwned) = (number, false) }

  /// Opens a file with a descriptor that child processes do not inherit.
  ///
  /// - Parameters:
  ///   - path: The path. A path that contains a NUL byte, which would name a different file, is an
  ///     error.
  ///   - flags: The flags of `open(2)`. With `O_NONBLOCK`, opening a named pipe does not wait for
  ///     its other end.
  ///   - mode: The permissions of a file that is created, before the umask.
  package convenience init(
    path: String, flags: Int32, mode: mode_t = 0o666
  ) throws(SystemError) {
    guard !path.utf8.contains(0) else { throw SystemError(code: EINVAL) }
    var number: Int32
    repeat { number = open(path, flags | O_CLOEXEC, mode) } while number < 0 && errno == EINTR
    guard number >= 0 else { throw SystemError() }
    self.init(number)
  }

  deinit { if isOwned { close(number) } }

  /// Returns the file's status.
  package func status() throws(SystemError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw SystemError() }
    return status
  }

  /// Returns whether the file is still the file at the path. The path must not be a symbolic link.
  package func isSameFile(_ path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(number, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }
}

// MARK: Reading and writing

extension FileDescriptor {
  /// Reads once. May return fewer bytes than requested.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes.
  ///   - offset: The offset in a file, or `nil` for the next bytes of a stream.
  /// - Returns: The bytes, or empty at the end.
  package func read(_ count: Int, at offset: Int? = nil) throws(SystemError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var result: Int
      repeat {
        result = systemRead(number, buffer.baseAddress, count, offset)
      } while result < 0 && errno == EINTR
      if result < 0 { failure = errno }
      filled = max(result, 0)
    }
    if failure != 0 { throw SystemError(code: failure) }
    return bytes
  }

  /// Reads from the current position to the end.
  ///
  /// - Parameter count: The expected number of bytes; there may be more.
  package func readAll(expecting count: Int = 1 << 16) throws(SystemError) -> [UInt8] {
    var bytes = try read(count + 1)
    if bytes.isEmpty { return bytes }
    while true {
      let more = try read(1 << 16)
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  /// Writes all bytes.
  ///
  /// - Parameter offset: The offset in a file, or `nil` for the current position.
  package func write(_ bytes: [UInt8], at offset: Int? = nil) throws(SystemError) {
    let (_, failure) = writeBestEffort(bytes, at: offset)
    if let failure { throw failure }
  }

  /// Writes all bytes, or as many as possible.
  ///
  /// - Returns: The number of written bytes, and the error if not all bytes were written.
  package func writeBestEffort(
    _ bytes: [UInt8], at offset: Int? = nil
  ) -> (count: Int, failure: SystemError?) {
    bytes.withUnsafeBytes { buffer in
      var count = 0
      while count < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[count...])
        let written = systemWrite(number, rest, offset.map { $0 + count })
        if written > 0 {
          count += written
        } else if written == 0 {
          // No file returns 0 for a write; repeating the call could loop forever.
          return (count, SystemError(code: EIO))
        } else if errno != EINTR {
          return (count, SystemError())
        }
      }
      return (count, nil)
    }
  }

  /// Changes the length of the file.
  package func truncate(to length: Int) throws(SystemError) {
    while ftruncate(number, off_t(length)) != 0 { if errno != EINTR { throw SystemError() } }
  }

  /// Returns after all written bytes are on the disk.
  package func synchronize() throws(SystemError) {
    #if canImport(Darwin)
      // On Darwin, fsync() lets the drive decide when to write. Not every file system supports
      // F_FULLFSYNC.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(number) != 0 { if errno != EINTR { throw SystemError() } }
  }
}

// MARK: Locks

extension FileDescriptor {
  /// Locks the file against other processes and other descriptors of this process, until `unlock()`
  /// is called or the descriptor is closed.
  ///
  /// - Parameter waits: Whether to wait while another owner has the lock.
  /// - Returns: `false` if another owner has the lock.
  package func lock(waits: Bool = false) throws(SystemError) -> Bool {
    while flock(number, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw SystemError() }
    }
    return true
  }

  /// Releases the lock. This cannot fail for an open file.
  package func unlock() { _ = flock(number, LOCK_UN) }
}

// The methods above hide these functions.
private func systemRead(
  _ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ offset: Int?
) -> Int {
  if let offset { return pread(number, buffer, count, off_t(offset)) }
  return read(number, buffer, count)
}

private func systemWrite(
  _ number: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int?
) -> Int {
  if let offset { return pwrite(number, bytes.baseAddress, bytes.count, off_t(offset)) }
  return write(number, bytes.baseAddress, bytes.count)
}
