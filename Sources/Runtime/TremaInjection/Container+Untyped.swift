// Messages for calls without a type, which the compiler could not explain otherwise. No call of
// these functions compiles, so their preconditions cannot fail.
extension Container {
  /// Unavailable: explains that a type is missing.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "specify the type: let service: Service = Container.resolve()"
  )
  public static func resolve() -> Any { preconditionFailure("unavailable") }

  /// Unavailable: explains that a type is missing.
  @_disfavoredOverload
  @available(*, unavailable, message: "specify the type: container.resolve(Service.self)")
  public func resolve() throws(ResolutionError) -> Any { preconditionFailure("unavailable") }
}

extension Container {
  // Without this overload the compiler also has no message for the name of a key that does not
  // exist.
  /// Unavailable: explains that the type of the key is unknown.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "pass the argument that the key takes: container(Keys.page, 7)"
  )
  public func callAsFunction(_ key: any InjectionKey) throws(ResolutionError) -> Never {
    preconditionFailure("unavailable")
  }

  /// Unavailable: explains that a lifetime is missing.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "specify a lifetime: register(Service.self, scope: .singleton) { _ in LiveService() }"
  )
  public func register<Value>(
    _ type: Value.Type, factory: @escaping @Sendable (Resolver) throws -> Value
  ) throws(ResolutionError) { preconditionFailure("unavailable") }

  /// Unavailable: explains that a lifetime is missing.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "specify a lifetime: register(Service.self, scope: .singleton) { _ in LiveService() }"
  )
  public func register<Value>(
    _ type: Value.Type, factory: @escaping @Sendable () throws -> Value
  ) throws(ResolutionError) { preconditionFailure("unavailable") }
}

extension Resolver {
  /// Unavailable: explains that the type of the key is unknown.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "pass the argument that the key takes: resolver(Keys.page, 7)"
  )
  public func callAsFunction(_ key: any InjectionKey) throws(ResolutionError) -> Never {
    preconditionFailure("unavailable")
  }
}
