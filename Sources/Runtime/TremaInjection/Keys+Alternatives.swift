/// The factories for tests and previews. They are used in ``Container/testing(_:operation:)`` and
/// in the modes of ``Container/use(_:)``. A key without these factories is treated as the mode
/// specifies.
///
/// Each function returns a new key, so use it in the declaration of the key.
extension Key {
  /// Returns the key with a factory for tests.
  ///
  /// - Parameters:
  ///   - file: The call's file, for use in messages.
  ///   - line: The call's line.
  ///   - factory: Creates the value in a test.
  public func forTests(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) throws -> sending Value
  ) -> Key {
    let registration = info.alternative(
      CodeLocation(file: file, line: line),
      .sync { resolver, _ in Box.of(try factory(resolver)) })
    return Key(info: info.changing { $0.test = registration })
  }

  /// Returns the key with a factory for previews.
  ///
  /// - Parameters:
  ///   - file: The call's file, for use in messages.
  ///   - line: The call's line.
  ///   - factory: Creates the value in a preview.
  public func forPreviews(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) throws -> sending Value
  ) -> Key {
    let registration = info.alternative(
      CodeLocation(file: file, line: line),
      .sync { resolver, _ in Box.of(try factory(resolver)) })
    return Key(info: info.changing { $0.preview = registration })
  }

  /// Returns the key with its live factory allowed in tests, for a factory that only combines other
  /// keys.
  public func liveInTests() -> Key { Key(info: info.changing { $0.allowsLiveInTests = true }) }
}

extension AsyncKey {
  /// Returns the key with a factory for tests.
  public func forTests(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) async throws -> Value
  ) -> AsyncKey {
    let registration = info.alternative(
      CodeLocation(file: file, line: line),
      .async { resolver, _ in Box.of(try await factory(resolver)) })
    return AsyncKey(info: info.changing { $0.test = registration })
  }

  /// Returns the key with a factory for previews.
  public func forPreviews(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) async throws -> Value
  ) -> AsyncKey {
    let registration = info.alternative(
      CodeLocation(file: file, line: line),
      .async { resolver, _ in Box.of(try await factory(resolver)) })
    return AsyncKey(info: info.changing { $0.preview = registration })
  }

  /// Returns the key with its live factory allowed in tests, for a factory that only combines other
  /// keys.
  public func liveInTests() -> AsyncKey {
    AsyncKey(info: info.changing { $0.allowsLiveInTests = true })
  }
}

extension ArgumentKey {
  /// Returns the key with a factory for tests.
  public func forTests(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver, Argument) throws -> sending Value
  ) -> ArgumentKey {
    let registration = info.alternative(
      CodeLocation(file: file, line: line),
      .sync { resolver, argument in Box.of(try factory(resolver, Self.typed(argument))) })
    return ArgumentKey(info: info.changing { $0.test = registration })
  }

  /// Returns the key with a factory for previews.
  public func forPreviews(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver, Argument) throws -> sending Value
  ) -> ArgumentKey {
    let registration = info.alternative(
      CodeLocation(file: file, line: line),
      .sync { resolver, argument in Box.of(try factory(resolver, Self.typed(argument))) })
    return ArgumentKey(info: info.changing { $0.preview = registration })
  }

  /// Returns the key with its live factory allowed in tests, for a factory that only combines other
  /// keys.
  public func liveInTests() -> ArgumentKey {
    ArgumentKey(info: info.changing { $0.allowsLiveInTests = true })
  }
}
