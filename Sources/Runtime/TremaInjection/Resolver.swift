/// Resolves the dependencies of a factory. It knows the request that the factory runs for, so that errors
/// can name the whole path.
public struct Resolver: Sendable {
  let container: Container
  let path: Path

  /// Resolves a key.
  public func callAsFunction<Value>(
    _ key: Key<Value>, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> sending Value {
    try container.resolve(ask(key.info, nil, file, line)).take(as: Value.self)
  }

  /// Resolves a key with an argument.
  public func callAsFunction<Argument, Value>(
    _ key: ArgumentKey<Argument, Value>, _ argument: Argument, file: String = #fileID,
    line: Int = #line
  ) throws(ResolutionError) -> sending Value {
    try container.resolve(ask(key.info, .init(value: argument), file, line)).take(as: Value.self)
  }

  /// Resolves an asynchronous key.
  public func callAsFunction<Value>(
    _ key: AsyncKey<Value>, file: String = #fileID, line: Int = #line
  ) async throws(ResolutionError) -> Value {
    try await container.resolveInTask(ask(key.info, nil, file, line)).take(as: Value.self)
  }

  /// Returns the value that is registered for a type.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> sending Value {
    let place = SourcePlace(file: file, line: line)
    let info = try container.info(ofType: type, isMain: false, at: place)
    return try container.resolve(ask(info, nil, file, line)).take(as: Value.self)
  }

  /// A dependency that is resolved when it is first used. It breaks a cycle.
  public func lazy<Value>(
    _ key: Key<Value>, file: String = #fileID, line: Int = #line
  ) -> Lazy<Value> {
    noteLazyUse(of: key.info)
    return Lazy(key, in: container, file: file, line: line)
  }

  /// The same for a key that takes an argument.
  public func lazy<Argument, Value>(
    _ key: ArgumentKey<Argument, Value>, _ argument: Argument, file: String = #fileID,
    line: Int = #line
  ) -> Lazy<Value> {
    noteLazyUse(of: key.info)
    return Lazy(key, argument, in: container, file: file, line: line)
  }

  /// The same for an asynchronous key.
  public func lazy<Value>(
    _ key: AsyncKey<Value>, file: String = #fileID, line: Int = #line
  ) -> AsyncLazy<Value> {
    noteLazyUse(of: key.info)
    return AsyncLazy(key, in: container, file: file, line: line)
  }

  private func noteLazyUse(of info: KeyInfo) {
    States.lock.withLock {
      container.graph.note(info)
      container.graph.use(of: info.id, by: path.info.id, lazily: true)
    }
  }

  private func ask(_ info: KeyInfo, _ argument: Argument?, _ file: String, _ line: Int)
    -> ResolutionRequest
  {
    ResolutionRequest(info, argument, SourcePlace(file: file, line: line), path)
  }
}
