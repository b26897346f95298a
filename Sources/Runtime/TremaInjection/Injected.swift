/// A property that is asked for when its owner is made:
///
///     struct Checkout { @Injected(Keys.session) var session }
///
/// Stops the program with the text of the error when there is none. In a Sendable class, where no
/// property may be a `var`, use ``inject(_:in:file:line:)``.
@propertyWrapper
public struct Injected<Value> {
  /// The value, which is resolved at first access.
  public let wrappedValue: Value

  /// Creates a property that resolves a key.
  ///
  /// - Parameters:
  /// - file: the file of the property, for messages.
  /// - line: its line.
  public init(
    _ key: Key<Value>, in container: Container = .shared, file: String = #fileID,
    line: Int = #line
  ) {
    wrappedValue = inject(key, in: container, file: file, line: line)
  }
}

extension Injected: Sendable where Value: Sendable {}

extension Injected {
  /// Creates a property that resolves an asynchronous key.
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

/// Returns the value that `@Injected` would give, for places without property wrappers: `let session =
/// inject(Keys.session)`.
public func inject<Value>(
  _ key: Key<Value>, in container: Container = .shared, file: String = #fileID, line: Int = #line
) -> sending Value {
  do { return try container(key, file: file, line: line) } catch {
    // `fatalError`, because it alone prints the text in a release build.
    fatalError(error.description)
  }
}
