import TremaHTTP

/// A condition that must hold before a request is sent, such as a consent, a session or a
/// configuration.
///
/// If it does not hold, ``satisfy(for:client:)`` runs once for all requests that wait for it, in
/// the client that it was added to and copies of that client, or in every client that the same
/// object was added to. The condition is then checked again. If an error is thrown, all waiting
/// requests fail. A cancelled request stops waiting immediately; when no more requests are waiting,
/// the run is cancelled.
public protocol Constraint: Sendable {
  /// The name in errors and in ``HTTPClient/description``, which is also used to skip the
  /// constraint. The default is the name of the type. Constraints with the same name are skipped
  /// together, but do not share any state.
  var name: String { get }
  /// The maximum duration of ``satisfy(for:client:)``, after which all waiting requests fail, and
  /// of ``isSatisfied(for:)``, after which the checked request fails. The default is one minute.
  var timeLimit: Duration { get }

  /// Returns whether the condition holds for a request.
  func isSatisfied(for request: ClientRequest) async -> Bool
  /// Tries to make the condition hold.
  ///
  /// - Parameters:
  ///   - request: The first of the waiting requests.
  ///   - client: The client without constraints, for sending requests. Requests that are sent with
  ///     the original client do not wait for this constraint either. If one of them reaches a
  ///     constraint that depends on this one, it fails immediately with
  ///     ``ConstraintError/waitsForItself``. A circular dependency between clients that do not
  ///     share their constraints is not detected; it ends when a time limit is exceeded.
  /// - Throws: The error for all waiting requests, which is wrapped in
  ///   ``NetworkError/Kind/constraint(name:_:)``.
  func satisfy(for request: ClientRequest, client: HTTPClient) async throws
}

extension Constraint {
  /// The type's name.
  public var name: String { "\(Self.self)" }
  /// One minute.
  public var timeLimit: Duration { .seconds(60) }
}

/// The reason why a constraint does not hold, if ``Constraint/satisfy(for:client:)`` did not throw
/// an error of its own.
public enum ConstraintError: Error, Hashable, Sendable {
  /// The constraint was satisfied without an error, but still does not hold.
  case notSatisfied
  /// The constraint took longer than its time limit.
  case timeLimit(Duration)
  /// Satisfying the constraint depends on a request that waits for it.
  case waitsForItself

  /// Whether the error is an exceeded time limit.
  var isTimeout: Bool { if case .timeLimit = self { true } else { false } }
}

extension ConstraintError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .notSatisfied: "'satisfy' returned, but the constraint is still not satisfied"
    case .timeLimit(let limit): "it took longer than \(limit)"
    case .waitsForItself: "satisfying it depends on a request that waits for it"
    }
  }
}
