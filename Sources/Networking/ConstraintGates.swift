import TremaHTTP
import TremaLock

/// The gates of a client: who waits at them, and which of them is being opened.
final class ConstraintGates: Sendable {
  /// Waits until all constraints hold that a request does not skip.
  func pass(
    _ request: ClientRequest, _ options: RequestOptions, of client: HTTPClient
  ) async throws(NetworkError) {
    if options.skipsAllConstraints { return }
    for constraint in client.constraints
    where !options.skippedConstraints.contains(constraint.name) {
      if await constraint.isSatisfied(for: request) { continue }
      do {
        try await constraint.satisfy(for: request, client: client.withoutConstraints)
      } catch {
        throw NetworkError(.constraint(name: constraint.name, error), request: request.head)
      }
    }
  }
}
