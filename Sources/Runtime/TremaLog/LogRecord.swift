/// Something that was logged, as handlers get it: secrets are taken out already.
public struct LogRecord: Sendable, Hashable {
  /// The level.
  public var level: LogLevel
  /// The time at which the message was logged.
  public var time: LogTime
  /// The part of the program that it is from; empty where none was named.
  public var label: String
  /// The message, without private values.
  public var message: String
  /// The metadata of the handler, of the task and of the call.
  public var metadata: LogMetadata
  /// The module and the file: `Shop/Basket.swift`.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// Digits that are those of one task of this process as long as it runs; nil outside of tasks.
  public var task: String?
}

extension LogRecord {
  // By way of the one that the compiler makes, in the order of the properties: one that sets these
  // one by one makes a second record and counts a reference for each text of it.
  /// Creates a record.
  ///
  /// - Parameters:
  /// - label: the label of the log.
  /// - file: the file of the call.
  /// - line: the line of the call.
  /// - task: the name of the task.
  public init(
    time: LogTime = .now, level: LogLevel, label: String = "", message: String,
    metadata: LogMetadata = [:], file: String = #fileID, line: Int = #line, task: String? = nil
  ) {
    self.init(
      level: level, time: time, label: label, message: message, metadata: metadata, file: file,
      line: line, task: task)
  }
}
