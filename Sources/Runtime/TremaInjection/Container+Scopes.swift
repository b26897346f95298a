extension Container {
  /// Opens a scope: a child that holds instances of its own of the keys that live in it. It ends with
  /// ``shutdown()``.
  public func scope(_ id: ScopeID) -> Container {
    Container(below: standIn(Context.current), role: .scope(id))
  }

  /// Opens a scope for one operation, in which it stands in for this container, and shuts it down.
  public func withScope<Result>(
    _ id: ScopeID, isolation: isolated (any Actor)? = #isolation,
    operation: (Container) async throws -> Result
  ) async rethrows -> Result {
    let current = Context.current
    let child = Container(below: standIn(current), role: .scope(id))
    let context = Context(child, path: current?.path, over: current)
    do {
      let result = try await Context.$current.withValue(context) { try await operation(child) }
      await child.shutdown()
      return result
    } catch {
      await child.shutdown()
      throw error
    }
  }
}
