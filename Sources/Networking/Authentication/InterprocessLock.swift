import TremaSupport

/// A lock between the processes of one machine: `flock` on a file that stays empty and is not
/// removed. It is intended for a ``TokenStore`` that several processes share:
///
///     let turn = InterprocessLock(path: path)
///     func whileAlone<Outcome: Sendable>(
///       _ refresh: @escaping @Sendable () async -> Outcome
///     ) async throws -> Outcome { try await turn.take(refresh) }
///
/// The lock is released when the work or the process ends, in any way.
public struct InterprocessLock: Sendable {
  /// The path of the lock file.
  public let path: String

  /// The interval at which locking is tried again.
  private static let retryInterval = Duration.milliseconds(20)

  /// Creates a lock.
  ///
  /// - Parameter path: the path of the lock file, which is created for its owner only if it is
  ///   missing. Its folder must exist.
  public init(path: String) { self.path = path }

  /// Waits for the lock, and runs work while holding it.
  ///
  /// - Throws: ``InterprocessLockError`` if the file cannot be locked, or `CancellationError`. The
  ///   work has not run then.
  public func withLock<Outcome: Sendable>(
    _ work: @Sendable () async -> Outcome
  ) async throws -> Outcome {
    let lock = try await acquire()
    defer { lock.unlock() }
    return await work()
  }

  /// Waits for the lock. `flock` would block the thread, so it is tried at intervals.
  private func acquire() async throws -> FileDescriptor {
    while true {
      let lock = try openFile()
      while try !tryLock(lock) { try await Task.sleep(for: Self.retryInterval) }
      // When the file has been removed, other processes lock a new file at its path.
      if lock.isSameFile(path) { return lock }
    }
  }

  /// Opens or creates the lock file.
  private func openFile() throws(InterprocessLockError) -> FileDescriptor {
    do throws(SystemError) {
      // The flags are such that opening a pipe does not block, and a symbolic link is not followed.
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

/// The error of a file that cannot be locked: the file system does not support locks, the folder is
/// missing, or the path is not that of a file.
public struct InterprocessLockError: Error, Hashable, Sendable {
  /// The path of the lock file.
  public let path: String
  /// The system's error number.
  public let code: Int32
}

extension InterprocessLockError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    "'\(path)' cannot be locked: \(String(cString: strerror(code)))"
  }
}
