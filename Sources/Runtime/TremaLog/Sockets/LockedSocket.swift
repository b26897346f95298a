import TremaSupport

/// A socket shared by multiple threads, which use it one at a time.
///
/// `@unchecked Sendable` holds because the socket is private and every access to it in this class
/// is inside `lock.withLock`.
final class LockedSocket: @unchecked Sendable {
  /// The lock that protects the socket.
  private let lock = Lock()
  private var socket: DatagramSocket

  init(_ destination: LogDestination) { socket = DatagramSocket(destination) }

  /// Runs `body` while no other thread uses the socket.
  func withLock(
    _ body: (inout DatagramSocket) throws(LogFailure) -> Void
  ) throws(LogFailure) {
    try lock.withLock { () throws(LogFailure) in try body(&socket) }
  }
}
