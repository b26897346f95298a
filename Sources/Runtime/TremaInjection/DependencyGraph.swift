/// The keys of a container and its children, and the dependencies between them.
///
/// `@unchecked Sendable` holds: all is read and written under `States.lock` alone.
final class DependencyGraph: @unchecked Sendable {
  struct Edge: Hashable {
    let from: ObjectIdentifier
    let to: ObjectIdentifier
  }

  private(set) var known: [ObjectIdentifier: KeyInfo] = [:]
  /// Keys a factory of which has come to its end, so that all they use has been seen.
  private(set) var recorded: Set<ObjectIdentifier> = []
  private(set) var uses: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
  /// The edges through `Lazy`, which make no cycle.
  private(set) var lazyEdges: Set<Edge> = []

  func note(_ info: KeyInfo) {
    guard known[info.id] == nil else { return }
    known[info.id] = info
    for key in info.requires { note(key.info) }
  }

  func use(of id: ObjectIdentifier, by user: ObjectIdentifier, lazily: Bool = false) {
    let isNew = uses[user, default: []].insert(id).inserted
    let edge = Edge(from: user, to: id)
    if lazily {
      if isNew { lazyEdges.insert(edge) }
    } else {
      lazyEdges.remove(edge)
    }
  }

  func finish(_ id: ObjectIdentifier) { recorded.insert(id) }

  /// A new factory may use others.
  func forget(_ id: ObjectIdentifier, replacedBy info: KeyInfo?) {
    known[id] = info
    recorded.remove(id)
    uses[id] = nil
    lazyEdges = lazyEdges.filter { $0.from != id }
    if let info { for key in info.requires { note(key.info) } }
  }

  func removeAll() {
    known = [:]
    recorded = []
    uses = [:]
    lazyEdges = []
  }

  enum Reach { case none, some, unknown }

  /// Whether what `id` is built of includes one of `targets`.
  func reach(from id: ObjectIdentifier, to targets: (ObjectIdentifier) -> Bool) -> Reach {
    var (seen, open): (Set<ObjectIdentifier>, [ObjectIdentifier]) = ([id], [id])
    var reach = Reach.none
    while let next = open.popLast() {
      if targets(next) { return .some }
      if !recorded.contains(next) { reach = .unknown }
      for other in uses[next] ?? [] where seen.insert(other).inserted { open.append(other) }
    }
    return reach
  }
}
