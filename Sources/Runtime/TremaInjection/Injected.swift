/// A property whose value is resolved when its owner is initialized:
///
///     struct Checkout { @Injected(Keys.session) var session }
///
/// The process ends with the error's description if the key cannot be resolved. In a `Sendable`
/// class, whose properties cannot be `var`, use ``inject(_:in:file:line:)``.
@propertyWrapper
public struct Injected<Value> {
  /// The value that the initializer resolved.
  public let wrappedValue: Value

  /// Resolves a key.
  ///
  /// - Parameters:
  ///   - file: The property's file, for use in messages.
  ///   - line: The property's line.
  public init(
    _ key: Key<Value>, in container: Container = .shared, file: String = #fileID,
    line: Int = #line
  ) {
    wrappedValue = inject(key, in: container, file: file, line: line)
  }
}

extension Injected: Sendable where Value: Sendable {}

extension Injected {
  /// Unavailable. A property wrapper cannot wait for an asynchronous key; use ``AsyncLazy``.
  @available(
    *, unavailable,
    message: """
      a property wrapper cannot wait; use let x = AsyncLazy(key), then try await x(), or resolve the \
      value with try await container(key) and pass it in
      """
  )
  public init(_ key: AsyncKey<Value>, in container: Container = .shared) {
    preconditionFailure("unavailable")
  }
}

/// Returns the value that `@Injected` would have, for use where property wrappers are not allowed:
/// `let session = inject(Keys.session)`.
///
/// The process ends with the error's description if the key cannot be resolved.
public func inject<Value>(
  _ key: Key<Value>, in container: Container = .shared, file: String = #fileID, line: Int = #line
) -> sending Value {
  do { return try container(key, file: file, line: line) } catch {
    // Unlike `preconditionFailure`, `fatalError` also prints its message in release builds.
    fatalError(error.description)
  }
}
