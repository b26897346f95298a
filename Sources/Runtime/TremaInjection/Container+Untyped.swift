// Unavailable functions that let the compiler explain calls without a type. No call to these
// functions compiles, so their preconditions can't fail.
extension Container {
  /// Unavailable. Specify the type: `let service: Service = Container.resolve()`.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "specify the type: let service: Service = Container.resolve()"
  )
  public static func resolve() -> Any { preconditionFailure("unavailable") }

  /// Unavailable. Specify the type: `let service: Service = Container.resolve()`.
  @_disfavoredOverload
  @available(*, unavailable, message: "specify the type: container.resolve(Service.self)")
  public func resolve() throws(ResolutionError) -> Any { preconditionFailure("unavailable") }
}

extension Container {
  // Without this overload, the compiler also reports no useful error for a nonexistent key name.
  /// Unavailable. Pass the argument that the key takes: `container(Keys.page, 7)`.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "pass the argument that the key takes: container(Keys.page, 7)"
  )
  public func callAsFunction(_ key: any InjectionKey) throws(ResolutionError) -> Never {
    preconditionFailure("unavailable")
  }

  /// Unavailable. Specify a lifetime:
  /// `register(Service.self, scope: .singleton) { _ in LiveService() }`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "specify a lifetime: register(Service.self, scope: .singleton) { _ in LiveService() }"
  )
  public func register<Value>(
    _ type: Value.Type, factory: @escaping @Sendable (Resolver) throws -> Value
  ) throws(ResolutionError) { preconditionFailure("unavailable") }

  /// Unavailable. Specify a lifetime:
  /// `register(Service.self, scope: .singleton) { _ in LiveService() }`.
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
  /// Unavailable. Pass the argument that the key takes: `resolver(Keys.page, 7)`.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "pass the argument that the key takes: resolver(Keys.page, 7)"
  )
  public func callAsFunction(_ key: any InjectionKey) throws(ResolutionError) -> Never {
    preconditionFailure("unavailable")
  }
}
