import TremaSupport

/// Finds a schema that asks itself about the very value it was asked about: nothing would end it.
enum SchemaCycle {
  /// - Returns: where the keyword that closes the first circle is; nil when there is none.
  static func first(in nodes: [SchemaNode]) -> SourceLocation?? {
    enum State { case new, open, done }
    var states = [State](repeating: .new, count: nodes.count)
    for root in nodes.indices where states[root] == .new {
      var path = [(node: root, next: 0, steps: steps(nodes[root]))]
      states[root] = .open
      while let last = path.last {
        guard last.next < last.steps.count else {
          states[last.node] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let (target, location) = last.steps[last.next]
        switch states[target] {
        case .open: return .some(location)
        case .done: continue
        case .new:
          states[target] = .open
          path.append((target, 0, steps(nodes[target])))
        }
      }
    }
    return nil
  }

  /// The schemas that are asked about the same value. What is dynamic is not known before.
  private static func steps(_ node: SchemaNode) -> [(Int, SourceLocation?)] {
    node.keywords.flatMap { keyword in
      keyword.rule.samePlace.map { ($0, keyword.location) }
    }
  }
}

extension SchemaRule {
  /// The schemas that it asks about the same value.
  var samePlace: [Int] {
    switch self {
    case .reference(let node), .not(let node), .dynamicReference(let node, anchor: nil): [node]
    case .all(let nodes), .any(let nodes), .one(let nodes): nodes
    case .condition(let condition, let then, let otherwise):
      [condition] + [then, otherwise].compactMap { $0 }
    case .dependentSchemas(let schemas): schemas.map(\.node)
    case .environments(let schemas): schemas.map(\.node)
    default: []
    }
  }
}
