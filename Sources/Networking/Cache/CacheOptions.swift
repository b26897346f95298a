import TremaHTTP

/// The options of a ``Cache``.
public struct CacheOptions: Sendable {
  /// How long a response is fresh at most where the server says nothing of it; else it is for a tenth
  /// of the time since it was modified last.
  var heuristicLimit: Duration = .seconds(86_400)

  /// The cookies by which users are told apart: a response is for who sends the same ones. Nil are all
  /// of them, so that a cookie that only counts visits makes another user.
  var identifyingCookies: Set<String>?

  /// The time limit of a validation in the background.
  var backgroundLimit: Duration = .seconds(30)

  /// The observer of problems of the store; see ``Cache/problems``. It must return soon.
  var observer: (@Sendable (CacheProblem) -> Void)?

  /// Creates options; each parameter is described at the property of the same name.
  public init(
    heuristicLimit: Duration = .seconds(86_400), identifyingCookies: Set<String>? = nil,
    backgroundLimit: Duration = .seconds(30), observer: (@Sendable (CacheProblem) -> Void)? = nil
  ) {
    self.heuristicLimit = heuristicLimit
    self.identifyingCookies = identifyingCookies
    self.backgroundLimit = backgroundLimit
    self.observer = observer
  }
}

/// The problems of a store so far.
public struct CacheProblems: Hashable, Sendable {
  /// The number of problems so far.
  public internal(set) var count = 0
  /// The latest problem.
  public internal(set) var last: CacheProblem?
}

/// A request may not go to the network, and the cache has nothing for it.
public struct NotCached: Error, Hashable, Sendable, CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String { "it may not go to the network, and no response to it is kept" }
}
