extension Container {
  /// Opens a scope: a child that holds instances of its own of the keys that live in it. It ends with
  /// ``shutdown()``.
  public func scope(_ id: ScopeID) -> Container {
    Container(below: standIn(Context.current), role: .scope(id))
  }

  /// Opens a scope for one operation, in which it stands in for this container, and shuts it down.
  public func withScope<Result, Failure: Error>(
    _ id: ScopeID, isolation: isolated (any Actor)? = #isolation,
    operation: (Container) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let current = Context.current
    let child = Container(below: standIn(current), role: .scope(id))
    let context = Context(child, path: current?.path, over: current)
    let result: Swift.Result<Result, Failure> = await Context.$current.withValue(context) {
      do throws(Failure) { return .success(try await operation(child)) } catch {
        return .failure(error)
      }
    }
    await child.shutdown()
    return try result.get()
  }
}
