#if canImport(CTremaSodium)
  import TremaSupport

  /// An interprocess lock: `flock` on a file next to the file that is written. The lock file is
  /// kept. The lock is released whenever its process ends, even if it is killed.
  ///
  /// The content of the lock file:
  ///
  /// - At offset 0, the decimal identifier of the process that holds the lock, and a line feed. It
  ///   is included in the error if the lock cannot be acquired.
  /// - At offset 32, the letter `w` if a process is waiting.
  enum FileLock {
    /// The offset of the byte that signals waiting processes.
    private static let waiterOffset: off_t = 32
    /// The maximum time between two attempts, in microseconds.
    private static let pollInterval: UInt32 = 1000

    /// Runs `body` while holding the lock.
    ///
    /// - Parameters:
    ///   - path: The path of the file that is written.
    ///   - deadline: The time until which to wait for the lock.
    /// - Throws: `busy` if the lock is not available in time, `notWritable`, `system`, the error
    ///   thrown by `body`.
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
        // If the lock file was removed, other processes lock a new file at its path.
        if file.isSameFile(path + ".lock") { return try body() }
      }
    }

    /// Waits for the lock and records this process as its holder.
    private static func lock(
      _ file: FileDescriptor, _ path: String, _ deadline: ContinuousClock.Instant
    ) throws(SecretError) {
      while try !tryLock(file, path) {
        guard ContinuousClock.now < deadline else {
          throw .busy(path: path, holder: holder(file))
        }
        write([UInt8(ascii: "w")], at: waiterOffset, in: file)
        usleep(.random(in: pollInterval / 2...pollInterval))
      }
      // We use the content only for messages and fairness, so failures to write it are ignored. A
      // full disk is reported when the file itself is written.
      _ = ftruncate(file.number, 0)
      write(Array("\(getpid())\n".utf8), at: 0, in: file)
    }

    /// Tries to lock the file.
    ///
    /// - Returns: `false` if another process has the lock.
    private static func tryLock(
      _ file: FileDescriptor, _ path: String
    ) throws(SecretError) -> Bool {
      do throws(SystemError) {
        return try file.lock()
      } catch {
        throw FileFailure.writing(path, error)
      }
    }

    /// Releases the lock and gives a waiting process time to obtain it.
    private static func unlock(_ file: FileDescriptor) {
      var flag: UInt8 = 0
      let hasWaiter =
        pread(file.number, &flag, 1, waiterOffset) == 1 && flag == UInt8(ascii: "w")
      _ = ftruncate(file.number, 0)
      file.unlock()
      // A writer that continues immediately would otherwise get the lock again before the waiting
      // process makes its next attempt.
      if hasWaiter { usleep(2 * pollInterval) }
    }

    /// Writes bytes to the lock file, ignoring failures.
    private static func write(_ bytes: [UInt8], at offset: off_t, in file: FileDescriptor) {
      _ = pwrite(file.number, bytes, bytes.count, offset)
    }

    /// Returns the identifier of the process that holds the lock, or `nil` if it is not known.
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
