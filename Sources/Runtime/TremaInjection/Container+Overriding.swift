/// Replacements of registrations within one task.
public struct Overrides {
  let container: Container

  /// An instance in the place of the key's own.
  public subscript<Value: Sendable>(key: Key<Value>, file: String = #fileID, line: Int = #line)
    -> Value
  {
    @available(*, unavailable, message: "an override can be set, not read")
    get { preconditionFailure("an override can be set, not read") }
    nonmutating set {
      set(key.info, file, line, .sync { _, _ in Box.of(newValue) })
    }
  }

  /// An instance in the place of one that takes time to make.
  public subscript<Value>(key: AsyncKey<Value>, file: String = #fileID, line: Int = #line) -> Value
  {
    @available(*, unavailable, message: "an override can be set, not read")
    get { preconditionFailure("an override can be set, not read") }
    nonmutating set {
      set(key.info, file, line, .async { _, _ in Box.of(newValue) })
    }
  }

  /// An instance in the place of the one registered for its type.
  public subscript<Value: Sendable>(
    type: Value.Type, file: String = #fileID, line: Int = #line
  ) -> Value {
    @available(*, unavailable, message: "an override can be set, not read")
    get { preconditionFailure("an override can be set, not read") }
    nonmutating set {
      let info = KeyInfo(
        name: KeyInfo.name(of: type), type: KeyInfo.name(of: type),
        place: SourcePlace(file: file, line: line),
        kind: .singleton, byType: ObjectIdentifier(type))
      set(info, file, line, .sync { _, _ in Box.of(newValue) })
    }
  }

  /// A factory in the place of the key's own; values made anew each time need not be Sendable.
  public func register<Value>(
    _ key: Key<Value>, file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) throws -> sending Value
  ) {
    set(key.info, file, line, .sync { resolver, _ in Box.of(try factory(resolver)) })
  }

  /// A factory in the place of the key's own.
  public func register<Value>(
    _ key: AsyncKey<Value>, file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) async throws -> Value
  ) {
    set(key.info, file, line, .async { resolver, _ in Box.of(try await factory(resolver)) })
  }

  /// A factory in the place of the key's own.
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

  /// Lets the live factories of `keys` run in a test: those that only combine other keys, say.
  public func useLive(_ keys: any InjectionKey...) {
    States.lock.withLock { container.liveInTests.formUnion(keys.map(\.info.id)) }
  }

  /// The same for the factory registered for a type.
  public func useLive<Value>(_ type: Value.Type) {
    States.lock.withLock { _ = container.liveInTests.insert(ObjectIdentifier(type)) }
  }

  private func set(_ info: KeyInfo, _ file: String, _ line: Int, _ make: Maker) {
    // What lives in a scope otherwise lives as long as the override.
    let kind: Kind = if case .scoped = info.kind { .singleton } else { info.kind }
    let registration = Registration(
      kind: kind, place: SourcePlace(file: file, line: line), requires: [], make: make,
      release: nil)
    States.lock.withLock {
      container.graph.note(info)
      container.registrations[info.id] = registration
    }
  }
}

extension Container {
  /// Runs `operation` with other instances. Those that use an overridden one are built again, for
  /// the time of the operation; all others are shared.
  ///
  /// Child tasks and `Task { }` see the overrides; threads and `Task.detached` do not.
  public func overriding<Result>(
    _ change: (inout Overrides) -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    let context = overridden(change)
    return try Context.$current.withValue(context, operation: operation)
  }

  /// The same for an operation that takes time.
  public func overriding<Result>(
    _ change: (inout Overrides) -> Void, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    let context = overridden(change)
    return try await Context.$current.withValue(context, operation: operation)
  }

  func overridden(
    _ change: (inout Overrides) -> Void, role: Role = .overrides, onLive: Context.OnLive? = nil
  ) -> Context {
    let current = Context.current
    let child = Container(below: standIn(current), role: role)
    if role == .test { child.mode = .test }
    var overrides = Overrides(container: child)
    change(&overrides)
    return Context(child, path: current?.path, over: current, onLive: onLive)
  }
}
