extension Container {
  /// The extent of ``validate(_:roots:)``.
  public enum Validation: Sendable {
    /// Runs every factory once in a temporary container and releases the instances.
    case building
    /// Checks the dependencies that the keys declare, without running factories.
    case declared
  }

  /// A problem with the registrations.
  public enum Problem: Sendable, Hashable, CustomStringConvertible {
    /// A key without a factory.
    case missing(ResolutionError.Missing)
    /// A cycle of dependencies, with the advice for breaking it.
    case cycle([ResolutionError.Step], remedy: String)
    /// A long-lived instance that holds a short-lived instance.
    case captive(
      ResolutionError.Step, lifetime: String, held: ResolutionError.Step, heldLifetime: String)
    /// Two keys with the same name, which errors and dumps cannot distinguish.
    case duplicate(name: String, first: CodeLocation, second: CodeLocation)
    /// A registered key that no root depends on.
    case unused(ResolutionError.Step)
    /// A factory that threw an error, with its description.
    case failed(ResolutionError.Step, String)

    /// A textual representation of the error.
    public var description: String {
      switch self {
      case .missing(let missing): ResolutionError.missing(missing).description
      case .cycle(let steps, let remedy): ResolutionError.cycle(steps, remedy: remedy).description
      case .captive(let holder, let lifetime, let held, let heldLifetime):
        "\(holder) is \(lifetime) but depends on \(held), which is \(heldLifetime)"
      case .duplicate(let name, let first, let second):
        "key \(ResolutionError.Step.escaped(name)) is defined twice, at \(first) and at \(second); rename one of them"
      case .unused(let step): "\(step) is not used"
      case .failed(_, let text): text
      }
    }
  }

  /// Returns all problems of the registrations at once.
  ///
  /// The roots and the keys that they require are known; other keys are known if they were
  /// registered, declared or used.
  ///
  /// - Parameters:
  ///   - validation: The extent of the validation.
  ///   - roots: The keys that the app resolves itself. Without roots, no key is reported as unused.
  /// - Returns: The problems by kind, missing keys first, then by name.
  public func validate(
    _ validation: Validation = .building, roots: [any InjectionKey] = []
  ) async -> [Problem] {
    let keys = lock.withLock {
      for key in roots { graph.add(key.info) }
      return sortedKnownKeys
    }
    let found = validation == .building ? await problemsOfBuilding(keys) : []
    let map = lock.withLock { DependencyMap(self) }
    // The map's problems come first, because they include the dependents of a missing key. When the
    // key was resolved above, it had none.
    var problems = map.missing() + found + map.cycles()
    problems += map.captives() + map.duplicates() + map.unused(from: roots.map(\.info.id))
    return Self.distinct(problems)
  }

  /// Builds every key in a temporary container and returns the errors.
  private func problemsOfBuilding(_ keys: [KeyInfo]) async -> [Problem] {
    let container = Container(below: self, role: .validation)
    var problems: [Problem] = []
    for info in keys {
      let request = ResolutionRequest(info, nil, info.location, nil)
      do {
        if info.isAsync {
          _ = try await container.resolveInTask(request)
        } else if lock.withLock({ registration(for: info)?.kind }) == .mainSingleton {
          _ = try await MainActor.run { () throws(ResolutionError) in try container.resolve(request)
          }
        } else {
          _ = try container.resolve(request)
        }
      } catch let error as ResolutionError {
        if let problem = Problem(error, of: info) { problems.append(problem) }
      } catch {}
    }
    await container.shutdown()
    return problems
  }

  /// The known keys, sorted by name and location; must be read under the lock.
  var sortedKnownKeys: [KeyInfo] {
    graph.knownKeys.values.sorted {
      ($0.name, $0.location.file, $0.location.line) < ($1.name, $1.location.file, $1.location.line)
    }
  }

  /// Removes duplicate problems and sorts them by kind. A key that multiple others need is reported
  /// as missing once, and a cycle is the same for each of its keys.
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
  /// Creates the problem for an error, or returns `nil` for a missing argument, which only a caller
  /// can provide.
  init?(_ error: ResolutionError, of info: KeyInfo) {
    switch error {
    case .missing(let missing): self = .missing(missing)
    case .cycle(let steps, let remedy): self = .cycle(steps, remedy: remedy)
    case .factoryFailed(_, _, is MissingArgumentError): return nil
    case .factoryFailed(let step, _, _): self = .failed(step, error.description)
    default: self = .failed(.init(info, nil, info.location), error.description)
    }
  }

  /// The kind's position in the result.
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
