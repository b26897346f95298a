import TremaSupport

/// Holds factories and what they made.
///
/// A container may have children: those of `scope(_:)` hold the instances of one scope, those of
/// `overriding` stand in for it in one task.
///
/// `@unchecked Sendable` holds: every `var` is read and written under `States.lock` alone.
public final class Container: @unchecked Sendable {
  /// The container of the app; the static calls use it.
  public static let shared = Container()

  struct Built {
    let slot: Slot
    let box: Box
    let release: Release?
  }

  enum Role: Equatable {
    case root, overrides
    case scope(ScopeID)
    /// Builds everything itself, so that no instance of the app reaches a test.
    case test
    /// Builds everything itself, and every scope is open.
    case trial
  }

  let lock = States.lock
  let parent: Container?
  let role: Role
  let graph: DependencyGraph
  var registrations: [ObjectIdentifier: Registration] = [:]
  /// The live factories that a test registers in a container of the app; removed when the test ends.
  var registeredInTest: [ObjectIdentifier: Registration] = [:]
  // The lock has excluded all others already; see `Slot`.
  @exclusivity(unchecked) var table = Table()
  /// In the order in which they came to be.
  var built: [Built] = []
  var isFrozen = false
  /// Which factories apply, here and in children that do not say otherwise.
  var mode: Mode?
  /// Keys whose live factory may run although this is a test.
  var liveInTests: Set<ObjectIdentifier> = []
  var isDown = false

  public init() {
    parent = nil
    role = .root
    graph = DependencyGraph()
  }

  init(below parent: Container, role: Role) {
    self.parent = parent
    self.role = role
    graph = parent.graph
  }

  var root: Container { parent?.root ?? self }

  /// Whether `other` is this container or one above it.
  func isBelow(_ other: Container) -> Bool {
    var next: Container? = self
    while let container = next {
      if container === other { return true }
      next = container.parent
    }
    return false
  }

  /// The instance of `key`, built when there is none yet.
  ///
  /// When another thread builds it, this one waits. No lock is held while a factory runs.
  public func callAsFunction<Value>(
    _ key: Key<Value>, file: String = #fileID, line: Int = #line
  ) throws(ResolutionError) -> sending Value {
    let context = Context.current
    if context == nil, let box = readyBox(key.info.id) { return box.take(as: Value.self) }
    let ask = Ask(key.info, nil, SourcePlace(file: file, line: line), context?.path)
    return try standIn(context).resolve(ask).take(as: Value.self)
  }

  /// The instance of `key` for `argument`.
  public func callAsFunction<Argument, Value>(
    _ key: ArgumentKey<Argument, Value>, _ argument: Argument, file: String = #fileID,
    line: Int = #line
  ) throws(ResolutionError) -> sending Value {
    let context = Context.current
    let ask = Ask(
      key.info, .init(value: argument), SourcePlace(file: file, line: line), context?.path)
    return try standIn(context).resolve(ask).take(as: Value.self)
  }

  /// The instance of `key`; while it is being built, all who ask wait for the same one.
  ///
  /// - Throws: `.cancelled` when the task is cancelled while it waits. The build goes on as long as
  ///   one waits for it.
  public func callAsFunction<Value>(
    _ key: AsyncKey<Value>, file: String = #fileID, line: Int = #line
  ) async throws(ResolutionError) -> Value {
    let context = Context.current
    if context == nil, let box = readyBox(key.info.id) { return box.take(as: Value.self) }
    let ask = Ask(key.info, nil, SourcePlace(file: file, line: line), context?.path)
    return try await standIn(context).resolveInTask(ask).take(as: Value.self)
  }

  /// The instance of a key that takes time, if it has been built: no task is entered.
  public func ready<Value>(_ key: AsyncKey<Value>) -> Value? {
    standIn(Context.current).readyBox(key.info.id)?.take(as: Value.self)
  }

  func standIn(_ context: Context?) -> Container { context?.standIn(for: self) ?? self }

  /// The container of the test that the current task runs, where it replaces this one.
  var test: Container? {
    var next: Container? = standIn(Context.current)
    while let container = next, container !== self {
      if container.role == .test { return container }
      next = container.parent
    }
    return nil
  }

  @inline(__always)
  func readyBox(_ id: ObjectIdentifier) -> Box? {
    lock.lock()
    defer { lock.unlock() }
    return if case .ready(let box)? = table.slots[id]?.state { box } else { nil }
  }
}
