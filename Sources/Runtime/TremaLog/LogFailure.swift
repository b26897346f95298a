import TremaSupport

/// A failure to write a record to its destination.
public struct LogFailure: Error, Hashable, Sendable {
  /// The operation that failed, such as `open /var/log/app.log`.
  public let action: String
  /// The system error number (`errno`).
  public let code: Int32
  /// The system error message, such as `Permission denied`.
  public let reason: String

  /// Creates the failure for an error number.
  init(_ action: String, code: Int32) {
    self.action = action
    self.code = code
    reason = SystemError(code: code).reason
  }
}

extension LogFailure: CustomStringConvertible {
  /// The operation and the reason, with control characters escaped.
  public var description: String { "cannot \(LogText.escaped(action)): \(reason)" }
}
