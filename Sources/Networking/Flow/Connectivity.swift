/// Whether there is a network. A test brings its own.
public protocol Connectivity: Sendable {
  /// Whether there is one now; true where nobody knows.
  var isOnline: Bool { get }
  /// Returns when there is one, at once where there is; throws `CancellationError` when the task is
  /// cancelled, and nothing else.
  func waitUntilOnline() async throws
}
