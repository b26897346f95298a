/// A log record as handlers receive it, after the removal of secrets.
public struct LogRecord: Sendable, Hashable {
  /// The level.
  public var level: LogLevel
  /// The time of the call.
  public var time: LogTime
  /// The log's label, or an empty string.
  public var label: String
  /// The message, with masks instead of private values.
  public var message: String
  /// The metadata of the handler, the task and the call, merged in this order.
  public var metadata: LogMetadata
  /// The module and file of the call, such as `Shop/Basket.swift`.
  public var file: String
  /// The call's 1-based line number.
  public var line: Int
  /// Hexadecimal digits that identify the task among the running tasks of the process; `nil`
  /// outside tasks.
  public var task: String?
}

extension LogRecord {
  // This calls the memberwise initializer, whose parameters are in the order of the properties. An
  // initializer that sets the properties one at a time makes a second record and retains each
  // string.
  /// Creates a record.
  ///
  /// - Parameters:
  ///   - time: The time of the call.
  ///   - file: The module and file of the call.
  ///   - task: The hexadecimal digits that identify the task; `nil` outside tasks.
  public init(
    time: LogTime = .now, level: LogLevel, label: String = "", message: String,
    metadata: LogMetadata = [:], file: String = #fileID, line: Int = #line, task: String? = nil
  ) {
    self.init(
      level: level, time: time, label: label, message: message, metadata: metadata, file: file,
      line: line, task: task)
  }
}
