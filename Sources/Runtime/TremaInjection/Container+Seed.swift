import Dispatch

/// Types as keys, and the calls without a container, which use ``shared``.
extension Container {
  /// Registers a factory whose instance is made once. Adding another drops the old instance.
  public static func addSingleton<Value: Sendable>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> Value
  ) {
    orStop { () throws(ResolutionError) in
      try shared.addSingleton(file: file, line: line, factory: factory)
    }
  }

  /// The same for a type that is not Sendable: the instance lives on the main actor.
  @MainActor public static func addSingleton<Value>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> Value
  ) {
    orStop { () throws(ResolutionError) in
      try shared.addSingleton(file: file, line: line, factory: factory)
    }
  }

  /// Registers a factory that is called for each request.
  public static func addPerRequest<Value>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> sending Value
  ) {
    orStop { () throws(ResolutionError) in
      try shared.addPerRequest(file: file, line: line, factory: factory)
    }
  }

  /// The instance of a type. Stops the program with the text of the error when there is none.
  public static func resolve<Value: Sendable>(
    file: String = #fileID, line: Int = #line
  ) -> Value {
    orStop { () throws(ResolutionError) in try shared.resolve(file: file, line: line) }
  }

  /// The same for a type that is not Sendable. A singleton of it is given on the main actor alone; what
  /// is made per request belongs to the caller.
  public static func resolve<Value>(
    isolation: isolated (any Actor)? = #isolation, file: String = #fileID, line: Int = #line
  ) -> Value {
    orStop { () throws(ResolutionError) in
      try shared.resolve(isolation: isolation, file: file, line: line)
    }
  }

  /// The instance of a type.
  public static func resolveOrThrow<Value: Sendable>(
    file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    try shared.resolve(file: file, line: line)
  }

  /// The same for a type that is not Sendable.
  public static func resolveOrThrow<Value>(
    isolation: isolated (any Actor)? = #isolation, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    try shared.resolve(isolation: isolation, file: file, line: line)
  }

  /// Forgets all registrations and all instances, without releasing them; see ``shutdown()``.
  public static func cleanup() { shared.cleanup() }

  /// Wrappers and static calls cannot throw, and go on without a value they cannot either.
  static func orStop<Value>(_ body: () throws(ResolutionError) -> Value) -> Value {
    do { return try body() } catch {
      // `fatalError`, because it alone prints the text in a release build.
      fatalError(error.description)
    }
  }
}

extension Container {
  /// See the static call of this name.
  public func addSingleton<Value: Sendable>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> Value
  ) throws(ResolutionError) {
    try add(Value.self, .singleton, .replace, SourcePlace(file: file, line: line)) { _ in
      Box.of(try factory())
    }
  }

  /// See the static call of this name.
  @MainActor public func addSingleton<Value>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> Value
  ) throws(ResolutionError) {
    try add(Value.self, .mainSingleton, .replace, SourcePlace(file: file, line: line)) { _ in
      try Box.confined(to: factory)
    }
  }

  /// See the static call of this name.
  public func addPerRequest<Value>(
    file: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable () throws -> sending Value
  ) throws(ResolutionError) {
    try add(Value.self, .perRequest, .replace, SourcePlace(file: file, line: line)) { _ in
      Box.of(try factory())
    }
  }

  /// The instance of a type.
  public func resolve<Value: Sendable>(
    _ type: Value.Type = Value.self, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    let context = Context.current
    if context == nil, let box = readyBox(ObjectIdentifier(type)) { return box.take(as: type) }
    return try standIn(context).box(ofType: type, isMain: false, context, file, line).take(as: type)
  }

  /// The same for a type that is not Sendable; see the static call.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation,
    file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    let context = Context.current
    let isMain = isolation === MainActor.shared || MainQueue.isCurrent
    return try standIn(context).box(ofType: type, isMain: isMain, context, file, line)
      .take(as: type)
  }

  /// See ``resolve(_:file:line:)``.
  public func resolveOrThrow<Value: Sendable>(
    _ type: Value.Type = Value.self, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    try resolve(type, file: file, line: line)
  }

  /// See ``resolve(_:isolation:file:line:)``.
  public func resolveOrThrow<Value>(
    _ type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation,
    file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> Value {
    try resolve(type, isolation: isolation, file: file, line: line)
  }

  /// See the static call of this name.
  public func cleanup() {
    let old = lock.withLock {
      let old = (table, built, registrations)
      table = Table()
      built = []
      registrations = [:]
      graph.removeAll()
      (isFrozen, isDown) = (false, false)
      return old
    }
    withExtendedLifetime(old) {}
  }

  private func box<Value>(
    ofType type: Value.Type, isMain: Bool, _ context: Context?, _ file: String, _ line: Int
  ) throws(ResolutionError) -> Box {
    let place = SourcePlace(file: file, line: line)
    let info = try info(ofType: type, isMain: isMain, at: place)
    return try resolve(ResolutionRequest(info, nil, place, context?.path))
  }
}

/// Code that says nothing of actors may run on the main one all the same: the `lazy var` of a plain
/// class in an app does.
enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? false }
}
