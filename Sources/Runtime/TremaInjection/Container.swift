import TremaSupport

/// Holds factories and what they made.
///
/// A container may have children: those of `scope(_:)` hold the instances of one scope, those of
/// `overriding` replace it in one task.
///
/// `@unchecked Sendable` holds: every `var` is read and written under `States.lock` alone.
public final class Container: @unchecked Sendable {
  /// The container of the app; the static calls use it.
  public static let shared = Container()

  struct Built {
    let slot: Slot
    let box: Box
    let release: Release?
  }

  enum Role: Equatable {
    case root, overrides
    case scope(ScopeID)
    /// Builds everything itself, so that no instance of the app reaches a test.
    case test
    /// Builds everything itself, and every scope is open.
    case trial
  }

  let lock = States.lock
  let parent: Container?
  let role: Role
  let graph: DependencyGraph
  var registrations: [ObjectIdentifier: Registration] = [:]
  /// The live factories that a test registers in a container of the app; removed when the test ends.
  var registeredInTest: [ObjectIdentifier: Registration] = [:]
  // The lock has excluded all others already; see `Slot`.
  @exclusivity(unchecked) var table = Table()
  /// In the order in which they came to be.
  var built: [Built] = []
  var isFrozen = false
  /// Which factories apply, here and in children that do not say otherwise.
  var mode: Mode?
  /// Keys whose live factory may run although this is a test.
  var liveInTests: Set<ObjectIdentifier> = []
  var isDown = false

  /// Creates a container without registrations.
  public init() {
    parent = nil
    role = .root
    graph = DependencyGraph()
  }

  init(below parent: Container, role: Role) {
    self.parent = parent
    self.role = role
    graph = parent.graph
  }

  var root: Container { parent?.root ?? self }

  /// Whether `other` is this container or one above it.
  func isBelow(_ other: Container) -> Bool {
    var next: Container? = self
    while let container = next {
      if container === other { return true }
      next = container.parent
    }
    return false
  }

  /// The instance of `key`, built when there is none yet.
  ///
  /// When another thread builds it, this one waits. No lock is held while a factory runs.
  public func callAsFunction<Value>(
    _ key: Key<Value>, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> sending Value {
    let context = Context.current
    if context == nil, let box = readyBox(key.info.id) { return box.take(as: Value.self) }
    let ask = ResolutionRequest(key.info, nil, SourcePlace(file: file, line: line), context?.path)
    return try standIn(context).resolve(ask).take(as: Value.self)
  }

  /// The instance of `key` for `argument`.
  public func callAsFunction<Argument, Value>(
    _ key: ArgumentKey<Argument, Value>, _ argument: Argument, file: String = #fileID,
    line: Int = #line
  ) throws(ResolutionError) -> sending Value {
    let context = Context.current
    let ask = ResolutionRequest(
      key.info, .init(value: argument), SourcePlace(file: file, line: line), context?.path)
    return try standIn(context).resolve(ask).take(as: Value.self)
  }

  /// The instance of `key`; while it is being built, all who ask wait for the same one.
  ///
  /// - Throws: `.cancelled` when the task is cancelled while it waits. The build goes on as long as
  ///   one waits for it.
  public func callAsFunction<Value>(
    _ key: AsyncKey<Value>, file: String = #fileID, line: Int = #line
  ) async throws(ResolutionError) -> Value {
    let context = Context.current
    if context == nil, let box = readyBox(key.info.id) { return box.take(as: Value.self) }
    let ask = ResolutionRequest(key.info, nil, SourcePlace(file: file, line: line), context?.path)
    return try await standIn(context).resolveInTask(ask).take(as: Value.self)
  }

  /// The instance of a key that takes time, if it has been built: no task is entered.
  public func ready<Value>(_ key: AsyncKey<Value>) -> Value? {
    standIn(Context.current).readyBox(key.info.id)?.take(as: Value.self)
  }

  func standIn(_ context: Context?) -> Container { context?.standIn(for: self) ?? self }

  /// The container of the test that the current task runs, where it replaces this one.
  var test: Container? {
    var next: Container? = standIn(Context.current)
    while let container = next, container !== self {
      if container.role == .test { return container }
      next = container.parent
    }
    return nil
  }

  @inline(__always)
  func readyBox(_ id: ObjectIdentifier) -> Box? {
    lock.lock()
    defer { lock.unlock() }
    return if case .ready(let box)? = table.slots[id]?.state { box } else { nil }
  }
}

extension Container {
  /// Opens a scope: a child that holds instances of its own of the keys that live in it. It ends with
  /// ``shutdown()``.
  public func scope(_ id: ScopeID) -> Container {
    Container(below: standIn(Context.current), role: .scope(id))
  }

  /// Opens a scope for one operation, which replaces this container within it, and shuts it down.
  public func withScope<Result>(
    _ id: ScopeID, isolation: isolated (any Actor)? = #isolation,
    operation: (Container) async throws -> Result
  ) async rethrows -> Result {
    let current = Context.current
    let child = Container(below: standIn(current), role: .scope(id))
    let context = Context(child, path: current?.path, over: current)
    do {
      let result = try await Context.$current.withValue(context) { try await operation(child) }
      await child.shutdown()
      return result
    } catch {
      await child.shutdown()
      throw error
    }
  }
}

extension Container {
  /// Ends the container: later requests get `.shutDown`, and what was built is released, the last
  /// built first. What is being built is released as soon as it is complete.
  public func shutdown() async {
    let (old, table) = lock.withLock {
      let old = (built, self.table)
      isDown = true
      built = []
      self.table = Table()
      return old
    }
    for entry in old.reversed() { await entry.release?(entry.box) }
    withExtendedLifetime(table) {}
  }

  /// Drops and releases the instances of a key; the next who asks gets a new one.
  public func reset(_ key: some InjectionKey) async {
    let (slot, old) = lock.withLock { take(key.info.id) }
    for entry in old.reversed() { await entry.release?(entry.box) }
    withExtendedLifetime(slot) {}
  }

  /// Does so for all keys whose lifetime is `cached`.
  public func resetCached() async {
    let old = lock.withLock {
      graph.known.values.filter { (registration(for: $0)?.kind ?? $0.kind) == .cached }
        .map { take($0.id) }
    }
    for (_, entries) in old {
      for entry in entries.reversed() { await entry.release?(entry.box) }
    }
  }
}
