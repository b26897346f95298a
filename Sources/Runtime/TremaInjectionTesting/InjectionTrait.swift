public import Testing
public import TremaInjection

/// A trait that runs every test of a suite, or a single test, in
/// `TremaInjection.Container.testing(_:operation:)`. Each test and each test case has its own
/// instances.
public struct InjectionTrait: SuiteTrait, TestTrait, TestScoping {
  /// The container whose instances are overridden.
  let container: Container
  /// Sets the overrides.
  let change: @Sendable (inout Overrides) -> Void

  /// Whether the trait applies to nested suites: `true`.
  public var isRecursive: Bool { true }

  /// Runs a test case with the overrides of the trait. A refused live factory is recorded as an
  /// issue of the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let place = test.sourceLocation
    try await container.testing(change) { error in
      // The issue is recorded here because the tested code may ignore the error.
      Issue.record("\(error)", sourceLocation: place)
    } operation: {
      try await function()
    }
  }
}

extension Trait where Self == InjectionTrait {
  /// Returns a trait with overrides for tests:
  /// `@Suite(.injecting { $0[Keys.http] = FakeService() })`.
  ///
  /// A live factory that nothing overrides is an issue of the test, and the error `.liveInTest`.
  ///
  /// - Parameters:
  ///   - container: The container whose instances are overridden.
  ///   - change: Sets the overrides.
  public static func injecting(
    in container: Container = .shared,
    _ change: @escaping @Sendable (inout Overrides) -> Void = { _ in }
  ) -> Self {
    InjectionTrait(container: container, change: change)
  }
}
