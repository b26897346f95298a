/// A snapshot of the observed and declared dependencies, in a stable order.
struct DependencyMap {
  /// A key with its dependencies.
  struct Node {
    /// The key.
    let info: KeyInfo
    /// The registered factory, or the key's own factory.
    let registration: Registration?
    /// Whether an instance has been built.
    let isReady: Bool
    /// The indices of the direct dependencies, sorted.
    var uses: [Int] = []
    /// The indices of the lazy dependencies, sorted.
    var lazyUses: [Int] = []

    /// The lifetime.
    var kind: LifetimeKind { registration?.kind ?? info.kind }
    /// The location of the registration or the declaration.
    var location: CodeLocation { registration?.location ?? info.location }
    /// The key as a step in an error.
    var step: ResolutionError.Step { .init(info, nil, location) }
  }

  /// The known keys, sorted by name and location.
  private(set) var nodes: [Node]
  /// The indices of the keys by their identity.
  private let indexes: [ObjectIdentifier: Int]

  /// Takes a snapshot; must be called under the lock.
  init(_ container: Container) {
    let graph = container.graph
    // Keys that are only declared as requirements become known before the snapshot.
    let registered = graph.knownKeys.values.compactMap { container.registration(for: $0) }
    for registration in registered {
      for key in registration.requires { graph.add(key.info) }
    }
    let known = container.sortedKnownKeys
    indexes = Dictionary(uniqueKeysWithValues: known.enumerated().map { ($1.id, $0) })
    nodes = known.map { info in
      let isReady =
        if case .ready? = container.table.slots[info.id]?.state { true } else { false }
      return Node(
        info: info, registration: container.registration(for: info), isReady: isReady)
    }
    for index in nodes.indices {
      let node = nodes[index]
      let declared = (node.registration?.requires ?? []).map(\.info.id)
      let all = graph.uses[node.info.id, default: []].union(declared)
      let lazy = all.filter {
        graph.lazyEdges.contains(.init(from: node.info.id, to: $0)) && !declared.contains($0)
      }
      nodes[index].uses = all.subtracting(lazy).compactMap { indexes[$0] }.sorted()
      nodes[index].lazyUses = lazy.compactMap { indexes[$0] }.sorted()
    }
  }

  /// Returns the keys without a factory.
  func missing() -> [Container.Problem] {
    let names = nodes.filter { $0.registration != nil }.map(\.info.name)
    return nodes.indices.filter { nodes[$0].registration == nil }.map { index in
      .missing(
        .init(
          nodes[index].info, requiredBy: dependentChain(from: index),
          askedAt: nodes[index].info.location,
          names: names))
    }
  }

  /// Returns the chain of dependents from a key up to a key without dependents, or up to a
  /// repetition.
  private func dependentChain(from index: Int) -> [ResolutionError.Step] {
    var (chain, seen, current) = ([ResolutionError.Step](), Set([index]), index)
    while let user = nodes.indices.first(where: {
      (nodes[$0].uses + nodes[$0].lazyUses).contains(current) && !seen.contains($0)
    }) {
      chain.append(nodes[user].step)
      seen.insert(user)
      current = user
    }
    return chain
  }

  /// Returns the cycles of direct dependencies, found by a depth-first search.
  func cycles() -> [Container.Problem] {
    var problems: [Container.Problem] = []
    var state = [UInt8](repeating: 0, count: nodes.count)
    for start in nodes.indices where state[start] == 0 {
      // We use an explicit stack because a chain of declared keys can be long.
      var stack: [(node: Int, next: Int)] = [(start, 0)]
      state[start] = 1
      while let top = stack.last {
        guard top.next < nodes[top.node].uses.count else {
          state[top.node] = 2
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let other = nodes[top.node].uses[top.next]
        if state[other] == 0 {
          state[other] = 1
          stack.append((other, 0))
        } else if state[other] == 1 {
          let loop = stack.map(\.node).drop { $0 != other }
          let steps = loop.map { nodes[$0].step }
          problems.append(
            .cycle(steps + steps.prefix(1), remedy: nodes[other].info.cycleRemedy))
        }
      }
    }
    return problems
  }

  /// Returns the dependencies of long-lived keys on short-lived ones.
  func captives() -> [Container.Problem] {
    nodes.filter(\.kind.isLongLived).flatMap { node in
      node.uses.map { nodes[$0] }.filter(\.kind.isShortLived).map { dependency in
        .captive(
          node.step, lifetime: "\(node.kind)", held: dependency.step,
          heldLifetime: "\(dependency.kind)")
      }
    }
  }

  /// Returns the keys with equal names.
  func duplicates() -> [Container.Problem] {
    zip(nodes, nodes.dropFirst()).filter { $0.info.name == $1.info.name }.map { first, second in
      .duplicate(name: first.info.name, first: first.info.location, second: second.info.location)
    }
  }

  /// Returns the registered keys that no root depends on. Returns none if there are no roots.
  func unused(from roots: [ObjectIdentifier]) -> [Container.Problem] {
    var open = roots.compactMap { indexes[$0] }
    guard !open.isEmpty else { return [] }
    var seen = Set(open)
    while let next = open.popLast() {
      for other in nodes[next].uses + nodes[next].lazyUses where seen.insert(other).inserted {
        open.append(other)
      }
    }
    return nodes.indices.filter { !seen.contains($0) && nodes[$0].registration != nil }
      .map { .unused(nodes[$0].step) }
  }
}
