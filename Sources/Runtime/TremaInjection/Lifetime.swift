/// The lifetime of a shared instance. Its type must be `Sendable`, because multiple owners can use
/// the instance at the same time.
public struct Lifetime: Sendable, Hashable {
  /// The kind of the lifetime.
  let kind: LifetimeKind

  /// An instance that is built once and kept until the container is shut down.
  public static let singleton = Lifetime(kind: .singleton)
  /// An instance that is built once and kept until it is reset.
  public static let cached = Lifetime(kind: .cached)
  /// An instance that is kept as long as it has another owner. The value must be an object.
  public static let weak = Lifetime(kind: .weak)
  /// An instance that is built once for each resolution that starts outside a factory.
  public static let graph = Lifetime(kind: .graph)

  /// Returns the lifetime of an instance that is built once for each open scope with the given
  /// name.
  public static func scoped(_ scope: ScopeID) -> Lifetime { Lifetime(kind: .scoped(scope)) }
}

/// The lifetime of a value that is made for each request. It belongs to the caller alone, so its
/// type need not be `Sendable`.
public struct FreshLifetime: Sendable, Hashable {
  /// A new value for each request.
  public static let perRequest = FreshLifetime()
}

/// The name of a scope, such as a request or a user session.
public struct ScopeID: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The scope's name.
  public let name: String

  /// Creates a scope name.
  public init(_ name: String) { self.name = name }
  /// Creates a scope name from a literal.
  public init(stringLiteral name: String) { self.name = name }
}

/// All lifetimes, shared or per request.
enum LifetimeKind: Sendable, Hashable, CustomStringConvertible {
  /// The lifetimes without a parameter.
  case singleton, cached, weak, graph, perRequest
  /// A singleton whose type is not `Sendable` and that is used only on the main actor.
  case mainSingleton
  /// A lifetime that ends with a scope.
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

  /// Whether instances outlive the factory that resolved them.
  var isLongLived: Bool {
    switch self {
    case .singleton, .cached, .mainSingleton: true
    case .weak, .graph, .perRequest, .scoped: false
    }
  }

  /// Whether a long-lived instance must not hold an instance of this kind.
  var isShortLived: Bool {
    switch self {
    case .perRequest, .scoped: true
    case .singleton, .cached, .mainSingleton, .weak, .graph: false
    }
  }
}
