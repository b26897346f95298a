import TremaSupport

/// Turns that processes of one machine take, one after the other: a lock (`flock`) on a file that stays
/// empty, and stays. It is for a ``TokenStore`` that several of them share:
///
///     let turn = InterprocessLock(path: path)
///     func whileAlone<Outcome: Sendable>(
///       _ refresh: @escaping @Sendable () async -> Outcome
///     ) async throws -> Outcome { try await turn.take(refresh) }
///
/// A turn ends with its work, or with its process, in whatever way that ends.
public struct InterprocessLock: Sendable {
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
    defer { lock.release() }
    return await work()
  }

  private func locked() async throws -> HeldLock {
    while true {
      let lock = try HeldLock(path)
      while try !lock.take() { try await Task.sleep(for: Self.pause) }
      // Where somebody has removed the file others have the lock of another one by now.
      if lock.isAt(path) { return lock }
    }
  }
}

/// A file system that cannot lock, a folder that is not there, a path that is no file.
public struct InterprocessLockError: Error, Hashable, Sendable {
  public let path: String
  /// The system's error number.
  public let code: Int32
}

extension InterprocessLockError: CustomStringConvertible {
  public var description: String {
    "'\(path)' cannot be locked: \(String(cString: strerror(code)))"
  }
}

/// A file that is open, and locked once its turn has come.
private final class HeldLock: Sendable {
  private let descriptor: Int32
  private let path: String

  init(_ path: String) throws(InterprocessLockError) {
    self.path = path
    guard !path.utf8.contains(0) else { throw InterprocessLockError(path: path, code: EINVAL) }
    // Opening a pipe would wait for its other end.
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    if descriptor < 0 { throw InterprocessLockError(path: path, code: errno) }
  }

  /// Gives the lock back as well.
  deinit { close(descriptor) }

  /// - Returns: false while somebody else has it.
  func take() throws(InterprocessLockError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else {
      throw InterprocessLockError(path: path, code: errno)
    }
    return false
  }

  func isAt(_ path: String) -> Bool {
    var opened = stat()
    var named = stat()
    return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  func release() { _ = flock(descriptor, LOCK_UN) }
}
