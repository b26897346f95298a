// Messages for calls without a type, which the compiler could not explain otherwise. No call of these functions
// compiles, so their preconditions cannot fail.
extension Container {
  @_disfavoredOverload
  @available(
    *, unavailable, message: "say which type: let service: Service = Container.resolve()"
  )
  public static func resolve() -> Any { preconditionFailure("unavailable") }

  @_disfavoredOverload
  @available(*, unavailable, message: "say which type: container.resolve(Service.self)")
  public func resolve() throws(ResolutionError) -> Any { preconditionFailure("unavailable") }
}
