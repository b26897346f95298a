/// The factories that run inside each other, the innermost first.
///
/// `@unchecked Sendable` holds: `isDone` is read and written under `States.lock` alone.
final class Path: @unchecked Sendable {
  /// Deeper, and the stacks of some threads would not do.
  static let deepest = 128

  let info: KeyInfo
  let argument: Argument?
  /// The place of the registration.
  let place: SourcePlace
  let outer: Path?
  let depth: Int
  /// The place of the outermost request.
  let askedAt: SourcePlace
  /// The instance that the factory contributes to; a fresh value belongs to the instance that it is made
  /// for.
  let build: PendingInstance?
  /// The instances that this one resolution shares.
  let graph: Table
  /// Whether the factory has returned; a task or a closure that it left behind may still resolve, and
  /// then waits for no instance.
  var isDone = false

  init(
    _ info: KeyInfo, _ argument: Argument?, place: SourcePlace, in outer: Path?,
    askedAt: SourcePlace, build: PendingInstance?, graph: Table
  ) {
    self.info = info
    self.argument = argument
    self.place = place
    self.outer = outer
    depth = (outer?.depth ?? 0) + 1
    self.askedAt = outer?.askedAt ?? askedAt
    self.build = build ?? outer?.build
    self.graph = graph
  }

  var step: ResolutionError.Step { .init(info, argument, place) }

  /// The innermost first.
  var steps: [ResolutionError.Step] { nodes.map(\.step) }

  var nodes: [Path] {
    var nodes: [Path] = []
    var next: Path? = self
    while let node = next {
      nodes.append(node)
      next = node.outer
    }
    return nodes
  }

  func contains(_ id: ObjectIdentifier, _ argument: Argument?) -> Bool {
    var next: Path? = self
    while let node = next {
      if node.info.id == id, node.argument == argument { return true }
      next = node.outer
    }
    return false
  }

  /// Returns the cycle from the place where the key is met to here and back.
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
  init(_ info: KeyInfo, _ argument: Argument?, _ place: SourcePlace) {
    self.init(name: info.name + (argument.map { "(\($0))" } ?? ""), place: place)
  }
}

extension ResolutionError {
  static func cycle(through loop: [Path]) -> ResolutionError {
    let steps = loop.map(\.step)
    return .cycle(steps + steps.prefix(1), remedy: loop.first?.info.cycleRemedy ?? "")
  }
}
