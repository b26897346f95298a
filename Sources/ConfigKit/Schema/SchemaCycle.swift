import TremaSupport

/// Finds schemas that apply themselves to the same value, which would make evaluation endless.
enum SchemaCycle {
  /// Returns the location of the keyword that closes the first cycle, or `nil` if there is no
  /// cycle. The outer optional represents the cycle, the inner one its location, which may be
  /// unknown.
  static func first(in nodes: [SchemaNode]) -> SourceLocation?? {
    // This is a depth-first search with an explicit stack, so deep schemas do not exhaust the
    // thread's stack. An open node is on the current path.
    /// The state of a node: not visited, on the current path, or visited without a cycle.
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

  /// Returns the schemas that a schema applies to the same value, with the locations of the
  /// keywords. Targets of dynamic references are not known before evaluation.
  private static func steps(_ node: SchemaNode) -> [(Int, SourceLocation?)] {
    node.keywords.flatMap { keyword in
      keyword.rule.inPlaceSchemas.map { ($0, keyword.location) }
    }
  }
}

extension SchemaRule {
  /// The schemas that the rule applies to the same value.
  var inPlaceSchemas: [Int] {
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
