/// A property whose value is resolved when its owner is initialized:
///
///     struct Checkout { @Injected(Keys.session) var session }
///
/// The process ends with the error's description if the key cannot be resolved. In a `Sendable`
/// class, in which a property cannot be a `var`, use ``inject(_:in:file:line:)``.
@propertyWrapper
public struct Injected<Value> {
  /// The value, which was resolved by the initializer.
  public let wrappedValue: Value

  /// Resolves a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - container: The container.
  ///   - file: The file of the property, for messages.
  ///   - line: The line of the property.
  public init(
    _ key: Key<Value>, in container: Container = .shared, file: String = #fileID,
    line: Int = #line
  ) {
    wrappedValue = inject(key, in: container, file: file, line: line)
  }
}

extension Injected: Sendable where Value: Sendable {}

extension Injected {
  /// Unavailable: explains that a property wrapper cannot wait for an asynchronous key.
  @available(
    *, unavailable,
    message: """
      a property wrapper cannot wait: let x = AsyncLazy(key), then try await x(), or resolve the \
      value with try await container(key) and pass it in
      """
  )
  public init(_ key: AsyncKey<Value>, in container: Container = .shared) {
    preconditionFailure("unavailable")
  }
}

/// Returns the value that `@Injected` would have, for places in which property wrappers are not
/// allowed: `let session = inject(Keys.session)`.
///
/// The process ends with the error's description if the key cannot be resolved.
public func inject<Value>(
  _ key: Key<Value>, in container: Container = .shared, file: String = #fileID, line: Int = #line
) -> sending Value {
  do { return try container(key, file: file, line: line) } catch {
    // `fatalError` prints its message in release builds too, unlike `preconditionFailure`.
    fatalError(error.description)
  }
}
