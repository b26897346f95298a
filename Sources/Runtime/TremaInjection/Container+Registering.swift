extension Container {
  /// The treatment of a key that is already registered.
  public enum Conflict: Sendable {
    /// Throws ``ResolutionError/duplicate(name:first:second:)``.
    case refuse
    /// Replaces the factory and drops its instances without releasing them.
    case replace
  }

  /// Registers a factory for a key.
  ///
  /// Within ``testing(_:operation:)``, the registration belongs to the test and ends with it.
  /// There, the factory counts as live, and an override of the key takes precedence.
  ///
  /// - Parameters:
  ///   - conflict: The treatment of a key that is already registered.
  ///   - requires: The keys that the factory resolves, used by ``validate(_:roots:)`` if nothing is
  ///     built.
  ///   - file: The registration's file, for use in messages.
  ///   - line: The registration's line.
  ///   - onRelease: Called with the instance when the container is shut down or the key is reset.
  ///   - factory: Creates the value. It is never called under a lock.
  /// - Throws: ``ResolutionError/duplicate(name:first:second:)`` if the key is already registered,
  ///   ``ResolutionError/sealed(name:at:)`` after ``freeze()``.
  public func register<Value: Sendable>(
    _ key: Key<Value>, _ conflict: Conflict = .refuse, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver) throws -> Value
  ) throws(ResolutionError) {
    try add(
      Registration(
        kind: key.info.kind, location: CodeLocation(file: file, line: line), requires: requires,
        factory: .sync { resolver, _ in Box.of(try factory(resolver)) },
        release: Box.release(by: onRelease)),
      for: key.info, conflict)
  }

  /// Registers a factory for an asynchronous key.
  ///
  /// - Throws: ``ResolutionError/duplicate(name:first:second:)`` if the key is already registered,
  ///   ``ResolutionError/sealed(name:at:)`` after ``freeze()``.
  public func register<Value>(
    _ key: AsyncKey<Value>, _ conflict: Conflict = .refuse, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver) async throws -> Value
  ) throws(ResolutionError) {
    try add(
      Registration(
        kind: key.info.kind, location: CodeLocation(file: file, line: line), requires: requires,
        factory: .async { resolver, _ in Box.of(try await factory(resolver)) },
        release: Box.release(by: onRelease)),
      for: key.info, conflict)
  }

  /// Registers a factory for a key with an argument. Each argument has its own instance.
  ///
  /// - Throws: ``ResolutionError/duplicate(name:first:second:)`` if the key is already registered,
  ///   ``ResolutionError/sealed(name:at:)`` after ``freeze()``.
  public func register<Argument, Value: Sendable>(
    _ key: ArgumentKey<Argument, Value>, _ conflict: Conflict = .refuse,
    requires: [any InjectionKey] = [], file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver, Argument) throws -> Value
  ) throws(ResolutionError) {
    try add(
      Registration(
        kind: key.info.kind, location: CodeLocation(file: file, line: line), requires: requires,
        factory: .sync { resolver, argument in
          Box.of(try factory(resolver, ArgumentKey<Argument, Value>.typed(argument)))
        },
        release: Box.release(by: onRelease)),
      for: key.info, conflict)
  }

  /// Registers a factory with its type as the key:
  /// `register((any HTTPTransport).self, scope: .singleton) { _ in … }`.
  ///
  /// - Throws: ``ResolutionError/duplicate(name:first:second:)`` if the type is already registered,
  ///   ``ResolutionError/sealed(name:at:)`` after ``freeze()``.
  public func register<Value: Sendable>(
    _ type: Value.Type, scope: Lifetime, _ conflict: Conflict = .refuse,
    file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver) throws -> Value
  ) throws(ResolutionError) {
    try add(
      type, scope.kind, conflict, CodeLocation(file: file, line: line),
      release: Box.release(by: onRelease)
    ) { Box.of(try factory($0)) }
  }

  /// Registers a factory that makes a value for each request, with its type as the key. The values
  /// need not be `Sendable`.
  ///
  /// - Throws: ``ResolutionError/duplicate(name:first:second:)`` if the type is already registered,
  ///   ``ResolutionError/sealed(name:at:)`` after ``freeze()``.
  public func register<Value>(
    _ type: Value.Type, scope: FreshLifetime, _ conflict: Conflict = .refuse,
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) throws -> sending Value
  ) throws(ResolutionError) {
    try add(type, .perRequest, conflict, CodeLocation(file: file, line: line)) {
      Box.of(try factory($0))
    }
  }

  /// Declares keys for ``validate(_:roots:)`` and ``dump(_:)``, because a key in a `static let` is
  /// unknown until it is used.
  public func declare(_ keys: any InjectionKey...) {
    lock.withLock { for key in keys { graph.add(key.info) } }
  }

  /// Seals the container. Later registrations throw ``ResolutionError/sealed(name:at:)``.
  public func freeze() { lock.withLock { isFrozen = true } }

  /// Registers a factory with its type as the key.
  func add<Value>(
    _ type: Value.Type, _ kind: LifetimeKind, _ conflict: Conflict, _ location: CodeLocation,
    release: ReleaseHandler? = nil, make: @escaping @Sendable (Resolver) throws -> Box
  ) throws(ResolutionError) {
    let info = KeyInfo(
      name: KeyInfo.name(of: type), type: KeyInfo.name(of: type), location: location, kind: kind,
      byType: ObjectIdentifier(type))
    let registration = Registration(
      kind: kind, location: location, requires: [],
      factory: .sync { resolver, _ in try make(resolver) },
      release: release)
    try add(registration, for: info, conflict)
  }

  /// Registers a factory, in the current task's test if there is one.
  private func add(
    _ registration: Registration, for info: KeyInfo, _ conflict: Conflict
  ) throws(ResolutionError) {
    let id = info.id
    // A dropped instance may have a `deinit` that calls this container, so it is released after the
    // lock.
    let dropped = try lock.withLock { () throws(ResolutionError) -> (Slot?, [BuiltInstance]) in
      if isFrozen { throw .sealed(name: info.name, at: registration.location) }
      let test = currentTestContainer
      if conflict == .refuse, let first = test?.registeredInTest[id] ?? registrations[id] {
        throw .duplicate(name: info.name, first: first.location, second: registration.location)
      }
      if let test {
        graph.add(info)
        for key in registration.requires { graph.add(key.info) }
        test.registeredInTest[id] = registration
        return test.take(id)
      }
      registrations[id] = registration
      graph.forget(id, replacedBy: info)
      for key in registration.requires { graph.add(key.info) }
      return take(id)
    }
    withExtendedLifetime(dropped) {}
  }

  /// Empties the slots of a key and returns their content; must be called under the lock.
  func take(_ id: ObjectIdentifier) -> (Slot?, [BuiltInstance]) {
    guard let slot = table.slots.remove(id) else { return (nil, []) }
    let slots = slot.all
    let instances = builtInstances.filter { entry in slots.contains { $0 === entry.slot } }
    builtInstances.removeAll { entry in slots.contains { $0 === entry.slot } }
    return (slot, instances)
  }

  /// Returns a type's key.
  ///
  /// - Throws: `onMainActorOnly` for a non-`Sendable` singleton outside the main actor.
  func info<Value>(
    ofType type: Value.Type, isMain: Bool, at location: CodeLocation
  ) throws(ResolutionError) -> KeyInfo {
    let id = ObjectIdentifier(type)
    let (known, registration) = lock.withLock {
      (graph.knownKeys[id], graph.knownKeys[id].flatMap(registration(for:)))
    }
    let info =
      known
      ?? KeyInfo(
        name: KeyInfo.name(of: type), type: KeyInfo.name(of: type), location: location,
        kind: .singleton,
        byType: id)
    if !isMain, let registration, registration.kind == .mainSingleton {
      throw .onMainActorOnly(.init(info, nil, registration.location), typeName: info.typeName)
    }
    return info
  }
}
