public import Testing
public import TremaInjection

/// Runs every test of a suite, or one test, as `TremaInjection.Container.testing(_:operation:)` does.
/// Each test, and each case of one, has instances of its own.
public struct InjectionTrait: SuiteTrait, TestTrait, TestScoping {
  let container: Container
  let change: @Sendable (inout Overrides) -> Void

  /// Tests of nested suites too.
  public var isRecursive: Bool { true }

  /// Runs a test with the values of the trait.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let place = test.sourceLocation
    try await container.testing(change) { error in
      // Recorded here, because the code that is tested may drop the error.
      Issue.record("\(error)", sourceLocation: place)
    } operation: {
      try await function()
    }
  }
}

extension Trait where Self == InjectionTrait {
  /// Overrides for tests: `@Suite(.injecting { $0[Keys.http] = FakeService() })`. A live factory that
  /// nothing overrides is an issue of the test, and the error `.liveInTest`.
  public static func injecting(
    in container: Container = .shared,
    _ change: @escaping @Sendable (inout Overrides) -> Void = { _ in }
  ) -> Self {
    InjectionTrait(container: container, change: change)
  }
}
