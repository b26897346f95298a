/// A dependency that is resolved at each call, not when the owner is made.
///
/// Called while the factory that received it still runs, it is an edge like any other.
public struct Lazy<Value>: Sendable {
  private let resolve: @Sendable () throws(ResolutionError) -> sending Value

  /// Creates a reference that resolves a key when it is first read.
  public init(
    _ key: Key<Value>, in container: Container = .shared, file: String = #fileID,
    line: Int = #line
  ) {
    resolve = { () throws(ResolutionError) in try container(key, file: file, line: line) }
  }

  /// The instance for one argument.
  public init<Argument>(
    _ key: ArgumentKey<Argument, Value>, _ argument: Argument, in container: Container = .shared,
    file: String = #fileID, line: Int = #line
  ) {
    resolve = { () throws(ResolutionError) in
      try container(key, argument, file: file, line: line)
    }
  }

  /// The instance registered for a type.
  public init(
    _ type: Value.Type, in container: Container = .shared, file: String = #fileID,
    line: Int = #line
  ) where Value: Sendable {
    resolve = { () throws(ResolutionError) in
      try container.resolve(type, file: file, line: line)
    }
  }

  /// Returns the instance of the container, which may be another after a reset.
  public func callAsFunction() throws(ResolutionError) -> sending Value { try resolve() }
}

/// An asynchronous dependency that is resolved at each call; see ``Lazy``.
///
/// The form for a stored property, since the initializer of a property wrapper cannot wait:
///
///     struct Search { let store = AsyncLazy(Keys.store) }
public struct AsyncLazy<Value: Sendable>: Sendable {
  private let key: AsyncKey<Value>
  private let container: Container
  private let place: SourcePlace

  /// Creates a reference that resolves an asynchronous key when it is first read.
  public init(
    _ key: AsyncKey<Value>, in container: Container = .shared, file: String = #fileID,
    line: Int = #line
  ) {
    self.key = key
    self.container = container
    place = SourcePlace(file: file, line: line)
  }

  /// Returns the instance of the container, which may be another after a reset.
  public func callAsFunction() async throws(ResolutionError) -> Value {
    try await container(key, file: place.file, line: place.line)
  }
}
