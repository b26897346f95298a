/// A log with a label. The static functions use a log without a label:
///
///     Log.error("no connection to \(host, .public)", ["attempt": 3])
///     let log = Log(label: "net.http")
///     log.debug("a request was sent")
///
/// The message and the metadata are evaluated only if the level is enabled.
public struct Log: Sendable {
  /// The levels and handlers that the log uses.
  let system: LogSystem
  /// The lowest enabled level of the label, shared by all logs with the label.
  let threshold: LogThreshold

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - label: The part of the program, such as `net.http`, used to select the level. Each label
  ///     is kept in memory, so labels must not be derived from user input.
  ///   - system: The levels and handlers that the log uses.
  public init(label: String, system: LogSystem = .shared) {
    self.system = system
    threshold = system.threshold(of: label)
  }

  /// The log of the static functions, with an empty label and ``LogSystem/shared``.
  public static let standard = Log(label: "")

  /// The log's label.
  public var label: String { threshold.label }

  /// The lowest level that is currently logged.
  public var level: LogLevel { threshold.level }

  /// Returns whether messages of a level are currently logged.
  public func isEnabled(_ level: LogLevel) -> Bool { threshold.isEnabled(level) }

  /// The metadata of the current task, which is part of every record that is logged within
  /// `with(_:operation:)`.
  @TaskLocal static var context = LogMetadata()

  /// Adds metadata to every record that is logged by `operation` and by its child tasks.
  ///
  /// Detached tasks and other threads do not inherit the metadata. A value that is passed to a
  /// logging call replaces a value with the same key.
  ///
  /// - Parameters:
  ///   - metadata: The values to add to the records.
  /// - Returns: The result of `operation`.
  public static func with<Result>(
    _ metadata: LogMetadata, operation: () throws -> Result
  ) rethrows -> Result {
    try $context.withValue(context.merging(metadata), operation: operation)
  }

  /// Adds metadata to every record that is logged by an asynchronous operation and by its child
  /// tasks.
  ///
  /// Detached tasks and other threads do not inherit the metadata. A value that is passed to a
  /// logging call replaces a value with the same key.
  ///
  /// - Parameters:
  ///   - metadata: The values to add to the records.
  /// - Returns: The result of `operation`.
  public static func with<Result>(
    _ metadata: LogMetadata, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $context.withValue(
      context.merging(metadata), operation: operation, isolation: isolation)
  }

  /// Passes a record of an enabled level to the system.
  ///
  /// It is not inlined, because otherwise every disabled call would prepare values that only this
  /// function needs.
  @inline(never)
  func send(
    _ level: LogLevel, _ message: String, _ metadata: LogMetadata, _ file: String,
    _ line: Int
  ) {
    system.log(
      LogRecord(
        level: level, label: threshold.label, message: message,
        metadata: Self.context.merging(metadata), file: file, line: line,
        task: LogTask.current))
  }
}

/// The identity of the current task in records.
enum LogTask {
  /// The hash value of the current task in hexadecimal digits, or `nil` outside tasks.
  static var current: String? {
    withUnsafeCurrentTask { task in
      task.map { String(UInt(bitPattern: $0.hashValue), radix: 16) }
    }
  }
}
