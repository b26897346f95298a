import TremaHTTP

/// The options of a ``Cache``.
public struct CacheOptions: Sendable {
  /// The maximum freshness of a response whose server does not specify any. Such a response stays
  /// fresh for a tenth of the time since its last modification.
  var heuristicLimit: Duration = .seconds(86_400)

  /// The names of the cookies that distinguish users: a response is used only for requests with the
  /// same values. `nil` means all cookies, in which case even a cookie that counts visits
  /// distinguishes users.
  var identifyingCookies: Set<String>?

  /// The time limit of a background validation.
  var backgroundTimeout: Duration = .seconds(30)

  /// The observer of the store's problems; see ``Cache/problems``. It must return quickly.
  var observer: (@Sendable (CacheProblem) -> Void)?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - heuristicLimit: The maximum freshness of a response whose server does not specify any.
  ///   - identifyingCookies: The names of the cookies that distinguish users; `nil` means all
  ///     cookies.
  ///   - backgroundLimit: The time limit of a background validation.
  ///   - observer: A closure that is called with each of the store's problems. It must return
  ///     quickly.
  public init(
    heuristicLimit: Duration = .seconds(86_400), identifyingCookies: Set<String>? = nil,
    backgroundTimeout: Duration = .seconds(30), observer: (@Sendable (CacheProblem) -> Void)? = nil
  ) {
    self.heuristicLimit = heuristicLimit
    self.identifyingCookies = identifyingCookies
    self.backgroundTimeout = backgroundTimeout
    self.observer = observer
  }
}

/// The problems of a store so far.
public struct CacheProblems: Hashable, Sendable {
  /// The number of problems so far.
  public internal(set) var count = 0
  /// The latest problem, or `nil` if there is none.
  public internal(set) var last: CacheProblem?
}

/// The error for a request that must not use the network when no response is stored for it.
public struct NotCachedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    "the request must not use the network, but no response to it is stored"
  }
}
