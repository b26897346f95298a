/// How long a shared instance lives. Its type must be Sendable, because many may have it at once.
public struct Lifetime: Sendable, Hashable {
  let kind: Kind

  /// Built once, kept until the container is shut down.
  public static let singleton = Lifetime(kind: .singleton)
  /// Built once, kept until it is reset.
  public static let cached = Lifetime(kind: .cached)
  /// Kept as long as another owner keeps it; the value must be an object.
  public static let weak = Lifetime(kind: .weak)
  /// Built once for each resolution that starts outside of factories.
  public static let graph = Lifetime(kind: .graph)

  /// Built once for each open scope of that name.
  public static func scoped(_ scope: ScopeID) -> Lifetime { Lifetime(kind: .scoped(scope)) }
}

/// A lifetime of one resolution: the value is built anew each time. It belongs to the caller alone, so
/// its type need not be Sendable.
public struct FreshLifetime: Sendable, Hashable {
  /// A new value for each resolution.
  public static let perRequest = FreshLifetime()
}

/// The name of a scope: a request, a session of a user.
public struct ScopeID: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name of the scope.
  public let name: String

  /// Creates a scope.
  public init(_ name: String) { self.name = name }
  /// Creates a scope from its name.
  public init(stringLiteral name: String) { self.name = name }
}

enum Kind: Sendable, Hashable, CustomStringConvertible {
  case singleton, cached, weak, graph, perRequest
  /// A singleton of a type that is not Sendable: seen on the main actor alone.
  case mainSingleton
  case scoped(ScopeID)

  var description: String {
    switch self {
    case .singleton: "singleton"
    case .cached: "cached"
    case .weak: "weak"
    case .graph: "graph"
    case .perRequest: "perRequest"
    case .mainSingleton: "singleton of the main actor"
    case .scoped(let scope): "scoped(\(scope.name))"
    }
  }

  /// Whether instances outlive the one who asked for them.
  var isLong: Bool {
    switch self {
    case .singleton, .cached, .mainSingleton: true
    case .weak, .graph, .perRequest, .scoped: false
    }
  }

  /// Whether something long-lived must not hold one.
  var isShort: Bool {
    switch self {
    case .perRequest, .scoped: true
    case .singleton, .cached, .mainSingleton, .weak, .graph: false
    }
  }
}
