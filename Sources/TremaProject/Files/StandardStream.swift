import TremaDiagnostics

/// Standard output or standard error, without a buffer.
public enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  public var descriptor: Int32 { rawValue }

  /// - Throws: kind `.unwritable`.
  public func write(_ bytes: [UInt8]) throws(Diagnostic) {
    if let error = SystemCalls.write(descriptor, bytes) {
      throw SystemCalls.unwritable(
        self == .output ? "standard output" : "standard error", error.code)
    }
  }
}
