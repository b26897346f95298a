import TremaSupport

/// A source that reads a regular file up to the length that it had when it was opened.
package final class FileSource: HTTPBodySource {
  /// The maximum size of one chunk, in bytes.
  package static let chunkSize = 1 << 16

  /// The length of the file when it was opened. Bytes that are appended later are not sent.
  package let length: Int64
  /// The path for messages, with control characters escaped.
  private let path: String
  private let state: LockedValue<State>

  /// The state that concurrent calls of `next()` and `cancel()` share.
  private struct State {
    /// The descriptor, or `nil` when the file is closed.
    var descriptor: Int32?
    /// The offset of the next byte to read.
    var offset: Int64 = 0
    /// The error that ended reading, or `nil` if the file was read to its end.
    var failure: TransportError?

    /// Closes the file if it is open.
    mutating func closeFile() {
      if let descriptor { close(descriptor) }
      descriptor = nil
    }
  }

  /// Opens a file and determines its length.
  ///
  /// - Throws: `requestBody` with the path and the reason if the file cannot be opened, or is not a
  ///   regular file.
  package init(path: String) throws(TransportError) {
    let displayPath = try FileStatus.displayPath(path)
    // Opening a named pipe would block until someone opens the other end.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileStatus.failure(displayPath, errno) }
    do throws(TransportError) {
      length = try FileStatus.length(displayPath) { fstat(descriptor, &$0) }
    } catch {
      close(descriptor)
      throw error
    }
    self.path = displayPath
    // The file is closed after its last byte has been read. An empty file has none.
    if length == 0 { close(descriptor) }
    state = LockedValue(State(descriptor: length == 0 ? nil : descriptor))
  }

  deinit { state.withLock { $0.closeFile() } }

  /// Returns the next chunk of at most `chunkSize` bytes, or `nil` at the end.
  ///
  /// The file is closed after the last byte and after an error, which is thrown again by later
  /// calls.
  package func next() async throws(TransportError) -> [UInt8]? {
    try state.withLock { state throws(TransportError) in
      if let failure = state.failure { throw failure }
      guard let descriptor = state.descriptor else { return nil }
      do throws(TransportError) {
        let chunk = try read(descriptor, from: state.offset)
        state.offset += Int64(chunk.count)
        if state.offset == length { state.closeFile() }
        return chunk
      } catch {
        state.failure = error
        state.closeFile()
        throw error
      }
    }
  }

  /// Closes the file. Afterwards, `next()` throws `cancelled` unless an earlier error is stored.
  package func cancel() {
    state.withLock { state in
      state.closeFile()
      state.failure = state.failure ?? TransportError(.cancelled)
    }
  }

  /// Returns the bytes at an offset, up to the chunk size.
  ///
  /// Reads at an explicit offset with `pread`, and repeats calls that are interrupted by a signal.
  ///
  /// - Throws: `requestBody` if the file is shorter than when it was opened.
  private func read(_ descriptor: Int32, from offset: Int64) throws(TransportError) -> [UInt8] {
    let requestedCount = Int(min(Int64(Self.chunkSize), length - offset))
    var error: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: requestedCount) { buffer, count in
      var result: Int
      repeat {
        result = pread(descriptor, buffer.baseAddress, requestedCount, off_t(offset))
        error = result < 0 ? errno : 0
      } while error == EINTR
      count = max(0, result)
    }
    if error != 0 { throw FileStatus.failure(path, error) }
    guard !chunk.isEmpty else {
      throw TransportError(
        .requestBody, "'\(path)' was truncated while it was sent: \(offset) of \(length) bytes")
    }
    return chunk
  }
}

/// Metadata checks for files that are sent as request bodies.
enum FileStatus {
  /// Checks a path and returns its form for messages, with control characters escaped.
  ///
  /// - Throws: `requestBody` if the path contains a NUL byte.
  static func displayPath(_ path: String) throws(TransportError) -> String {
    let escapedPath = HTTPSyntax.escaped(path)
    guard !path.utf8.contains(0) else {
      throw TransportError(.requestBody, "the path '\(escapedPath)' contains a NUL")
    }
    return escapedPath
  }

  /// Returns a file's length, in bytes.
  ///
  /// - Parameters:
  ///   - displayPath: The path for messages.
  ///   - readStatus: Fills the status with `stat` for a path, or with `fstat` for a descriptor.
  /// - Throws: `requestBody` if the file is not a regular file or its status cannot be read.
  static func length(
    _ displayPath: String, _ readStatus: (inout stat) -> Int32
  ) throws(TransportError) -> Int64 {
    var status = stat()
    guard readStatus(&status) == 0 else { throw failure(displayPath, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw TransportError(.requestBody, "'\(displayPath)' is not a regular file")
    }
    return Int64(status.st_size)
  }

  /// Returns the error for a value of `errno`.
  static func failure(_ displayPath: String, _ error: Int32) -> TransportError {
    TransportError(.requestBody, "'\(displayPath)': \(String(cString: strerror(error)))")
  }
}

extension HTTPBody {
  /// Returns the current length, without opening the file, or `nil` if it is unknown.
  ///
  /// - Throws: `requestBody` for a file that does not exist or is not a regular file.
  package func length() throws(TransportError) -> Int64? {
    switch self {
    case .empty: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .file(let path):
      try FileStatus.length(try FileStatus.displayPath(path)) { stat(path, &$0) }
    case .stream(let stream): stream.length
    }
  }
}
