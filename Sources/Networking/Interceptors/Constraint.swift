import TremaHTTP

/// A condition that must hold before a request is sent: a consent, a session, a configuration.
///
/// If it does not hold, ``satisfy(for:client:)`` runs once for all requests that wait for it, in
/// the client that it was added to and copies of that client, or in every client that the same
/// object was added to. Then the condition is checked again. An error fails all waiting requests. A
/// cancelled request stops waiting at once; when no request waits any more, the run is cancelled.
public protocol Constraint: Sendable {
  /// The name in errors and in ``HTTPClient/description``, by which requests skip the constraint.
  /// The default is the name of the type. Constraints with the same name are skipped together, but
  /// share no state.
  var name: String { get }
  /// The maximum duration of ``satisfy(for:client:)``, after which all waiting requests fail, and
  /// of ``isSatisfied(for:)``, after which the checked request fails. The default is one minute.
  var timeLimit: Duration { get }

  /// Whether the condition holds for a request.
  func isSatisfied(for request: ClientRequest) async -> Bool
  /// Tries to make the condition hold.
  ///
  /// - Parameters:
  ///   - request: the first of the waiting requests.
  ///   - client: the client without constraints, to send requests with. Requests that are sent with
  ///     the original client do not wait for this constraint either. If one of them reaches another
  ///     constraint that depends on this one, it fails at once with
  ///     ``ConstraintError/waitsForItself``. A circular dependency over several clients that do not
  ///     share their constraints is not detected; it ends with a time limit.
  /// - Throws: the error of all waiting requests, in ``NetworkError/Kind/constraint(name:_:)``.
  func satisfy(for request: ClientRequest, client: HTTPClient) async throws
}

extension Constraint {
  /// The name of the type.
  public var name: String { "\(Self.self)" }
  /// One minute.
  public var timeLimit: Duration { .seconds(60) }
}

/// The reason why a constraint does not hold, if ``Constraint/satisfy(for:client:)`` threw no error
/// of its own.
public enum ConstraintError: Error, Hashable, Sendable {
  /// The constraint was satisfied without an error, and still does not hold.
  case notSatisfied
  /// The constraint took longer than its time limit.
  case timeLimit(Duration)
  /// Satisfying the constraint depends on a request that waits for it.
  case waitsForItself

  /// Whether the error is a time limit.
  var isTimeout: Bool { if case .timeLimit = self { true } else { false } }
}

extension ConstraintError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .notSatisfied: "'satisfy' returned, but it still does not hold"
    case .timeLimit(let limit): "it took longer than \(limit)"
    case .waitsForItself: "satisfying it depends on a request that waits for it"
    }
  }
}
