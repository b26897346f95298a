import TremaSupport

/// Why a record is not where it should be.
public struct LogFailure: Error, Hashable, Sendable {
  /// The operation that failed: `open /var/log/app.log`.
  public let action: String
  /// The number of the system's error.
  public let code: Int32
  /// In the system's words: `Permission denied`.
  public let reason: String

  init(_ action: String, code: Int32) {
    self.action = action
    self.code = code
    reason = SystemError(code: code).reason
  }
}

extension LogFailure: CustomStringConvertible {
  /// The action that failed, and the reason.
  public var description: String { "cannot \(LogText.escaped(action)): \(reason)" }
}
