import TremaHTTP

/// A condition that must hold before a request is sent: a consent, a session, a configuration.
///
/// When it does not hold, ``satisfy(for:client:)`` runs once for all requests that wait for it, in the client
/// that it was added to and copies of that client, or wherever the same object was added; then it is checked
/// again. An error fails all of them. A cancelled request stops waiting at once, and when no request waits any
/// more, the run is cancelled.
public protocol Constraint: Sendable {
  /// The name in errors and in ``HTTPClient/description``, by which requests skip the constraint. The default
  /// is the name of the type. Constraints with the same name are skipped together, and share nothing else.
  var name: String { get }
  /// How long ``satisfy(for:client:)`` may take before all that wait fail, and
  /// ``isSatisfied(for:)`` before the request does that it was asked for.
  var timeLimit: Duration { get }

  func isSatisfied(for request: ClientRequest) async -> Bool
  /// - Parameters:
  ///   - request: the one that came first; it decides what is asked for.
  ///   - client: to send requests that wait at no gate. Those of the client that it came from do not
  ///     wait at this one either. One of them that comes to a gate whose opening waits for this one
  ///     fails there at once with ``ConstraintError/waitsForItself``; over several clients that do not
  ///     share their gates it is not seen, and ends with a time limit.
  /// - Throws: what all that wait get, in ``NetworkError/Kind/constraint(name:_:)``.
  func satisfy(for request: ClientRequest, client: HTTPClient) async throws
}

extension Constraint {
  /// The name of the type.
  public var name: String { "\(Self.self)" }
  /// One minute.
  public var timeLimit: Duration { .seconds(60) }
}

/// Why a constraint does not hold, when it did not say so itself.
public enum ConstraintError: Error, Hashable, Sendable {
  /// It was satisfied, and still does not hold.
  case notSatisfied
  /// It took longer than its limit.
  case timeLimit(Duration)
  /// Its opening waits for a gate that is being opened by what came to it.
  case waitsForItself

  var isTimeout: Bool { if case .timeLimit = self { true } else { false } }
}

extension ConstraintError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .notSatisfied: "it was satisfied, and still is not"
    case .timeLimit(let limit): "it took longer than \(limit)"
    case .waitsForItself: "its opening waits for what came to it"
    }
  }
}
