/// The keys of a container and its children, and the dependencies between them.
///
/// `@unchecked Sendable` holds: all properties are read and written only under
/// `ContainerStates.lock`.
final class DependencyGraph: @unchecked Sendable {
  /// A dependency between two keys.
  struct Edge: Hashable {
    /// The key that depends on `to`.
    let from: ObjectIdentifier
    /// The key on which `from` depends.
    let to: ObjectIdentifier
  }

  /// The known keys by their identity.
  private(set) var knownKeys: [ObjectIdentifier: KeyInfo] = [:]
  /// The keys whose factory has returned at least once, which means that all their dependencies
  /// have been observed.
  private(set) var fullyObserved: Set<ObjectIdentifier> = []
  /// The observed dependencies, by dependent key.
  private(set) var uses: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
  /// The dependencies through `Lazy`, which do not form cycles.
  private(set) var lazyEdges: Set<Edge> = []

  /// Adds a key and the keys that it requires.
  func add(_ info: KeyInfo) {
    guard knownKeys[info.id] == nil else { return }
    knownKeys[info.id] = info
    for key in info.requires { add(key.info) }
  }

  /// Adds a dependency. A dependency that is observed both lazily and directly counts as direct.
  func recordUse(of id: ObjectIdentifier, by user: ObjectIdentifier, lazily: Bool = false) {
    let isNew = uses[user, default: []].insert(id).inserted
    let edge = Edge(from: user, to: id)
    if lazily {
      if isNew { lazyEdges.insert(edge) }
    } else {
      lazyEdges.remove(edge)
    }
  }

  /// Records that a factory of a key has returned.
  func recordCompletion(_ id: ObjectIdentifier) { fullyObserved.insert(id) }

  /// Removes the dependencies of a key, because a new factory may have different ones.
  func forget(_ id: ObjectIdentifier, replacedBy info: KeyInfo?) {
    knownKeys[id] = info
    fullyObserved.remove(id)
    uses[id] = nil
    lazyEdges = lazyEdges.filter { $0.from != id }
    if let info { for key in info.requires { add(key.info) } }
  }

  /// Removes all keys and dependencies.
  func removeAll() {
    knownKeys = [:]
    fullyObserved = []
    uses = [:]
    lazyEdges = []
  }

  /// The reachability of some keys from a key. It is unknown if not all dependencies have been
  /// observed.
  enum Reach { case none, some, unknown }

  /// Returns whether the direct and indirect dependencies of `id`, or `id` itself, include one of
  /// `targets`.
  func reach(from id: ObjectIdentifier, to targets: (ObjectIdentifier) -> Bool) -> Reach {
    var (seen, open): (Set<ObjectIdentifier>, [ObjectIdentifier]) = ([id], [id])
    var reach = Reach.none
    while let next = open.popLast() {
      if targets(next) { return .some }
      if !fullyObserved.contains(next) { reach = .unknown }
      for other in uses[next] ?? [] where seen.insert(other).inserted { open.append(other) }
    }
    return reach
  }
}
