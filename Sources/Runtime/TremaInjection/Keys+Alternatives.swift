/// Factories for tests and previews. They apply in ``Container/testing(_:operation:)`` and in the modes of
/// ``Container/use(_:)``; a key without them behaves there as the mode says.
///
/// Each function returns another key, so use it where the key is declared.
extension Key {
  /// Adds the factory for tests.
  public func forTests(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) throws -> sending Value
  ) -> Key {
    let made = info.alternative(
      SourcePlace(file: file, line: line),
      .sync { resolver, _ in Box.of(try factory(resolver)) })
    return Key(info: info.changing { $0.test = made })
  }

  /// Adds the factory for previews.
  public func forPreviews(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) throws -> sending Value
  ) -> Key {
    let made = info.alternative(
      SourcePlace(file: file, line: line),
      .sync { resolver, _ in Box.of(try factory(resolver)) })
    return Key(info: info.changing { $0.preview = made })
  }

  /// Lets the live factory run in tests, because it only combines other keys.
  public func liveInTests() -> Key { Key(info: info.changing { $0.isLiveInTests = true }) }
}

extension AsyncKey {
  /// Adds the factory for tests.
  public func forTests(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) async throws -> Value
  ) -> AsyncKey {
    let made = info.alternative(
      SourcePlace(file: file, line: line),
      .async { resolver, _ in Box.of(try await factory(resolver)) })
    return AsyncKey(info: info.changing { $0.test = made })
  }

  /// Adds the factory for previews.
  public func forPreviews(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver) async throws -> Value
  ) -> AsyncKey {
    let made = info.alternative(
      SourcePlace(file: file, line: line),
      .async { resolver, _ in Box.of(try await factory(resolver)) })
    return AsyncKey(info: info.changing { $0.preview = made })
  }

  /// Lets the live factory run in tests, because it only combines other keys.
  public func liveInTests() -> AsyncKey {
    AsyncKey(info: info.changing { $0.isLiveInTests = true })
  }
}

extension ArgumentKey {
  /// Adds the factory for tests.
  public func forTests(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver, Argument) throws -> sending Value
  ) -> ArgumentKey {
    let made = info.alternative(
      SourcePlace(file: file, line: line),
      .sync { resolver, argument in Box.of(try factory(resolver, Self.typed(argument))) })
    return ArgumentKey(info: info.changing { $0.test = made })
  }

  /// Adds the factory for previews.
  public func forPreviews(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (Resolver, Argument) throws -> sending Value
  ) -> ArgumentKey {
    let made = info.alternative(
      SourcePlace(file: file, line: line),
      .sync { resolver, argument in Box.of(try factory(resolver, Self.typed(argument))) })
    return ArgumentKey(info: info.changing { $0.preview = made })
  }

  /// Lets the live factory run in tests, because it only combines other keys.
  public func liveInTests() -> ArgumentKey {
    ArgumentKey(info: info.changing { $0.isLiveInTests = true })
  }
}
