import TremaSupport

/// Turns that processes of one machine take, one after the other: a lock (`flock`) on a file that stays
/// empty, and stays. It is for a ``TokenStore`` that several of them share:
///
///     let turn = InterprocessLock(path: path)
///     func whileAlone<Outcome: Sendable>(
///       _ refresh: @escaping @Sendable () async -> Outcome
///     ) async throws -> Outcome { try await turn.take(refresh) }
///
/// The lock is released when its work ends, or its process does, in any way.
public struct InterprocessLock: Sendable {
  /// The path of the lock file.
  public let path: String

  /// The interval at which the lock is tried again.
  private static let pause = Duration.milliseconds(20)

  /// - Parameter path: made when it is not there, for the owner alone; in a folder that is there.
  public init(path: String) { self.path = path }

  /// Waits for its turn, and does some work in it.
  ///
  /// - Throws: ``InterprocessLockError`` where there is no lock to be had; `CancellationError`. No work is done then.
  public func take<Outcome: Sendable>(
    _ work: @Sendable () async -> Outcome
  ) async throws -> Outcome {
    let lock = try await locked()
    defer { lock.unlock() }
    return await work()
  }

  private func locked() async throws -> FileDescriptor {
    while true {
      let lock = try file()
      while try !isLocked(lock) { try await Task.sleep(for: Self.pause) }
      // When the file has been removed, other processes lock a new file at its path.
      if lock.isAt(path) { return lock }
    }
  }

  private func file() throws(InterprocessLockError) -> FileDescriptor {
    do throws(SystemError) {
      // Opening a pipe would wait for its other end.
      return try FileDescriptor(
        path: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
    } catch {
      throw InterprocessLockError(path: path, code: error.code)
    }
  }

  private func isLocked(_ file: FileDescriptor) throws(InterprocessLockError) -> Bool {
    do throws(SystemError) {
      return try file.lock()
    } catch {
      throw InterprocessLockError(path: path, code: error.code)
    }
  }
}

/// A file system that cannot lock, a folder that is not there, a path that is no file.
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
