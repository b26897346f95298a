import TremaHTTP

/// The options of a ``Cache``.
public struct CacheOptions: Sendable {
  /// The maximum freshness of a response for which the server does not specify any; it is a tenth
  /// of the time since the last modification.
  var heuristicLimit: Duration = .seconds(86_400)

  /// The names of the cookies by which users are distinguished: a response is used only for
  /// requests with the same ones. `nil` means all cookies; then even a cookie that counts visits
  /// distinguishes users.
  var identifyingCookies: Set<String>?

  /// The time limit of a validation in the background.
  var backgroundLimit: Duration = .seconds(30)

  /// The observer of problems of the store; see ``Cache/problems``. It must return soon.
  var observer: (@Sendable (CacheProblem) -> Void)?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - heuristicLimit: the maximum freshness of a response for which the server does not specify
  ///     any.
  ///   - identifyingCookies: the names of the cookies that distinguish users; `nil` means all
  ///     cookies.
  ///   - backgroundLimit: the time limit of a validation in the background.
  ///   - observer: called with each problem of the store; it must return soon.
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
  /// The latest problem; `nil` if there is none.
  public internal(set) var last: CacheProblem?
}

/// The error of a request that must not use the network and has no stored response.
public struct NotCachedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    "the request must not use the network, and no response to it is stored"
  }
}
