import TremaSupport

/// A lock between processes on one machine: `flock` on a file that stays empty and is not removed.
/// It is intended for a ``TokenStore`` that multiple processes share:
///
///     let lock = InterprocessLock(path: path)
///     func withExclusiveAccess<Outcome: Sendable>(
///       _ refresh: @escaping @Sendable () async -> Outcome
///     ) async throws -> Outcome { try await lock.withLock(refresh) }
///
/// The lock is released when the work or the process ends, for any reason.
public struct InterprocessLock: Sendable {
  /// The lock file's path.
  public let path: String

  /// The interval between attempts to lock the file.
  private static let retryInterval = Duration.milliseconds(20)

  /// Creates a lock.
  ///
  /// - Parameter path: The lock file's path. A missing file is created with access for its owner
  ///   only. Its folder must exist.
  public init(path: String) { self.path = path }

  /// Waits for the lock and runs work while holding it.
  ///
  /// - Throws: ``InterprocessLockError`` if the file cannot be locked, or `CancellationError`. In
  ///   both cases the work has not run.
  public func withLock<Outcome: Sendable>(
    _ work: @Sendable () async -> Outcome
  ) async throws -> Outcome {
    let lock = try await acquire()
    defer { lock.unlock() }
    return await work()
  }

  /// Waits for the lock. `flock` would block the thread, so locking is attempted at intervals.
  private func acquire() async throws -> FileDescriptor {
    while true {
      let lock = try openFile()
      while try !tryLock(lock) { try await Task.sleep(for: Self.retryInterval) }
      // If the file has been removed, other processes lock a new file at its path.
      if lock.isSameFile(path) { return lock }
    }
  }

  /// Opens or creates the lock file.
  private func openFile() throws(InterprocessLockError) -> FileDescriptor {
    do throws(SystemError) {
      // With these flags, opening a pipe does not block, and symbolic links are not followed.
      return try FileDescriptor(
        path: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
    } catch {
      throw InterprocessLockError(path: path, code: error.code)
    }
  }

  /// Tries to lock the file once; returns whether that succeeded.
  private func tryLock(_ file: FileDescriptor) throws(InterprocessLockError) -> Bool {
    do throws(SystemError) {
      return try file.lock()
    } catch {
      throw InterprocessLockError(path: path, code: error.code)
    }
  }
}

/// An error for a file that cannot be locked: the file system does not support locks, the folder is
/// missing, or there is no regular file at the path.
public struct InterprocessLockError: Error, Hashable, Sendable {
  /// The lock file's path.
  public let path: String
  /// The system's error number.
  public let code: Int32
}

extension InterprocessLockError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    "cannot lock '\(path)': \(String(cString: strerror(code)))"
  }
}
