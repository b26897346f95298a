/// A factory's access to its dependencies. It records the request that caused the factory to run,
/// so errors report the whole path.
public struct Resolver: Sendable {
  /// The container that owns the instance.
  let container: Container
  /// The chain of running factories.
  let path: Path

  /// Returns a key's instance.
  ///
  /// - Throws: ``ResolutionError``.
  public func callAsFunction<Value>(
    _ key: Key<Value>, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> sending Value {
    try container.resolve(request(key.info, nil, file, line)).unbox(as: Value.self)
  }

  /// Returns the instance of a key for an argument.
  ///
  /// - Throws: ``ResolutionError``.
  public func callAsFunction<Argument, Value>(
    _ key: ArgumentKey<Argument, Value>, _ argument: Argument, file: String = #fileID,
    line: Int = #line
  ) throws(ResolutionError) -> sending Value {
    try container.resolve(request(key.info, .init(value: argument), file, line)).unbox(
      as: Value.self)
  }

  /// Returns an asynchronous key's instance.
  ///
  /// - Throws: ``ResolutionError``.
  public func callAsFunction<Value>(
    _ key: AsyncKey<Value>, file: String = #fileID, line: Int = #line
  ) async throws(ResolutionError) -> Value {
    try await container.resolveInTask(request(key.info, nil, file, line)).unbox(as: Value.self)
  }

  /// Returns the instance that is registered for a type.
  ///
  /// - Throws: ``ResolutionError``.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> sending Value {
    let location = CodeLocation(file: file, line: line)
    let info = try container.info(ofType: type, isMain: false, at: location)
    return try container.resolve(request(info, nil, file, line)).unbox(as: Value.self)
  }

  /// Returns a dependency that is resolved on use. It does not count as part of a cycle.
  public func lazy<Value>(
    _ key: Key<Value>, file: String = #fileID, line: Int = #line
  ) -> Lazy<Value> {
    recordLazyUse(of: key.info)
    return Lazy(key, in: container, file: file, line: line)
  }

  /// Returns a dependency on a key with an argument. It is resolved on use.
  public func lazy<Argument, Value>(
    _ key: ArgumentKey<Argument, Value>, _ argument: Argument, file: String = #fileID,
    line: Int = #line
  ) -> Lazy<Value> {
    recordLazyUse(of: key.info)
    return Lazy(key, argument, in: container, file: file, line: line)
  }

  /// Returns a dependency on an asynchronous key. It is resolved on use.
  public func lazy<Value>(
    _ key: AsyncKey<Value>, file: String = #fileID, line: Int = #line
  ) -> AsyncLazy<Value> {
    recordLazyUse(of: key.info)
    return AsyncLazy(key, in: container, file: file, line: line)
  }

  /// Records a lazy dependency.
  private func recordLazyUse(of info: KeyInfo) {
    ContainerStates.lock.withLock {
      container.graph.add(info)
      container.graph.recordUse(of: info.id, by: path.info.id, lazily: true)
    }
  }

  /// Returns the request for a key.
  private func request(_ info: KeyInfo, _ argument: Argument?, _ file: String, _ line: Int)
    -> ResolutionRequest
  {
    ResolutionRequest(info, argument, CodeLocation(file: file, line: line), path)
  }
}
