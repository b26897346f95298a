extension Container {
  /// The mode that determines which factory of a key is used.
  public enum Mode: Sendable {
    /// The registered factory, or the key's own factory.
    case live
    /// The key's factory for previews if it has one, otherwise the same factory as in `live`.
    case preview
    /// The key's factory for tests. Using a live factory is an error unless it is allowed.
    case test
  }

  /// Sets the mode for the whole process, including threads and detached tasks.
  ///
  /// Call it before anything is resolved, because existing instances are dropped without being
  /// released.
  ///
  ///     if ProcessInfo.processInfo.environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" {
  ///       Container.shared.use(.preview)
  ///     }
  public func use(_ mode: Mode) {
    let old = lock.withLock {
      let old = (table, builtInstances)
      (self.mode, table, builtInstances) = (mode, SlotTable(), [])
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Runs `operation` as a test that sees none of the app's instances.
  ///
  /// A key resolves to the value that `change` sets, or uses its factory for tests; a live factory
  /// causes the error ``ResolutionError/liveInTest(_:typeName:path:requestedAt:)``. The test has
  /// the same extent as overrides in ``overriding(_:operation:)``.
  ///
  /// - Parameters:
  ///   - change: Sets the overrides.
  ///   - operation: The closure to run as a test.
  /// - Returns: The result of `operation`.
  public func testing<Result>(
    _ change: (inout Overrides) -> Void = { _ in }, operation: () throws -> Result
  ) rethrows -> Result {
    try Context.$current.withValue(overrideContext(change, role: .test), operation: operation)
  }

  /// Runs an asynchronous operation as a test that sees none of the app's instances.
  ///
  /// A key resolves to the value that `change` sets, or uses its factory for tests; a live factory
  /// causes the error ``ResolutionError/liveInTest(_:typeName:path:requestedAt:)``.
  ///
  /// - Parameters:
  ///   - change: Sets the overrides.
  ///   - operation: The closure to run as a test.
  /// - Returns: The result of `operation`.
  public func testing<Result>(
    _ change: (inout Overrides) -> Void = { _ in }, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Context.$current.withValue(overrideContext(change, role: .test), operation: operation)
  }

  /// Runs an operation as a test.
  ///
  /// - Parameter onLive: Called with the error for every refused live factory, even if the tested
  ///   code ignores the error.
  package func testing(
    _ change: (inout Overrides) -> Void, onLive: @escaping @Sendable (ResolutionError) -> Void,
    operation: () async throws -> Void
  ) async rethrows {
    let context = overrideContext(change, role: .test, onLiveFactory: onLive)
    try await Context.$current.withValue(context, operation: operation)
  }
}

/// The result of selecting a factory.
enum ApplicableFactory {
  /// A factory that may run.
  case found(Registration)
  /// There is no factory.
  case none
  /// A live factory that must not run in a test, with the location of its registration.
  case refused(CodeLocation)
}

extension Container {
  /// Returns the factory of the nearest container that has one, or the key's own factory, or `nil`
  /// if there is none.
  func registration(for info: KeyInfo) -> Registration? {
    var next: Container? = self
    while let container = next {
      if let registration = container.registrations[info.id]
        ?? container.registeredInTest[info.id]
      {
        return registration
      }
      next = container.parent
    }
    return info.registration
  }

  /// Returns the factory that the mode selects; must be called under the lock. An override applies
  /// in every mode.
  func factory(for info: KeyInfo) -> ApplicableFactory {
    // On the way to the root, the nearest mode and any permission for a live factory are collected.
    var (mode, isAllowed): (Mode?, Bool) = (nil, info.alternatives.allowsLiveInTests)
    var next: Container? = self
    while let container = next {
      if container.role == .overrides || container.role == .test,
        let override = container.registrations[info.id]
      {
        return .found(override)
      }
      mode = mode ?? container.mode
      isAllowed = isAllowed || container.liveInTests.contains(info.id)
      next = container.parent
    }
    let live = registration(for: info)
    switch mode {
    case .preview:
      if let preview = info.alternatives.preview { return .found(preview) }
    case .test where !isAllowed || live == nil:
      if let test = info.alternatives.test { return .found(test) }
      if let live { return .refused(live.location) }
    case .test, .live, nil: break
    }
    return live.map { .found($0) } ?? .none
  }

  /// Returns whether an instance of a kind can exist here. For a scoped instance, the scope must be
  /// open.
  func hasScope(for kind: LifetimeKind) -> Bool {
    guard case .scoped(let scope) = kind else { return true }
    var next: Container? = self
    while let container = next {
      if container.role == .scope(scope) { return true }
      next = container.parent
    }
    return false
  }
}
