/// Where an interceptor stands on the way of a request, from the app to the network. A client keeps its
/// interceptors in this order; those of one place stand as they were added, the first one outermost.
public enum PipelinePlace: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// What an app adds: sees a request once, and the response that it ends with.
  case app
  /// The body is compressed before anything is made of it.
  case compression
  /// Who asks for what is being asked for waits for the same answer.
  case deduplication
  /// Further in, all is done once an attempt.
  case retry
  /// Further in, all is done once a hop.
  case redirects
  case cookies
  /// Further in, the network is needed: what is kept needs no token.
  case cache
  case authentication
  case connectivity
  case hedging
  case rateLimit
  case hostLimit
  /// The trace context is sent; each attempt and each hop is an operation of its own.
  case tracing
  /// Sees what goes to the transport and what comes from it.
  case wire

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
