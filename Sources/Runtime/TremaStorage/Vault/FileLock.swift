#if canImport(CTremaSodium)
  import TremaSupport

  /// A lock among processes: `flock` on a file beside the one that is written, which stays. It is
  /// released when its process ends, in any way.
  ///
  ///     1234\n      the process that holds it, at offset 0; for the message of a process that waits in vain
  ///     w           at offset 32, where a process waits
  enum FileLock {
    private static let wantedOffset: off_t = 32
    /// In microseconds.
    private static let pollInterval: UInt32 = 1000

    /// - Throws: `busy` when it is not had in time, `notWritable`, `system`, and what `body` throws.
    static func hold<Result>(
      for path: String, until deadline: ContinuousClock.Instant,
      _ body: () throws(SecretError) -> Result
    ) throws(SecretError) -> Result {
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
      while true {
        let file: FileDescriptor
        do throws(SystemError) {
          file = try FileDescriptor(path: path + ".lock", flags: flags, mode: 0o600)
        } catch {
          throw FileFailure.writing(path, error)
        }
        try lock(file, path, deadline)
        defer { unlock(file) }
        // When the file has been removed, other processes lock a new file at its path.
        if file.isAt(path + ".lock") { return try body() }
      }
    }

    private static func lock(
      _ file: FileDescriptor, _ path: String, _ deadline: ContinuousClock.Instant
    ) throws(SecretError) {
      while try !isLocked(file, path) {
        guard ContinuousClock.now < deadline else {
          throw .busy(path: path, holder: holder(file))
        }
        note([UInt8(ascii: "w")], at: wantedOffset, in: file)
        usleep(.random(in: pollInterval / 2...pollInterval))
      }
      // What is in it helps messages and manners alone, so that it may fail: a disk without room is told
      // by the file itself.
      _ = ftruncate(file.number, 0)
      note(Array("\(getpid())\n".utf8), at: 0, in: file)
    }

    /// - Returns: false where another process has the lock.
    private static func isLocked(
      _ file: FileDescriptor, _ path: String
    ) throws(SecretError) -> Bool {
      do throws(SystemError) {
        return try file.lock()
      } catch {
        throw FileFailure.writing(path, error)
      }
    }

    private static func unlock(_ file: FileDescriptor) {
      var wanted: UInt8 = 0
      let isWanted =
        pread(file.number, &wanted, 1, wantedOffset) == 1 && wanted == UInt8(ascii: "w")
      _ = ftruncate(file.number, 0)
      file.unlock()
      // A writer that goes on at once would have it again before who waits looks.
      if isWanted { usleep(2 * pollInterval) }
    }

    private static func note(_ bytes: [UInt8], at offset: off_t, in file: FileDescriptor) {
      _ = pwrite(file.number, bytes, bytes.count, offset)
    }

    private static func holder(_ file: FileDescriptor) -> Int32? {
      var bytes = [UInt8](repeating: 0, count: 16)
      let count = pread(file.number, &bytes, bytes.count, 0)
      guard count > 0, let end = bytes[..<count].firstIndex(of: UInt8(ascii: "\n")) else {
        return nil
      }
      return Int32(String(decoding: bytes[..<end], as: UTF8.self))
    }
  }
#endif
