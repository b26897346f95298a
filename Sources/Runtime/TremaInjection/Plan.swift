/// One question to a container.
struct ResolutionRequest {
  let info: KeyInfo
  let argument: Argument?
  let place: SourcePlace
  let path: Path?

  init(_ info: KeyInfo, _ argument: Argument?, _ place: SourcePlace, _ path: Path?) {
    self.info = info
    self.argument = argument
    self.place = place
    self.path = path
  }
}

/// A factory that is about to run.
struct FactoryRun {
  let registration: Registration
  /// The container that owns the instance; the factory resolves from it.
  let home: Container
  /// The container that was asked: the same or a descendant.
  let asked: Container
  let path: Path
  /// nil for what is made anew each time.
  let build: PendingInstance?
}

enum Plan {
  case ready(Box)
  case run(FactoryRun)
  case wait(PendingInstance)
  /// The error is worded without the lock: it prints arguments.
  case fail(() -> ResolutionError)
}

extension Container {
  /// Decides what is to be done; under the lock.
  ///
  /// - Parameter waiter: added to the build, when there is one that runs on; a thread that builds by
  ///   itself does not wait.
  func plan(_ ask: ResolutionRequest, waiter: (PendingInstance?) -> Waiter) -> Plan {
    let (info, id) = (ask.info, ask.info.id)
    let path = ask.path.flatMap { $0.isDone ? nil : $0 }
    if isClosed { return .fail { .shutDown(name: info.name, askedAt: ask.place) } }
    graph.note(info)
    if let user = ask.path { graph.use(of: id, by: user.info.id) }
    if let path {
      if path.contains(id, ask.argument) { return .fail { path.cycle(to: id, ask.argument) } }
      if path.depth >= Path.deepest { return .fail { .tooDeep(path.steps.reversed()) } }
    }
    let registration: Registration
    switch factory(for: info) {
    case .found(let found): registration = found
    case .refused(let place):
      return .fail {
        Context.refuse(
          .liveInTest(
            .init(info, ask.argument, place), typeName: info.typeName, path: path?.steps ?? [],
            askedAt: path?.askedAt ?? ask.place))
      }
    case .none:
      let names = graph.known.values.filter { self.registration(for: $0) != nil }.map(\.name)
      return .fail {
        .missing(
          .init(
            info, requiredBy: path?.steps ?? [], askedAt: path?.askedAt ?? ask.place, names: names))
      }
    }
    guard let home = home(for: id, registration.kind) else {
      guard case .scoped(let scope) = registration.kind else { preconditionFailure("no home") }
      return .fail { .noScope(scope, .init(info, ask.argument, registration.place)) }
    }
    let graphTable = path?.graph ?? Table()
    func node(_ build: PendingInstance?) -> Path {
      Path(
        info, ask.argument, place: registration.place, in: path, askedAt: ask.place, build: build,
        graph: graphTable)
    }
    func run(_ build: PendingInstance?) -> FactoryRun {
      let path = node(build)
      build?.path = path
      return FactoryRun(
        registration: registration, home: home, asked: self, path: path, build: build)
    }
    if registration.kind == .perRequest { return .run(run(nil)) }

    let slot = (registration.kind == .graph ? graphTable : home.table).slot(for: id, ask.argument)
    switch slot.state {
    case .ready(let box): return .ready(box)
    case .weak(let weak):
      if let box = weak.box { return .ready(box) }
    case .building(let build):
      if let requester = path?.build, let route = build.route(to: requester) {
        return .fail {
          .cycle(through: [requester].compactMap(\.path) + route.dropLast().compactMap(\.path))
        }
      }
      path?.build?.waitsFor.append(build)
      build.waiters.append(waiter(path?.build))
      return .wait(build)
    case .idle: break
    }
    let build = PendingInstance(slot: slot, requester: path?.build)
    slot.state = .building(build)
    path?.build?.waitsFor.append(build)
    return .run(run(build))
  }

  private func isRegisteredInTest(_ id: ObjectIdentifier) -> Bool {
    registeredInTest[id] != nil || parent?.isRegisteredInTest(id) == true
  }

  private var isClosed: Bool {
    var next: Container? = self
    while let container = next {
      if container.isDown { return true }
      next = container.parent
    }
    return false
  }

  /// Returns the container that owns the instance: the outermost one in which it would be the same.
  ///
  /// - Returns: nil when the scope is not open.
  func home(for id: ObjectIdentifier, _ kind: Kind) -> Container? {
    var next: Container? = self
    while let container = next {
      switch container.role {
      case .trial, .root, .test: break
      case .scope(let scope):
        if kind == .scoped(scope) { return container }
      case .overrides:
        // What it uses is not known before it was built once: then it is built here, and handed up
        // when nothing in it was overridden.
        let reach = graph.reach(from: id) { id in
          // The graph has seen the factory of the app, which may use others than that of the test.
          container.registrations[id] != nil || container.isRegisteredInTest(id)
        }
        if reach != .none {
          return container
        }
      }
      if container.role == .trial || kind == .perRequest || kind == .graph { return container }
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
  init(
    _ info: KeyInfo, requiredBy: [ResolutionError.Step], askedAt: SourcePlace, names: [String]
  ) {
    name = info.name
    typeName = info.typeName
    self.requiredBy = requiredBy
    self.askedAt = askedAt
    nearby = ClosestNames.names(like: info.name, among: names)
    remedy =
      info.type == nil
      ? "try container.register(key) { … }, key being the one of \(info.place)"
      : "Container.addSingleton { () -> \(info.typeName) in … }"
  }
}

/// Names that look like another.
enum ClosestNames {
  /// At most three, the nearest first: those a third of the letters away, and those one of which
  /// begins with the other.
  static func names(like name: String, among all: [String]) -> [String] {
    let wanted = Array(name.utf8)
    let near = Set(all).compactMap { other -> (Int, String)? in
      let distance = distance(wanted, Array(other.utf8))
      guard
        other != name,
        distance * 3 <= max(wanted.count, other.utf8.count)
          || other.hasPrefix(name) || name.hasPrefix(other)
      else { return nil }
      return (distance, other)
    }
    return near.sorted { $0 < $1 }.prefix(3).map(\.1)
  }

  /// How many letters must be put in, left out or changed (Levenshtein), in UTF-8 bytes.
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
