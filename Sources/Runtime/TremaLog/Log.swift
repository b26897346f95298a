/// Tells what happens. The static members are a log without a label:
///
///     Log.error("no connection to \(host, .public)", ["attempt": 3])
///     let log = Log(label: "net.http")
///     log.debug("a request was sent")
///
/// Message and values are only made when they are handled.
public struct Log: Sendable {
  let system: LogSystem
  let gate: LogGate

  /// - Parameters:
  ///   - label: a part of the program, `net.http`. Levels are chosen by it; each label is kept, so it
  ///     must not be made of what users enter.
  ///   - system: whose levels and handlers are used.
  public init(label: String, system: LogSystem = .shared) {
    self.system = system
    gate = system.gate(of: label)
  }

  /// The log of the static members: no label, ``LogSystem/shared``.
  public static let standard = Log(label: "")

  /// The label of the log.
  public var label: String { gate.label }

  /// The level from which on this log is handled, at this moment.
  public var level: LogLevel { gate.level }

  /// Whether messages of a level are logged.
  public func isEnabled(_ level: LogLevel) -> Bool { gate.isOpen(level) }

  /// The metadata of the task: in every record that is logged inside of ``with(_:operation:)``.
  @TaskLocal static var context = LogMetadata()

  /// Adds values to every record that is logged by `operation` and by the child tasks that it
  /// starts, not by detached tasks and other threads. What a call says of a key goes before it.
  public static func with<Result>(
    _ metadata: LogMetadata, operation: () throws -> Result
  ) rethrows -> Result {
    try $context.withValue(context.merging(metadata), operation: operation)
  }

  /// Adds metadata to every message that is logged during an operation, also in its child tasks.
  public static func with<Result>(
    _ metadata: LogMetadata, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $context.withValue(
      context.merging(metadata), operation: operation, isolation: isolation)
  }

  /// Hands a record on; the gate has let it pass.
  ///
  /// Inlined, it would make every call that is disabled set up what only this needs.
  @inline(never)
  func send(
    _ level: LogLevel, _ message: String, _ metadata: LogMetadata, _ file: String,
    _ line: Int
  ) {
    system.log(
      LogRecord(
        level: level, label: gate.label, message: message,
        metadata: Self.context.merging(metadata), file: file, line: line,
        task: LogTask.current))
  }
}

enum LogTask {
  /// Sixteen hexadecimal digits for the task that runs; nil outside of tasks.
  static var current: String? {
    withUnsafeCurrentTask { task in
      task.map { String(UInt(bitPattern: $0.hashValue), radix: 16) }
    }
  }
}
