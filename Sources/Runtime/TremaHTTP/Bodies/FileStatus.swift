import TremaSupport

/// What the system says of a file that is to be sent.
enum FileStatus {
  /// - Returns: the path for a message.
  /// - Throws: `requestBody` when it can be no path.
  static func shown(_ path: String) throws(TransportError) -> String {
    let shown = HTTPSyntax.shown(path)
    guard !path.utf8.contains(0) else {
      throw TransportError(.requestBody, "the path '\(shown)' holds a NUL")
    }
    return shown
  }

  /// - Parameter ask: `stat` of a path, or `fstat` of a descriptor.
  /// - Returns: its length in bytes.
  /// - Throws: `requestBody` when it is no regular file, or nothing is known of it.
  static func length(
    _ shown: String, _ ask: (inout stat) -> Int32
  ) throws(TransportError) -> Int64 {
    var status = stat()
    guard ask(&status) == 0 else { throw failure(shown, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw TransportError(.requestBody, "'\(shown)' is no regular file")
    }
    return Int64(status.st_size)
  }

  static func failure(_ shown: String, _ error: Int32) -> TransportError {
    TransportError(.requestBody, "'\(shown)': \(String(cString: strerror(error)))")
  }
}

extension HTTPBody {
  /// How long it is now, without being opened; nil when nobody knows.
  ///
  /// - Throws: `requestBody` for a file that is not there or none.
  package func length() throws(TransportError) -> Int64? {
    switch self {
    case .empty: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .file(let path): try FileStatus.length(try FileStatus.shown(path)) { stat(path, &$0) }
    case .stream(let stream): stream.length
    }
  }
}
