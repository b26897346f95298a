/// A dependency that is resolved at each call, and not when its owner is made.
///
/// A call while the factory that received the value is still running counts as a direct dependency.
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

  /// Returns the current instance of the container, which differs from an earlier one after a
  /// reset.
  ///
  /// - Throws: ``ResolutionError``.
  public func callAsFunction() throws(ResolutionError) -> sending Value { try resolve() }
}

/// An asynchronous dependency that is resolved at each call; see ``Lazy``.
///
/// Use it for stored properties, since a property wrapper cannot wait in its initializer:
///
///     struct Search { let store = AsyncLazy(Keys.store) }
public struct AsyncLazy<Value: Sendable>: Sendable {
  private let key: AsyncKey<Value>
  private let container: Container
  /// The location of the declaration, for messages.
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

  /// Returns the current instance of the container, which differs from an earlier one after a
  /// reset.
  ///
  /// - Throws: ``ResolutionError``.
  public func callAsFunction() async throws(ResolutionError) -> Value {
    try await container(key, file: location.file, line: location.line)
  }
}
