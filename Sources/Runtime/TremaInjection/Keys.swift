/// The namespace of keys: `extension Keys { static let session = Key<any Session>(.singleton) { … } }`.
/// Use `static let`: a key is one object, and a computed property would make another each time.
public enum Keys {}

/// A thing that can be asked for, and how it is made.
///
/// Without a name it is called after its type: `session` for `any Session`.
public struct Key<Value>: InjectionKey {
  /// The name of the key and the type of its value.
  public let info: KeyInfo

  /// - Parameters:
  ///   - requires: what the factory asks for; `validate(.declared)` reads this alone.
  ///   - onRelease: called by ``Container/shutdown()`` and ``Container/reset(_:)``.
  ///   - factory: makes the value; it may throw and is never called under a lock.
  public init(
    _ lifetime: Lifetime, named name: String? = nil, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver) throws -> Value
  ) where Value: Sendable {
    info = KeyInfo(
      name: name, type: KeyInfo.name(of: Value.self), place: SourcePlace(file: file, line: line),
      kind: lifetime.kind, requires: requires,
      make: .sync { resolver, _ in Box.of(try factory(resolver)) },
      release: Box.release(by: onRelease))
  }

  /// A key whose values are made anew each time; they need not be Sendable.
  public init(
    _ lifetime: FreshLifetime, named name: String? = nil, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) throws -> sending Value
  ) {
    info = KeyInfo(
      name: name, type: KeyInfo.name(of: Value.self), place: SourcePlace(file: file, line: line),
      kind: .perRequest, requires: requires,
      make: .sync { resolver, _ in Box.of(try factory(resolver)) })
  }

  /// A key that has no factory until one is registered.
  public static func required(
    _ name: String, _ lifetime: Lifetime = .singleton, file: String = #fileID, line: Int = #line
  ) -> Key where Value: Sendable {
    Key(
      info: KeyInfo(
        name: name, type: KeyInfo.name(of: Value.self), place: SourcePlace(file: file, line: line),
        kind: lifetime.kind))
  }

  init(info: KeyInfo) { self.info = info }
}

/// A thing that takes time to make. Asking for it without `await` does not compile.
///
/// All who ask while it is being made get the one that comes out.
public struct AsyncKey<Value: Sendable>: InjectionKey {
  /// The name of the key and the type of its value.
  public let info: KeyInfo

  /// The parameters are those of ``Key``.
  public init(
    _ lifetime: Lifetime, named name: String? = nil, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver) async throws -> Value
  ) {
    info = KeyInfo(
      name: name, type: KeyInfo.name(of: Value.self), place: SourcePlace(file: file, line: line),
      kind: lifetime.kind, requires: requires,
      make: .async { resolver, _ in Box.of(try await factory(resolver)) },
      release: Box.release(by: onRelease),
      isAsync: true)
  }

  /// A key whose values are made anew each time.
  public init(
    _ lifetime: FreshLifetime, named name: String? = nil, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) async throws -> Value
  ) {
    info = KeyInfo(
      name: name, type: KeyInfo.name(of: Value.self), place: SourcePlace(file: file, line: line),
      kind: .perRequest, requires: requires,
      make: .async { resolver, _ in Box.of(try await factory(resolver)) }, isAsync: true)
  }

  /// A key that has no factory until one is registered.
  public static func required(
    _ name: String, _ lifetime: Lifetime = .singleton, file: String = #fileID, line: Int = #line
  ) -> AsyncKey {
    AsyncKey(
      info: KeyInfo(
        name: name, type: KeyInfo.name(of: Value.self), place: SourcePlace(file: file, line: line),
        kind: lifetime.kind, isAsync: true))
  }

  init(info: KeyInfo) { self.info = info }
}

/// A thing that is made from an argument: `try container(Keys.profile, userID)`. Each argument has
/// an instance of its own.
public struct ArgumentKey<Argument: Hashable & Sendable, Value>: InjectionKey {
  /// The name of the key and the type of its value.
  public let info: KeyInfo

  /// The parameters are those of ``Key``.
  public init(
    _ lifetime: Lifetime, named name: String? = nil, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver, Argument) throws -> Value
  ) where Value: Sendable {
    info = KeyInfo(
      name: name, type: KeyInfo.name(of: Value.self), place: SourcePlace(file: file, line: line),
      kind: lifetime.kind, requires: requires,
      make: .sync { resolver, argument in
        Box.of(try factory(resolver, Self.typed(argument)))
      },
      release: Box.release(by: onRelease))
  }

  /// A key whose values are made anew each time; they need not be Sendable.
  public init(
    _ lifetime: FreshLifetime, named name: String? = nil, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver, Argument) throws -> sending Value
  ) {
    info = KeyInfo(
      name: name, type: KeyInfo.name(of: Value.self), place: SourcePlace(file: file, line: line),
      kind: .perRequest, requires: requires,
      make: .sync { resolver, argument in Box.of(try factory(resolver, Self.typed(argument))) })
  }

  /// A key that has no factory until one is registered.
  public static func required(
    _ name: String, _ lifetime: Lifetime = .singleton, file: String = #fileID, line: Int = #line
  ) -> ArgumentKey where Value: Sendable {
    ArgumentKey(
      info: KeyInfo(
        name: name, type: KeyInfo.name(of: Value.self), place: SourcePlace(file: file, line: line),
        kind: lifetime.kind))
  }

  init(info: KeyInfo) { self.info = info }

  static func typed(_ argument: TremaInjection.Argument?) throws -> Argument {
    // Only `validate()` asks without an argument: it has none to give.
    guard let value = argument?.value as? Argument else { throw NoArgument() }
    return value
  }
}

/// A key with an argument cannot be built without one.
struct NoArgument: Error {}
