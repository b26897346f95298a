/// The overrides of a container, in effect during an operation.
public struct Overrides {
  /// The container that holds the overrides.
  let container: Container

  /// The instance to use for a key. Write-only.
  public subscript<Value: Sendable>(key: Key<Value>, file: String = #fileID, line: Int = #line)
    -> Value
  {
    @available(*, unavailable, message: "an override is write-only; resolve the key to read it")
    get { preconditionFailure("an override is write-only; resolve the key to read it") }
    nonmutating set {
      set(key.info, file, line, .sync { _, _ in Box.of(newValue) })
    }
  }

  /// The instance to use for an asynchronous key. Write-only.
  public subscript<Value>(key: AsyncKey<Value>, file: String = #fileID, line: Int = #line) -> Value
  {
    @available(*, unavailable, message: "an override is write-only; resolve the key to read it")
    get { preconditionFailure("an override is write-only; resolve the key to read it") }
    nonmutating set {
      set(key.info, file, line, .async { _, _ in Box.of(newValue) })
    }
  }

  /// The instance to use for a type. Write-only.
  public subscript<Value: Sendable>(
    type: Value.Type, file: String = #fileID, line: Int = #line
  ) -> Value {
    @available(*, unavailable, message: "an override is write-only; resolve the key to read it")
    get { preconditionFailure("an override is write-only; resolve the key to read it") }
    nonmutating set {
      let info = KeyInfo(
        name: KeyInfo.name(of: type), type: KeyInfo.name(of: type),
        location: CodeLocation(file: file, line: line),
        kind: .singleton, byType: ObjectIdentifier(type))
      set(info, file, line, .sync { _, _ in Box.of(newValue) })
    }
  }

  /// Overrides the factory of a key. A value that is made for each request need not be `Sendable`.
  public func register<Value>(
    _ key: Key<Value>, file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) throws -> sending Value
  ) {
    set(key.info, file, line, .sync { resolver, _ in Box.of(try factory(resolver)) })
  }

  /// Overrides the factory of an asynchronous key.
  public func register<Value>(
    _ key: AsyncKey<Value>, file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) async throws -> Value
  ) {
    set(key.info, file, line, .async { resolver, _ in Box.of(try await factory(resolver)) })
  }

  /// Overrides the factory of a key with an argument.
  public func register<Argument, Value>(
    _ key: ArgumentKey<Argument, Value>, file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver, Argument) throws -> sending Value
  ) {
    set(
      key.info, file, line,
      .sync { resolver, argument in
        Box.of(try factory(resolver, ArgumentKey<Argument, Value>.typed(argument)))
      })
  }

  /// Allows the live factories of the given keys in a test, for example factories that only combine
  /// other keys.
  public func useLive(_ keys: any InjectionKey...) {
    ContainerStates.lock.withLock { container.liveInTests.formUnion(keys.map(\.info.id)) }
  }

  /// Allows the live factory that is registered for a type in a test.
  public func useLive<Value>(_ type: Value.Type) {
    ContainerStates.lock.withLock { _ = container.liveInTests.insert(ObjectIdentifier(type)) }
  }

  /// Registers an override.
  private func set(_ info: KeyInfo, _ file: String, _ line: Int, _ make: AnyFactory) {
    // An instance of a scoped key lives as long as the override.
    let kind: LifetimeKind = if case .scoped = info.kind { .singleton } else { info.kind }
    let registration = Registration(
      kind: kind, location: CodeLocation(file: file, line: line), requires: [], factory: make,
      release: nil)
    ContainerStates.lock.withLock {
      container.graph.add(info)
      container.registrations[info.id] = registration
    }
  }
}

extension Container {
  /// Runs `operation` with overrides applied.
  ///
  /// Instances that depend on an overridden one are rebuilt for the duration of the operation; all
  /// other instances are shared. Child tasks and `Task { }` inherit the overrides; threads and
  /// `Task.detached` do not.
  ///
  /// - Parameters:
  ///   - change: Sets the overrides.
  ///   - operation: The closure to run while the overrides are in effect.
  /// - Returns: The result of `operation`.
  public func overriding<Result>(
    _ change: (inout Overrides) -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    let context = overrideContext(change)
    return try Context.$current.withValue(context, operation: operation)
  }

  /// Runs an asynchronous operation with overrides applied.
  ///
  /// Instances that depend on an overridden one are rebuilt for the duration of the operation; all
  /// other instances are shared. Child tasks and `Task { }` inherit the overrides; threads and
  /// `Task.detached` do not.
  ///
  /// - Parameters:
  ///   - change: Sets the overrides.
  ///   - operation: The closure to run while the overrides are in effect.
  /// - Returns: The result of `operation`.
  public func overriding<Result>(
    _ change: (inout Overrides) -> Void, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    let context = overrideContext(change)
    return try await Context.$current.withValue(context, operation: operation)
  }

  /// Returns the context of a new child container with the overrides.
  func overrideContext(
    _ change: (inout Overrides) -> Void, role: Role = .overrides,
    onLiveFactory: Context.LiveFactoryHandler? = nil
  ) -> Context {
    let current = Context.current
    let child = Container(below: effectiveContainer(current), role: role)
    if role == .test { child.mode = .test }
    var overrides = Overrides(container: child)
    change(&overrides)
    return Context(child, path: current?.path, over: current, onLive: onLiveFactory)
  }
}
