/// The namespace of keys:
/// `extension Keys { static let session = Key<any Session>(.singleton) { … } }`.
///
/// Declare keys with `static let`: a key is identified by an object, and a computed property would
/// create a different key each time.
public enum Keys {}

/// A key: the identity of a dependency, and the factory that makes it.
///
/// The default name of a key is derived from its type: `session` for `any Session`.
public struct Key<Value>: InjectionKey {
  /// The key's name and its value's type.
  public let info: KeyInfo

  /// Creates a key with a shared instance.
  ///
  /// - Parameters:
  ///   - lifetime: The lifetime of the instance.
  ///   - name: The name in errors and dumps; derived from the type by default.
  ///   - requires: The keys that the factory resolves. `validate(.declared)` uses only these.
  ///   - file: The declaration's file, for use in messages.
  ///   - line: The declaration's line.
  ///   - onRelease: Called with the instance by ``Container/shutdown()`` and
  ///     ``Container/reset(_:)``.
  ///   - factory: Creates the value. It may throw, and is never called under a lock.
  public init(
    _ lifetime: Lifetime, named name: String? = nil, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver) throws -> Value
  ) where Value: Sendable {
    info = KeyInfo(
      name: name, type: KeyInfo.name(of: Value.self),
      location: CodeLocation(file: file, line: line),
      kind: lifetime.kind, requires: requires,
      make: .sync { resolver, _ in Box.of(try factory(resolver)) },
      release: Box.release(by: onRelease))
  }

  /// Creates a key with a new value for each request. The values need not be `Sendable`.
  public init(
    _ lifetime: FreshLifetime, named name: String? = nil, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) throws -> sending Value
  ) {
    info = KeyInfo(
      name: name, type: KeyInfo.name(of: Value.self),
      location: CodeLocation(file: file, line: line),
      kind: .perRequest, requires: requires,
      make: .sync { resolver, _ in Box.of(try factory(resolver)) })
  }

  /// Returns a key without a factory. A factory must be registered for it.
  ///
  /// - Parameters:
  ///   - lifetime: The lifetime of the instance.
  ///   - file: The declaration's file, for use in messages.
  ///   - line: The declaration's line.
  public static func required(
    _ name: String, _ lifetime: Lifetime = .singleton, file: String = #fileID, line: Int = #line
  ) -> Key where Value: Sendable {
    Key(
      info: KeyInfo(
        name: name, type: KeyInfo.name(of: Value.self),
        location: CodeLocation(file: file, line: line),
        kind: lifetime.kind))
  }

  /// Creates a key with the given properties.
  init(info: KeyInfo) { self.info = info }
}

/// The key of a dependency with an asynchronous factory. Resolving it requires `await`.
///
/// Requests that are made while the factory runs receive the same instance.
public struct AsyncKey<Value: Sendable>: InjectionKey {
  /// The key's name and its value's type.
  public let info: KeyInfo

  /// Creates a key with a shared instance; see ``Key`` for the parameters.
  public init(
    _ lifetime: Lifetime, named name: String? = nil, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver) async throws -> Value
  ) {
    info = KeyInfo(
      name: name, type: KeyInfo.name(of: Value.self),
      location: CodeLocation(file: file, line: line),
      kind: lifetime.kind, requires: requires,
      make: .async { resolver, _ in Box.of(try await factory(resolver)) },
      release: Box.release(by: onRelease),
      isAsync: true)
  }

  /// Creates a key with a new value for each request.
  public init(
    _ lifetime: FreshLifetime, named name: String? = nil, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) async throws -> Value
  ) {
    info = KeyInfo(
      name: name, type: KeyInfo.name(of: Value.self),
      location: CodeLocation(file: file, line: line),
      kind: .perRequest, requires: requires,
      make: .async { resolver, _ in Box.of(try await factory(resolver)) }, isAsync: true)
  }

  /// Returns a key without a factory. A factory must be registered for it.
  public static func required(
    _ name: String, _ lifetime: Lifetime = .singleton, file: String = #fileID, line: Int = #line
  ) -> AsyncKey {
    AsyncKey(
      info: KeyInfo(
        name: name, type: KeyInfo.name(of: Value.self),
        location: CodeLocation(file: file, line: line),
        kind: lifetime.kind, isAsync: true))
  }

  /// Creates a key with the given properties.
  init(info: KeyInfo) { self.info = info }
}

/// The key of a dependency that is made from an argument: `try container(Keys.profile, userID)`.
/// Each argument has its own instance.
public struct ArgumentKey<Argument: Hashable & Sendable, Value>: InjectionKey {
  /// The key's name and its value's type.
  public let info: KeyInfo

  /// Creates a key with a shared instance for each argument; see ``Key`` for the parameters.
  public init(
    _ lifetime: Lifetime, named name: String? = nil, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    onRelease: (@Sendable (Value) async -> Void)? = nil,
    factory: @escaping @Sendable (Resolver, Argument) throws -> Value
  ) where Value: Sendable {
    info = KeyInfo(
      name: name, type: KeyInfo.name(of: Value.self),
      location: CodeLocation(file: file, line: line),
      kind: lifetime.kind, requires: requires,
      make: .sync { resolver, argument in
        Box.of(try factory(resolver, Self.typed(argument)))
      },
      release: Box.release(by: onRelease))
  }

  /// Creates a key with a new value for each request. The values need not be `Sendable`.
  public init(
    _ lifetime: FreshLifetime, named name: String? = nil, requires: [any InjectionKey] = [],
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver, Argument) throws -> sending Value
  ) {
    info = KeyInfo(
      name: name, type: KeyInfo.name(of: Value.self),
      location: CodeLocation(file: file, line: line),
      kind: .perRequest, requires: requires,
      make: .sync { resolver, argument in Box.of(try factory(resolver, Self.typed(argument))) })
  }

  /// Returns a key without a factory. A factory must be registered for it.
  public static func required(
    _ name: String, _ lifetime: Lifetime = .singleton, file: String = #fileID, line: Int = #line
  ) -> ArgumentKey where Value: Sendable {
    ArgumentKey(
      info: KeyInfo(
        name: name, type: KeyInfo.name(of: Value.self),
        location: CodeLocation(file: file, line: line),
        kind: lifetime.kind))
  }

  /// Creates a key with the given properties.
  init(info: KeyInfo) { self.info = info }

  /// Returns an argument with its static type.
  ///
  /// - Throws: `MissingArgumentError` if there is none.
  static func typed(_ argument: TremaInjection.Argument?) throws -> Argument {
    // Only `validate(_:roots:)` resolves a key without its argument.
    guard let value = argument?.value as? Argument else { throw MissingArgumentError() }
    return value
  }
}

/// The error of a key that cannot be built because its argument is missing.
struct MissingArgumentError: Error {}
