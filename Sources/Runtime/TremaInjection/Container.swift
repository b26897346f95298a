import TremaSupport

/// A container of factories and the instances that they made.
///
/// A container can have children. The children created by `scope(_:)` hold the instances of a
/// scope; the children created by `overriding` replace the container within a task.
///
/// `@unchecked Sendable` holds: every `var` is read and written only under `ContainerStates.lock`.
public final class Container: @unchecked Sendable {
  /// The app's container, which the static functions use.
  public static let shared = Container()

  /// An instance that is released when the container is shut down.
  struct BuiltInstance {
    /// The instance's slot.
    let slot: Slot
    /// The instance.
    let box: Box
    /// The function that releases the instance, if any.
    let release: ReleaseHandler?
  }

  /// The purpose of a container.
  enum Role: Equatable {
    /// A container without a parent, or a replacement of a container within a task.
    case root, overrides
    /// The instances of an open scope.
    case scope(ScopeID)
    /// A test's container. It builds everything itself, so none of the app's instances are visible
    /// in the test.
    case test
    /// A validation's container. It builds everything itself, and every scope is open in it.
    case validation
  }

  /// The lock that all containers share.
  let lock = ContainerStates.lock
  /// The container above this one.
  let parent: Container?
  /// The purpose of this container.
  let role: Role
  /// The keys and dependencies, shared by a container and its children.
  let graph: DependencyGraph
  /// The factories that were registered here, by the identity of their key.
  var registrations: [ObjectIdentifier: Registration] = [:]
  /// The live factories that a test registers in one of the app's containers. They are removed when
  /// the test ends.
  var registeredInTest: [ObjectIdentifier: Registration] = [:]
  // The lock already excludes other threads; see `Slot`.
  @exclusivity(unchecked) var table = SlotTable()
  /// The instances to release, in the order they were built.
  var builtInstances: [BuiltInstance] = []
  /// Whether registrations are refused.
  var isFrozen = false
  /// The mode of this container and its children without their own mode.
  var mode: Mode?
  /// The keys whose live factories may run in this test.
  var liveInTests: Set<ObjectIdentifier> = []
  /// Whether the container has been shut down.
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

  /// Returns whether `other` is this container or one above it.
  func isBelow(_ other: Container) -> Bool {
    var next: Container? = self
    while let container = next {
      if container === other { return true }
      next = container.parent
    }
    return false
  }

  /// Returns the instance of a key, building it if necessary.
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

  /// Returns the instance of a key for an argument, building it if necessary.
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

  /// Returns the instance of an asynchronous key, building it if necessary. Concurrent requests
  /// wait for the same instance.
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

  /// The container of the current task's test, if it replaces this container.
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
  /// Opens a scope and returns a child container that has its own instances of the keys with this
  /// scope. Call ``shutdown()`` on the child to end the scope.
  public func scope(_ id: ScopeID) -> Container {
    Container(below: effectiveContainer(Context.current), role: .scope(id))
  }

  /// Opens a scope for one operation and shuts it down afterwards. During the operation, the
  /// scope's container replaces this one.
  ///
  /// - Parameters:
  ///   - id: The scope's name.
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
  /// Shuts the container down. Later requests throw
  /// ``ResolutionError/shutDown(name:requestedAt:)``. Instances are released in reverse order of
  /// creation. An instance that is being built is released as soon as it is complete.
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

  /// Drops and releases the instances of a key. The next request builds a new instance.
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
