/// The chain of nested factories that are running, the innermost one first.
///
/// `@unchecked Sendable` holds: `isDone` is read and written only under `ContainerStates.lock`.
final class Path: @unchecked Sendable {
  /// The maximum depth. Deeper nesting would overflow the stacks of some threads.
  static let maxDepth = 128

  /// The key.
  let info: KeyInfo
  /// The request's argument.
  let argument: Argument?
  /// The registration's location.
  let location: CodeLocation
  /// The factory that requested this one.
  let outer: Path?
  /// The number of nested factories, from 1.
  let depth: Int
  /// The outermost request's location.
  let requestedAt: CodeLocation
  /// The pending instance that the factory contributes to. A value that is made for each request
  /// belongs to the instance that requested it.
  let build: PendingInstance?
  /// The instances that are shared within one resolution.
  let graphTable: SlotTable
  /// Whether the factory has returned. A task or closure that it started can still resolve keys,
  /// but no instance waits for them.
  var isDone = false

  init(
    _ info: KeyInfo, _ argument: Argument?, place: CodeLocation, in outer: Path?,
    askedAt: CodeLocation, build: PendingInstance?, graph: SlotTable
  ) {
    self.info = info
    self.argument = argument
    self.location = place
    self.outer = outer
    depth = (outer?.depth ?? 0) + 1
    self.requestedAt = outer?.requestedAt ?? askedAt
    self.build = build ?? outer?.build
    self.graphTable = graph
  }

  /// The factory as a step in an error.
  var step: ResolutionError.Step { .init(info, argument, location) }

  /// The steps, the innermost one first.
  var steps: [ResolutionError.Step] { nodes.map(\.step) }

  /// The running factories, the innermost one first.
  var nodes: [Path] {
    var nodes: [Path] = []
    var next: Path? = self
    while let node = next {
      nodes.append(node)
      next = node.outer
    }
    return nodes
  }

  /// Returns whether the factory of a key with an argument is running.
  func contains(_ id: ObjectIdentifier, _ argument: Argument?) -> Bool {
    var next: Path? = self
    while let node = next {
      if node.info.id == id, node.argument == argument { return true }
      next = node.outer
    }
    return false
  }

  /// Returns the error for a cycle from the running factory of a key to this factory and back.
  func cycle(to id: ObjectIdentifier, _ argument: Argument?) -> ResolutionError {
    var loop: [Path] = []
    for node in nodes {
      loop.append(node)
      if node.info.id == id, node.argument == argument { break }
    }
    return .cycle(through: loop.reversed())
  }
}

extension ResolutionError.Step {
  /// Creates the step for a key with its argument.
  init(_ info: KeyInfo, _ argument: Argument?, _ location: CodeLocation) {
    self.init(name: info.name + (argument.map { "(\($0))" } ?? ""), location: location)
  }
}

extension ResolutionError {
  /// Returns the error for a cycle. It begins and ends with the same step.
  static func cycle(through loop: [Path]) -> ResolutionError {
    let steps = loop.map(\.step)
    return .cycle(steps + steps.prefix(1), remedy: loop.first?.info.cycleRemedy ?? "")
  }
}
