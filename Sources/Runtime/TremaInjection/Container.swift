import TremaSupport

/// A container of factories and of the instances that they made.
///
/// A container can have children: those of `scope(_:)` hold the instances of a scope, those of
/// `overriding` replace the container within a task.
///
/// `@unchecked Sendable` holds: every `var` is read and written only under `ContainerStates.lock`.
public final class Container: @unchecked Sendable {
  /// The container of the app, which the static functions use.
  public static let shared = Container()

  /// An instance that is released when the container is shut down.
  struct BuiltInstance {
    /// The slot of the instance.
    let slot: Slot
    /// The instance.
    let box: Box
    /// The function that releases it, if any.
    let release: ReleaseHandler?
  }

  /// The purpose of a container.
  enum Role: Equatable {
    /// A container without a parent, and the replacement of a container within a task.
    case root, overrides
    /// The instances of an open scope.
    case scope(ScopeID)
    /// The container of a test, which builds everything itself, so that no instance of the app is
    /// visible in the test.
    case test
    /// The container of a validation, which builds everything itself and in which every scope is
    /// open.
    case validation
  }

  /// The lock of all containers.
  let lock = ContainerStates.lock
  /// The container above this one.
  let parent: Container?
  /// The purpose of this container.
  let role: Role
  /// The keys and dependencies, common to a container and its children.
  let graph: DependencyGraph
  /// The factories that were registered here, by the identity of their key.
  var registrations: [ObjectIdentifier: Registration] = [:]
  /// The live factories that a test registers in a container of the app. They are removed when the
  /// test ends.
  var registeredInTest: [ObjectIdentifier: Registration] = [:]
  // The lock excludes other threads already; see `Slot`.
  @exclusivity(unchecked) var table = SlotTable()
  /// The instances to release, in the order in which they were built.
  var builtInstances: [BuiltInstance] = []
  /// Whether registrations are refused.
  var isFrozen = false
  /// The mode of this container and of children without one.
  var mode: Mode?
  /// The keys whose live factories may run in this test.
  var liveInTests: Set<ObjectIdentifier> = []
  /// Whether the container was shut down.
  var isShutDown = false

  /// Creates a container without registrations.
  public init() {
    parent = nil
    role = .root
    graph = DependencyGraph()
  }

  /// Creates a child.
  init(below parent: Container, role: Role) {
    self.parent = parent
    self.role = role
    graph = parent.graph
  }

  /// The outermost container.
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

  /// Returns the instance of a key, which is built if there is none yet.
  ///
  /// If another thread is building it, this thread waits. No lock is held while a factory runs.
  ///
  /// - Throws: ``ResolutionError``.
  public func callAsFunction<Value>(
    _ key: Key<Value>, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> sending Value {
    let context = Context.current
    if context == nil, let box = readyBox(key.info.id) { return box.unbox(as: Value.self) }
    let request = ResolutionRequest(
      key.info, nil, CodeLocation(file: file, line: line), context?.path)
    return try effectiveContainer(context).resolve(request).unbox(as: Value.self)
  }

  /// Returns the instance of a key for an argument, which is built if there is none yet.
  ///
  /// - Throws: ``ResolutionError``.
  public func callAsFunction<Argument, Value>(
    _ key: ArgumentKey<Argument, Value>, _ argument: Argument, file: String = #fileID,
    line: Int = #line
  ) throws(ResolutionError) -> sending Value {
    let context = Context.current
    let request = ResolutionRequest(
      key.info, .init(value: argument), CodeLocation(file: file, line: line), context?.path)
    return try effectiveContainer(context).resolve(request).unbox(as: Value.self)
  }

  /// Returns the instance of an asynchronous key, which is built if there is none yet. Concurrent
  /// requests wait for the same instance.
  ///
  /// - Throws: ``ResolutionError``; ``ResolutionError/cancelled(_:)`` if the task is cancelled
  ///   while it waits. The factory continues as long as another task waits for it.
  public func callAsFunction<Value>(
    _ key: AsyncKey<Value>, file: String = #fileID, line: Int = #line
  ) async throws(ResolutionError) -> Value {
    let context = Context.current
    if context == nil, let box = readyBox(key.info.id) { return box.unbox(as: Value.self) }
    let request = ResolutionRequest(
      key.info, nil, CodeLocation(file: file, line: line), context?.path)
    return try await effectiveContainer(context).resolveInTask(request).unbox(as: Value.self)
  }

  /// Returns the instance of an asynchronous key if it has been built, without waiting.
  public func ready<Value>(_ key: AsyncKey<Value>) -> Value? {
    effectiveContainer(Context.current).readyBox(key.info.id)?.unbox(as: Value.self)
  }

  /// Returns the container that replaces this one in a context.
  func effectiveContainer(_ context: Context?) -> Container {
    context?.effectiveContainer(for: self) ?? self
  }

  /// The container of the test that the current task runs, if it replaces this one.
  var currentTestContainer: Container? {
    var next: Container? = effectiveContainer(Context.current)
    while let container = next, container !== self {
      if container.role == .test { return container }
      next = container.parent
    }
    return nil
  }

  /// Returns the instance of a key if it has been built here.
  @inline(__always)
  func readyBox(_ id: ObjectIdentifier) -> Box? {
    lock.lock()
    defer { lock.unlock() }
    return if case .ready(let box)? = table.slots[id]?.state { box } else { nil }
  }
}

extension Container {
  /// Opens a scope: returns a child with instances of its own for the keys with this scope. It ends
  /// with ``shutdown()``.
  public func scope(_ id: ScopeID) -> Container {
    Container(below: effectiveContainer(Context.current), role: .scope(id))
  }

  /// Opens a scope for one operation, in which it replaces this container, and shuts it down
  /// afterwards.
  ///
  /// - Parameters:
  ///   - id: The name of the scope.
  ///   - isolation: The isolation of the operation.
  ///   - operation: The operation, which receives the container of the scope.
  /// - Returns: The result of `operation`.
  public func withScope<Result>(
    _ id: ScopeID, isolation: isolated (any Actor)? = #isolation,
    operation: (Container) async throws -> Result
  ) async rethrows -> Result {
    let current = Context.current
    let child = Container(below: effectiveContainer(current), role: .scope(id))
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
  /// Shuts the container down: later requests throw ``ResolutionError/shutDown(name:askedAt:)``,
  /// and the instances are released, the last one first. An instance that is being built is
  /// released as soon as it is complete.
  public func shutdown() async {
    let (old, table) = lock.withLock {
      let old = (builtInstances, self.table)
      isShutDown = true
      builtInstances = []
      self.table = SlotTable()
      return old
    }
    for entry in old.reversed() { await entry.release?(entry.box) }
    withExtendedLifetime(table) {}
  }

  /// Drops and releases the instances of a key. The next request builds a new one.
  public func reset(_ key: some InjectionKey) async {
    let (slot, old) = lock.withLock { take(key.info.id) }
    for entry in old.reversed() { await entry.release?(entry.box) }
    withExtendedLifetime(slot) {}
  }

  /// Drops and releases the instances of all keys with the lifetime ``Lifetime/cached``.
  public func resetCached() async {
    let old = lock.withLock {
      graph.knownKeys.values.filter { (registration(for: $0)?.kind ?? $0.kind) == .cached }
        .map { take($0.id) }
    }
    for (_, entries) in old {
      for entry in entries.reversed() { await entry.release?(entry.box) }
    }
  }
}
