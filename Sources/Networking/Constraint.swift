import TremaHTTP

/// What must hold before a request is sent: a consent, a session, a configuration from the server.
///
/// When it does not hold, ``satisfy(for:)`` runs once for all requests that wait; then it is asked
/// again. An error ends all of them.
public protocol Constraint: Sendable {
  var name: String { get }
  /// How long ``satisfy(for:)`` may take before all that wait fail.
  var timeLimit: Duration { get }

  func isSatisfied(for request: ClientRequest) async -> Bool
  func satisfy(for request: ClientRequest, client: HTTPClient) async throws
}

extension Constraint {
  public var name: String { "\(Self.self)" }
  public var timeLimit: Duration { .seconds(60) }
}
