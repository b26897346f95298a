import Dispatch

/// Types as keys, and static functions that use ``shared``.
extension Container {
  /// Registers a factory whose instance is made once, in ``shared``. It replaces an earlier factory
  /// of the type and drops its instance.
  public static func addSingleton<Value: Sendable>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> Value
  ) {
    runOrTerminate { () throws(ResolutionError) in
      try shared.addSingleton(file: file, line: line, factory: factory)
    }
  }

  /// Registers a factory of a type that is not `Sendable`, whose instance is made once and stays on
  /// the main actor, in ``shared``.
  @MainActor public static func addSingleton<Value>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> Value
  ) {
    runOrTerminate { () throws(ResolutionError) in
      try shared.addSingleton(file: file, line: line, factory: factory)
    }
  }

  /// Registers a factory that is called for each request, in ``shared``.
  public static func addPerRequest<Value>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> sending Value
  ) {
    runOrTerminate { () throws(ResolutionError) in
      try shared.addPerRequest(file: file, line: line, factory: factory)
    }
  }

  /// Returns the instance of a type from ``shared``; ends the process with the error's description
  /// if there is none.
  public static func resolve<Value: Sendable>(
    file: String = #fileID, line: Int = #line
  ) -> Value {
    runOrTerminate { () throws(ResolutionError) in try shared.resolve(file: file, line: line) }
  }

  /// Returns the instance of a type that is not `Sendable` from ``shared``; ends the process with
  /// the error's description if there is none. A singleton is available only on the main actor; a
  /// value that is made per request belongs to the caller.
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

  /// Returns the instance of a type that is not `Sendable` from ``shared``.
  ///
  /// - Throws: ``ResolutionError``, also for a singleton outside of the main actor.
  public static func resolveOrThrow<Value>(
    isolation: isolated (any Actor)? = #isolation, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    try shared.resolve(isolation: isolation, file: file, line: line)
  }

  /// Removes all registrations and instances of ``shared`` without releasing the instances; see
  /// ``shutdown()``.
  public static func cleanup() { shared.cleanup() }

  /// Runs `body` and ends the process on an error: property wrappers and the static functions
  /// cannot throw, and have no value to return either.
  static func runOrTerminate<Value>(_ body: () throws(ResolutionError) -> Value) -> Value {
    do { return try body() } catch {
      // `fatalError` prints its message in release builds too, unlike `preconditionFailure`.
      fatalError(error.description)
    }
  }
}

extension Container {
  /// Registers a factory whose instance is made once. It replaces an earlier factory of the type
  /// and drops its instance.
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

  /// Registers a factory of a type that is not `Sendable`, whose instance is made once and stays on
  /// the main actor.
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

  /// Returns the instance of a type, which is built if there is none yet.
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

  /// Returns the instance of a type that is not `Sendable`. A singleton is available only on the
  /// main actor; a value that is made per request belongs to the caller.
  ///
  /// - Throws: ``ResolutionError``, also for a singleton outside of the main actor.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation,
    file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    let context = Context.current
    let isMain = isolation === MainActor.shared || MainQueue.isCurrent
    return try effectiveContainer(context).box(ofType: type, isMain: isMain, context, file, line)
      .unbox(as: type)
  }

  /// Returns the instance of a type; the same as ``resolve(_:file:line:)``.
  public func resolveOrThrow<Value: Sendable>(
    _ type: Value.Type = Value.self, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    try resolve(type, file: file, line: line)
  }

  /// Returns the instance of a type that is not `Sendable`; the same as
  /// ``resolve(_:isolation:file:line:)``.
  public func resolveOrThrow<Value>(
    _ type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation,
    file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    try resolve(type, isolation: isolation, file: file, line: line)
  }

  /// Removes all registrations and instances without releasing the instances; see ``shutdown()``. A
  /// container that was frozen or shut down can be used again.
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

/// The main queue. Code without an actor annotation may run on it as well, such as the `lazy var`
/// of a plain class in an app.
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
