/// The phase of a request, on its way from the app to the network, in which an interceptor acts. A client
/// sorts its interceptors by phase; those of one phase keep the order in which they were added, the first
/// one outermost.
public enum InterceptorPhase: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// The interceptors of an app: each sees a request once, and its final response.
  case app
  /// The body is compressed before anything is derived from it.
  case compression
  /// Identical requests that are in flight share one response.
  case deduplication
  /// Further in, all is done once an attempt.
  case retry
  /// Further in, all is done once a hop.
  case redirects
  case cookies
  /// Further in, the network is needed: a stored response needs no token.
  case cache
  case authentication
  case connectivity
  case hedging
  case rateLimit
  case hostLimit
  /// The trace context is sent; each attempt and each hop is an operation of its own.
  case tracing
  /// The messages as they are passed to and received from the transport.
  case wire

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
