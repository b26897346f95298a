/// A dependency that is resolved at each call instead of when its owner is created.
///
/// If it is called while the factory that received it is still running, it counts as a direct
/// dependency.
public struct Lazy<Value>: Sendable {
  /// Resolves the key.
  private let resolve: @Sendable () throws(ResolutionError) -> sending Value

  /// Creates a reference to a key. Nothing is resolved before the first call.
  public init(
    _ key: Key<Value>, in container: Container = .shared, file: String = #fileID,
    line: Int = #line
  ) {
    resolve = { () throws(ResolutionError) in try container(key, file: file, line: line) }
  }

  /// Creates a reference to the instance of a key for an argument.
  public init<Argument>(
    _ key: ArgumentKey<Argument, Value>, _ argument: Argument, in container: Container = .shared,
    file: String = #fileID, line: Int = #line
  ) {
    resolve = { () throws(ResolutionError) in
      try container(key, argument, file: file, line: line)
    }
  }

  /// Creates a reference to the instance that is registered for a type.
  public init(
    _ type: Value.Type, in container: Container = .shared, file: String = #fileID,
    line: Int = #line
  ) where Value: Sendable {
    resolve = { () throws(ResolutionError) in
      try container.resolve(type, file: file, line: line)
    }
  }

  /// Returns the container's current instance, which is a new one after a reset.
  ///
  /// - Throws: ``ResolutionError``.
  public func callAsFunction() throws(ResolutionError) -> sending Value { try resolve() }
}

/// An asynchronous dependency that is resolved at each call; see ``Lazy``.
///
/// Use it for stored properties, because a property wrapper cannot wait in its initializer:
///
///     struct Search { let store = AsyncLazy(Keys.store) }
public struct AsyncLazy<Value: Sendable>: Sendable {
  private let key: AsyncKey<Value>
  private let container: Container
  /// The declaration's location, for use in messages.
  private let location: CodeLocation

  /// Creates a reference to an asynchronous key. Nothing is resolved before the first call.
  public init(
    _ key: AsyncKey<Value>, in container: Container = .shared, file: String = #fileID,
    line: Int = #line
  ) {
    self.key = key
    self.container = container
    location = CodeLocation(file: file, line: line)
  }

  /// Returns the container's current instance, which is a new one after a reset.
  ///
  /// - Throws: ``ResolutionError``.
  public func callAsFunction() async throws(ResolutionError) -> Value {
    try await container(key, file: location.file, line: location.line)
  }
}
