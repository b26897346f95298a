/// A request to a container.
struct ResolutionRequest {
  /// The key.
  let info: KeyInfo
  /// The argument, if the key takes one.
  let argument: Argument?
  /// The request's location.
  let location: CodeLocation
  /// The factory that makes the request, if any.
  let path: Path?

  init(_ info: KeyInfo, _ argument: Argument?, _ location: CodeLocation, _ path: Path?) {
    self.info = info
    self.argument = argument
    self.location = location
    self.path = path
  }
}

/// A factory call that is about to be made.
struct FactoryRun {
  /// The factory.
  let registration: Registration
  /// The container that owns the instance and that the factory resolves from.
  let owningContainer: Container
  /// The request's container: the owner or one of its descendants.
  let requestContainer: Container
  /// The chain of running factories, including this one.
  let path: Path
  /// The pending instance, or `nil` for a value that is made for each request.
  let build: PendingInstance?
}

/// The next action for a request.
enum Plan {
  /// The instance exists.
  case ready(Box)
  /// The caller runs the factory.
  case run(FactoryRun)
  /// The caller waits for an instance that is being built.
  case wait(PendingInstance)
  /// The request fails. The error is created outside the lock, because it prints arguments.
  case fail(() -> ResolutionError)
}

extension Container {
  /// Determines the next action for a request; must be called under the lock.
  ///
  /// - Parameter waiter: Creates a waiter, which is added to a pending instance. A thread that runs
  ///   the factory itself does not wait.
  func plan(_ request: ResolutionRequest, waiter: (PendingInstance?) -> Waiter) -> Plan {
    let (info, id) = (request.info, request.info.id)
    // A task or closure that outlived its factory isn't nested in it, so it can't form a cycle.
    let path = request.path.flatMap { $0.isDone ? nil : $0 }
    if isClosed { return .fail { .shutDown(name: info.name, requestedAt: request.location) } }
    graph.add(info)
    if let user = request.path { graph.recordUse(of: id, by: user.info.id) }
    if let path {
      if path.contains(id, request.argument) {
        return .fail { path.cycle(to: id, request.argument) }
      }
      if path.depth >= Path.maxDepth { return .fail { .tooDeep(path.steps.reversed()) } }
    }
    let registration: Registration
    switch factory(for: info) {
    case .found(let found): registration = found
    case .refused(let location):
      return .fail {
        Context.report(
          .liveInTest(
            .init(info, request.argument, location), typeName: info.typeName,
            path: path?.steps ?? [],
            requestedAt: path?.requestedAt ?? request.location))
      }
    case .none:
      let names = graph.knownKeys.values.filter { self.registration(for: $0) != nil }.map(\.name)
      return .fail {
        .missing(
          .init(
            info, requiredBy: path?.steps ?? [], askedAt: path?.requestedAt ?? request.location,
            names: names))
      }
    }
    // Every kind except a scoped one has an owner.
    guard let owner = owningContainer(for: id, registration.kind) else {
      guard case .scoped(let scope) = registration.kind else {
        preconditionFailure("no container owns the registration")
      }
      return .fail { .noScope(scope, .init(info, request.argument, registration.location)) }
    }
    let graphTable = path?.graphTable ?? SlotTable()
    func node(_ build: PendingInstance?) -> Path {
      Path(
        info, request.argument, place: registration.location, in: path, askedAt: request.location,
        build: build,
        graph: graphTable)
    }
    func run(_ build: PendingInstance?) -> FactoryRun {
      let path = node(build)
      build?.path = path
      return FactoryRun(
        registration: registration, owningContainer: owner, requestContainer: self, path: path,
        build: build)
    }
    if registration.kind == .perRequest { return .run(run(nil)) }

    let slot = (registration.kind == .graph ? graphTable : owner.table).slot(
      for: id, request.argument)
    switch slot.state {
    case .ready(let box): return .ready(box)
    case .weak(let weak):
      if let box = weak.box { return .ready(box) }
    case .building(let build):
      // Waiting would deadlock if the pending instance waits, directly or indirectly, for this one.
      if let requester = path?.build, let route = build.route(to: requester) {
        return .fail {
          .cycle(through: [requester].compactMap(\.path) + route.dropLast().compactMap(\.path))
        }
      }
      path?.build?.awaitedInstances.append(build)
      build.waiters.append(waiter(path?.build))
      return .wait(build)
    case .idle: break
    }
    let build = PendingInstance(slot: slot, requester: path?.build)
    slot.state = .building(build)
    path?.build?.awaitedInstances.append(build)
    return .run(run(build))
  }

  /// Returns whether a test has registered a live factory for a key here or above.
  private func isRegisteredInTest(_ id: ObjectIdentifier) -> Bool {
    registeredInTest[id] != nil || parent?.isRegisteredInTest(id) == true
  }

  /// Whether this container or a container above it has been shut down.
  private var isClosed: Bool {
    var next: Container? = self
    while let container = next {
      if container.isShutDown { return true }
      next = container.parent
    }
    return false
  }

  /// Returns the container that owns an instance: the outermost container in which it would be the
  /// same, or `nil` if its scope is not open.
  func owningContainer(for id: ObjectIdentifier, _ kind: LifetimeKind) -> Container? {
    var next: Container? = self
    while let container = next {
      switch container.role {
      case .validation, .root, .test: break
      case .scope(let scope):
        if kind == .scoped(scope) { return container }
      case .overrides:
        // The dependencies of an instance are known only after it has been built once. Until then
        // it is built here, and moved up if none of its dependencies were overridden.
        let reach = graph.reach(from: id) { id in
          // The graph contains the app factory's dependencies; the test's factory may have
          // different ones.
          container.registrations[id] != nil || container.isRegisteredInTest(id)
        }
        if reach != .none {
          return container
        }
      }
      if container.role == .validation || kind == .perRequest || kind == .graph { return container }
      if container.role == .test, container.hasScope(for: kind) { return container }
      guard let parent = container.parent else {
        if case .scoped = kind { return nil }
        return container
      }
      next = parent
    }
    return nil
  }
}

extension ResolutionError.Missing {
  /// Creates the error for a missing registration, with similar names and a remedy.
  init(
    _ info: KeyInfo, requiredBy: [ResolutionError.Step], askedAt: CodeLocation, names: [String]
  ) {
    name = info.name
    typeName = info.typeName
    self.requiredBy = requiredBy
    self.requestedAt = askedAt
    similarNames = ClosestNames.names(like: info.name, among: names)
    remedy =
      info.type == nil
      ? "try container.register(key) { … }, where key is the one of \(info.location)"
      : "Container.addSingleton { () -> \(info.typeName) in … }"
  }
}

/// A search for similar names.
enum ClosestNames {
  /// Returns at most three names, closest first: names within an edit distance of a third of the
  /// length, and names that are a prefix of `name` or vice versa.
  static func names(like name: String, among all: [String]) -> [String] {
    let target = Array(name.utf8)
    let matches = Set(all).compactMap { other -> (Int, String)? in
      let distance = distance(target, Array(other.utf8))
      guard
        other != name,
        distance * 3 <= max(target.count, other.utf8.count)
          || other.hasPrefix(name) || name.hasPrefix(other)
      else { return nil }
      return (distance, other)
    }
    return matches.sorted { $0 < $1 }.prefix(3).map(\.1)
  }

  /// Returns the Levenshtein distance in UTF-8 bytes: the number of insertions, deletions and
  /// substitutions.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let changed = diagonal + (byte == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
