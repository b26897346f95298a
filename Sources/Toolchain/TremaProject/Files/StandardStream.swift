import TremaSupport

/// Standard output or standard error, without buffering.
package enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// The number of the descriptor.
  package var descriptor: Int32 { rawValue }

  /// The code for an error that isn't reported, because the stream's reader has exited, as `head`
  /// does.
  package static let brokenPipe = "reader-gone"

  /// Opens a placeholder for each standard stream that is closed. Otherwise the first opened file
  /// would get the stream's number and receive its output.
  package static func reserveClosed() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes bytes to the stream.
  ///
  /// - Throws: An `.unwritable` diagnostic.
  package func write(_ bytes: [UInt8]) throws(Diagnostic) {
    let (_, failure) = FileDescriptor(borrowing: descriptor).writeBestEffort(bytes)
    guard let error = failure else { return }
    let name = self == .output ? "standard output" : "standard error"
    throw Diagnostic(
      .error, error.code == EPIPE ? Self.brokenPipe : "cannot-write",
      "cannot write to \(name): \(error.code == EBADF ? "it is closed" : SystemCalls.description(error.code))",
      kind: .unwritable)
  }
}
