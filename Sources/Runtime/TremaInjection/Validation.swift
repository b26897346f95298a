extension Container {
  /// How much ``validate(_:roots:)`` does.
  public enum Validation: Sendable {
    /// Runs every factory once, in a container that is thrown away, and releases what they made.
    case building
    /// Reads what the keys say they require, and runs nothing.
    case declared
  }

  /// Something wrong with what is registered.
  public enum Problem: Sendable, Hashable, CustomStringConvertible {
    case missing(ResolutionError.Missing)
    /// The text of the error.
    case cycle([ResolutionError.Step], remedy: String)
    /// Something that lives long holds what should not.
    case captive(
      ResolutionError.Step, lifetime: String, held: ResolutionError.Step, heldLifetime: String)
    /// Two keys that errors and dumps cannot tell apart.
    case duplicate(name: String, first: SourcePlace, second: SourcePlace)
    /// None of the roots leads to it.
    case unused(ResolutionError.Step)
    /// A factory threw: the text of the error.
    case failed(ResolutionError.Step, String)

    /// A description for logs and messages.
    public var description: String {
      switch self {
      case .missing(let missing): ResolutionError.missing(missing).description
      case .cycle(let steps, let remedy): ResolutionError.cycle(steps, remedy: remedy).description
      case .captive(let holder, let lifetime, let held, let heldLifetime):
        "\(holder) is \(lifetime) and holds \(held), which is \(heldLifetime)"
      case .duplicate(let name, let first, let second):
        "two keys are called \(ResolutionError.Step.shown(name)), at \(first) and at \(second); give one another name"
      case .unused(let step): "\(step) is not used"
      case .failed(_, let text): text
      }
    }
  }

  /// Looks for all that is wrong, and gives all of it at once.
  ///
  /// - Parameter roots: what the app asks for by itself; without any, nothing is called unused. They
  ///   and what they require are known; other keys are known when they were registered, declared or
  ///   used.
  /// - Returns: in the order of names, missing ones first.
  public func validate(
    _ validation: Validation = .building, roots: [any InjectionKey] = []
  ) async -> [Problem] {
    let keys = lock.withLock {
      for key in roots { graph.note(key.info) }
      return knownInOrder
    }
    let found = validation == .building ? await problemsOfBuilding(keys) : []
    let map = lock.withLock { DependencyMap(self) }
    // The map first: it knows who needs a key that was asked for by itself above.
    var problems = map.missing() + found + map.cycles()
    problems += map.captives() + map.duplicates() + map.unused(from: roots.map(\.info.id))
    return Self.distinct(problems)
  }

  private func problemsOfBuilding(_ keys: [KeyInfo]) async -> [Problem] {
    let trial = Container(below: self, role: .trial)
    var problems: [Problem] = []
    for info in keys {
      let ask = ResolutionRequest(info, nil, info.place, nil)
      do {
        if info.isAsync {
          _ = try await trial.resolveInTask(ask)
        } else if lock.withLock({ registration(for: info)?.kind }) == .mainSingleton {
          _ = try await MainActor.run { () throws(ResolutionError) in try trial.resolve(ask) }
        } else {
          _ = try trial.resolve(ask)
        }
      } catch let error as ResolutionError {
        if let problem = Problem(error, of: info) { problems.append(problem) }
      } catch {}
    }
    await trial.shutdown()
    return problems
  }

  /// Under the lock.
  var knownInOrder: [KeyInfo] {
    graph.known.values.sorted {
      ($0.name, $0.place.file, $0.place.line) < ($1.name, $1.place.file, $1.place.line)
    }
  }

  /// A key that several need is missing once; a cycle is the same wherever it is entered.
  private static func distinct(_ problems: [Problem]) -> [Problem] {
    var seen: Set<[String]> = []
    let distinct = problems.filter { problem in
      switch problem {
      case .missing(let missing): seen.insert(["missing", missing.name, missing.typeName]).inserted
      case .cycle(let steps, _):
        seen.insert(["cycle"] + Set(steps.map(\.description)).sorted()).inserted
      default: seen.insert([problem.description]).inserted
      }
    }
    return distinct.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }
}

extension Container.Problem {
  /// - Returns: `nil` for what is no problem: a missing argument, which only a caller can give.
  init?(_ error: ResolutionError, of info: KeyInfo) {
    switch error {
    case .missing(let missing): self = .missing(missing)
    case .cycle(let steps, let remedy): self = .cycle(steps, remedy: remedy)
    case .factoryFailed(_, _, is NoArgument): return nil
    case .factoryFailed(let step, _, _): self = .failed(step, error.description)
    default: self = .failed(.init(info, nil, info.place), error.description)
    }
  }

  fileprivate var rank: Int {
    switch self {
    case .missing: 0
    case .cycle: 1
    case .captive: 2
    case .duplicate: 3
    case .unused: 4
    case .failed: 5
    }
  }
}
