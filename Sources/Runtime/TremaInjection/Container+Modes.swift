extension Container {
  /// Which factories of the keys apply.
  public enum Mode: Sendable {
    /// The factories of the app.
    case live
    /// The factory that a key has for previews, else that of the app.
    case preview
    /// The factory that a key has for tests; one of the app is an error, unless it is allowed.
    case test
  }

  /// Sets the mode for the whole process, threads and detached tasks included. Call it before
  /// anything is resolved, since instances that exist are forgotten without being released.
  ///
  ///     if ProcessInfo.processInfo.environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" {
  ///       Container.shared.use(.preview)
  ///     }
  public func use(_ mode: Mode) {
    let old = lock.withLock {
      let old = (table, built)
      (self.mode, table, built) = (mode, Table(), [])
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Runs `operation` as a test: no instance of the app is visible in it, a key yields what `change`
  /// sets or its value for tests, and a live factory is the error `.liveInTest`.
  ///
  /// It reaches as far as the overrides of ``overriding(_:operation:)``.
  public func testing<Result>(
    _ change: (inout Overrides) -> Void = { _ in }, operation: () throws -> Result
  ) rethrows -> Result {
    try Context.$current.withValue(overridden(change, role: .test), operation: operation)
  }

  /// The same for an asynchronous operation.
  public func testing<Result>(
    _ change: (inout Overrides) -> Void = { _ in }, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Context.$current.withValue(overridden(change, role: .test), operation: operation)
  }

  /// The same, with a function that is called with every refused live factory.
  package func testing(
    _ change: (inout Overrides) -> Void, onLive: @escaping @Sendable (ResolutionError) -> Void,
    operation: () async throws -> Void
  ) async rethrows {
    let context = overridden(change, role: .test, onLive: onLive)
    try await Context.$current.withValue(context, operation: operation)
  }
}

/// The factory that applies to a key.
enum ApplicableFactory {
  case found(Registration)
  case none
  /// One of the app, given at that place, in a test.
  case refused(SourcePlace)
}

extension Container {
  /// The nearest factory of the app or of an override; the key's own is the last.
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

  /// The factory by the mode; under the lock. An override applies in every mode.
  func factory(for info: KeyInfo) -> ApplicableFactory {
    var (mode, isAllowed): (Mode?, Bool) = (nil, info.alternatives.isLiveInTests)
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
      if let live { return .refused(live.place) }
    case .test, .live, nil: break
    }
    return live.map { .found($0) } ?? .none
  }

  /// Whether an instance of that kind can live here: the scope of a scoped one must be open.
  func hasScope(for kind: Kind) -> Bool {
    guard case .scoped(let scope) = kind else { return true }
    var next: Container? = self
    while let container = next {
      if container.role == .scope(scope) { return true }
      next = container.parent
    }
    return false
  }
}
