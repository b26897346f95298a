// What the compiler says where the type is missing. Without these it has no words for it. No call of them
// compiles, so that none can fail.
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
