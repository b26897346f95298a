extension Container {
  /// The treatment of a key that has been registered already.
  public enum Conflict: Sendable {
    case refuse
    /// Takes the place of the old factory and drops what that one made.
    case replace
  }

  /// Supplies a key, or gives it another factory.
  ///
  /// Within ``testing(_:operation:)`` the registration is one of the test and ends with it: its factory is
  /// live, and an override of the key has precedence.
  ///
  /// - Throws: `.duplicate` when it was registered before, `.sealed` after ``freeze()``.
  public func register<Value: Sendable>(
    _ key: Key<Value>, _ conflict: Conflict = .refuse, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver) throws -> Value
  ) throws(ResolutionError) {
    try add(
      Registration(
        kind: key.info.kind, place: SourcePlace(file: file, line: line), requires: requires,
        make: .sync { resolver, _ in Box.of(try factory(resolver)) },
        release: Box.release(by: onRelease)),
      for: key.info, conflict)
  }

  /// Supplies a key that takes time.
  public func register<Value>(
    _ key: AsyncKey<Value>, _ conflict: Conflict = .refuse, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver) async throws -> Value
  ) throws(ResolutionError) {
    try add(
      Registration(
        kind: key.info.kind, place: SourcePlace(file: file, line: line), requires: requires,
        make: .async { resolver, _ in Box.of(try await factory(resolver)) },
        release: Box.release(by: onRelease)),
      for: key.info, conflict)
  }

  /// Supplies a key that takes an argument.
  public func register<Argument, Value: Sendable>(
    _ key: ArgumentKey<Argument, Value>, _ conflict: Conflict = .refuse,
    requires: [any InjectionKey] = [], file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver, Argument) throws -> Value
  ) throws(ResolutionError) {
    try add(
      Registration(
        kind: key.info.kind, place: SourcePlace(file: file, line: line), requires: requires,
        make: .sync { resolver, argument in
          Box.of(try factory(resolver, ArgumentKey<Argument, Value>.typed(argument)))
        },
        release: Box.release(by: onRelease)),
      for: key.info, conflict)
  }

  /// Makes the type the key: `register((any HTTPTransport).self, scope: .singleton) { _ in … }`.
  public func register<Value: Sendable>(
    _ type: Value.Type, scope: Lifetime, _ conflict: Conflict = .refuse,
    file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver) throws -> Value
  ) throws(ResolutionError) {
    try add(
      type, scope.kind, conflict, SourcePlace(file: file, line: line),
      release: Box.release(by: onRelease)
    ) { Box.of(try factory($0)) }
  }

  /// The same for what is made anew each time and need not be Sendable.
  public func register<Value>(
    _ type: Value.Type, scope: FreshLifetime, _ conflict: Conflict = .refuse,
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) throws -> sending Value
  ) throws(ResolutionError) {
    try add(type, .perRequest, conflict, SourcePlace(file: file, line: line)) {
      Box.of(try factory($0))
    }
  }

  /// Says that there are such keys, so that ``validate(_:roots:)`` and ``dump(_:)`` know them: a
  /// `static let` is unknown until it is used.
  public func declare(_ keys: any InjectionKey...) {
    lock.withLock { for key in keys { graph.note(key.info) } }
  }

  /// Seals the container: from now on every registration throws `.sealed`.
  public func freeze() { lock.withLock { isFrozen = true } }

  func add<Value>(
    _ type: Value.Type, _ kind: Kind, _ conflict: Conflict, _ place: SourcePlace,
    release: Release? = nil, make: @escaping @Sendable (Resolver) throws -> Box
  ) throws(ResolutionError) {
    let info = KeyInfo(
      name: KeyInfo.name(of: type), type: KeyInfo.name(of: type), place: place, kind: kind,
      byType: ObjectIdentifier(type))
    let registration = Registration(
      kind: kind, place: place, requires: [], make: .sync { resolver, _ in try make(resolver) },
      release: release)
    try add(registration, for: info, conflict)
  }

  private func add(
    _ registration: Registration, for info: KeyInfo, _ conflict: Conflict
  ) throws(ResolutionError) {
    let id = info.id
    // What is dropped may have a `deinit` that asks us: it goes when the lock is free again.
    let dropped = try lock.withLock { () throws(ResolutionError) -> (Slot?, [Built]) in
      if isFrozen { throw .sealed(name: info.name, at: registration.place) }
      let test = test
      if conflict == .refuse, let first = test?.registeredInTest[id] ?? registrations[id] {
        throw .duplicate(name: info.name, first: first.place, second: registration.place)
      }
      if let test {
        graph.note(info)
        for key in registration.requires { graph.note(key.info) }
        test.registeredInTest[id] = registration
        return test.take(id)
      }
      registrations[id] = registration
      graph.forget(id, replacedBy: info)
      for key in registration.requires { graph.note(key.info) }
      return take(id)
    }
    withExtendedLifetime(dropped) {}
  }

  /// Under the lock: empties the slots of a key.
  func take(_ id: ObjectIdentifier) -> (Slot?, [Built]) {
    guard let slot = table.slots.remove(id) else { return (nil, []) }
    let slots = slot.all
    let mine = built.filter { entry in slots.contains { $0 === entry.slot } }
    built.removeAll { entry in slots.contains { $0 === entry.slot } }
    return (slot, mine)
  }

  /// Returns the properties of a type that is a key.
  func info<Value>(
    ofType type: Value.Type, isMain: Bool, at place: SourcePlace
  ) throws(ResolutionError) -> KeyInfo {
    let id = ObjectIdentifier(type)
    let (known, registration) = lock.withLock {
      (graph.known[id], graph.known[id].flatMap(registration(for:)))
    }
    let info =
      known
      ?? KeyInfo(
        name: KeyInfo.name(of: type), type: KeyInfo.name(of: type), place: place, kind: .singleton,
        byType: id)
    if !isMain, let registration, registration.kind == .mainSingleton {
      throw .onMainActorOnly(.init(info, nil, registration.place), typeName: info.typeName)
    }
    return info
  }
}
