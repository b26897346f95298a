import Dispatch

/// Registration and resolution by type, and static functions that use ``shared``.
extension Container {
  /// Registers a factory in ``shared`` whose instance is made once. Replaces an existing factory of
  /// the type and drops its instance.
  public static func addSingleton<Value: Sendable>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> Value
  ) {
    runOrTerminate { () throws(ResolutionError) in
      try shared.addSingleton(file: file, line: line, factory: factory)
    }
  }

  /// Registers a factory of a non-`Sendable` type in ``shared``. The instance is made once and
  /// stays on the main actor.
  @MainActor public static func addSingleton<Value>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> Value
  ) {
    runOrTerminate { () throws(ResolutionError) in
      try shared.addSingleton(file: file, line: line, factory: factory)
    }
  }

  /// Registers a factory in ``shared`` that is called for each request.
  public static func addPerRequest<Value>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> sending Value
  ) {
    runOrTerminate { () throws(ResolutionError) in
      try shared.addPerRequest(file: file, line: line, factory: factory)
    }
  }

  /// Returns the instance of a type from ``shared``. If it cannot be resolved, the process ends
  /// with the error's description.
  public static func resolve<Value: Sendable>(
    file: String = #fileID, line: Int = #line
  ) -> Value {
    runOrTerminate { () throws(ResolutionError) in try shared.resolve(file: file, line: line) }
  }

  /// Returns the instance of a non-`Sendable` type from ``shared``. If it cannot be resolved, the
  /// process ends with the error's description. A singleton is available only on the main actor; a
  /// value that is made for each request belongs to the caller.
  public static func resolve<Value>(
    isolation: isolated (any Actor)? = #isolation, file: String = #fileID, line: Int = #line
  ) -> Value {
    runOrTerminate { () throws(ResolutionError) in
      try shared.resolve(isolation: isolation, file: file, line: line)
    }
  }

  /// Returns the instance of a type from ``shared``.
  ///
  /// - Throws: ``ResolutionError``.
  public static func resolveOrThrow<Value: Sendable>(
    file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    try shared.resolve(file: file, line: line)
  }

  /// Returns the instance of a non-`Sendable` type from ``shared``.
  ///
  /// - Throws: ``ResolutionError``, including for a singleton outside the main actor.
  public static func resolveOrThrow<Value>(
    isolation: isolated (any Actor)? = #isolation, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    try shared.resolve(isolation: isolation, file: file, line: line)
  }

  /// Removes all registrations and instances from ``shared``. Unlike ``shutdown()``, it does not
  /// release the instances.
  public static func cleanup() { shared.cleanup() }

  /// Runs `body` and ends the process on an error, because property wrappers and static functions
  /// can neither throw nor return a value in this case.
  static func runOrTerminate<Value>(_ body: () throws(ResolutionError) -> Value) -> Value {
    do { return try body() } catch {
      // Unlike `preconditionFailure`, `fatalError` also prints its message in release builds.
      fatalError(error.description)
    }
  }
}

extension Container {
  /// Registers a factory whose instance is made once. Replaces an existing factory of the type and
  /// drops its instance.
  ///
  /// - Throws: ``ResolutionError/sealed(name:at:)`` after ``freeze()``.
  public func addSingleton<Value: Sendable>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> Value
  ) throws(ResolutionError) {
    try add(Value.self, .singleton, .replace, CodeLocation(file: file, line: line)) { _ in
      Box.of(try factory())
    }
  }

  /// Registers a factory of a non-`Sendable` type. The instance is made once and stays on the main
  /// actor.
  ///
  /// - Throws: ``ResolutionError/sealed(name:at:)`` after ``freeze()``.
  @MainActor public func addSingleton<Value>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> Value
  ) throws(ResolutionError) {
    try add(Value.self, .mainSingleton, .replace, CodeLocation(file: file, line: line)) { _ in
      try Box.confinedToMainActor(by: factory)
    }
  }

  /// Registers a factory that is called for each request.
  ///
  /// - Throws: ``ResolutionError/sealed(name:at:)`` after ``freeze()``.
  public func addPerRequest<Value>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> sending Value
  ) throws(ResolutionError) {
    try add(Value.self, .perRequest, .replace, CodeLocation(file: file, line: line)) { _ in
      Box.of(try factory())
    }
  }

  /// Returns the instance of a type, building it if necessary.
  ///
  /// - Throws: ``ResolutionError``.
  public func resolve<Value: Sendable>(
    _ type: Value.Type = Value.self, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    let context = Context.current
    if context == nil, let box = readyBox(ObjectIdentifier(type)) { return box.unbox(as: type) }
    return try effectiveContainer(context).box(ofType: type, isMain: false, context, file, line)
      .unbox(as: type)
  }

  /// Returns the instance of a non-`Sendable` type. A singleton is available only on the main
  /// actor; a value that is made for each request belongs to the caller.
  ///
  /// - Throws: ``ResolutionError``, including for a singleton outside the main actor.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation,
    file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    let context = Context.current
    let isMain = isolation === MainActor.shared || MainQueue.isCurrent
    return try effectiveContainer(context).box(ofType: type, isMain: isMain, context, file, line)
      .unbox(as: type)
  }

  /// Returns a type's instance. Equivalent to ``resolve(_:file:line:)``.
  public func resolveOrThrow<Value: Sendable>(
    _ type: Value.Type = Value.self, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    try resolve(type, file: file, line: line)
  }

  /// Returns the instance of a non-`Sendable` type. Equivalent to
  /// ``resolve(_:isolation:file:line:)``.
  public func resolveOrThrow<Value>(
    _ type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation,
    file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    try resolve(type, isolation: isolation, file: file, line: line)
  }

  /// Removes all registrations and instances. Unlike ``shutdown()``, it does not release the
  /// instances. A container that was frozen or shut down can then be used again.
  public func cleanup() {
    let old = lock.withLock {
      let old = (table, builtInstances, registrations)
      table = SlotTable()
      builtInstances = []
      registrations = [:]
      graph.removeAll()
      (isFrozen, isShutDown) = (false, false)
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Returns the box of a type's instance.
  private func box<Value>(
    ofType type: Value.Type, isMain: Bool, _ context: Context?, _ file: String, _ line: Int
  ) throws(ResolutionError) -> Box {
    let location = CodeLocation(file: file, line: line)
    let info = try info(ofType: type, isMain: isMain, at: location)
    return try resolve(ResolutionRequest(info, nil, location, context?.path))
  }
}

/// The main queue. Code without an actor annotation may also run on it, such as the `lazy var` of a
/// plain class in an app.
enum MainQueue {
  /// A key that is set on the main queue only.
  private static let specificKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the current code runs on the main queue.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: specificKey) ?? false }
}
