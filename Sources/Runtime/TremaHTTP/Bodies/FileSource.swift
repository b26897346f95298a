import TremaSupport

/// The bytes of a regular file, as many as it had when it was opened.
package final class FileSource: HTTPBodySource {
  package static let pieceSize = 1 << 16

  /// The length of the file when it was opened. Bytes that are appended later are not sent.
  package let length: Int64
  private let path: String
  private let state: LockedValue<State>

  private struct State {
    /// The descriptor; `nil` when the file is closed.
    var descriptor: Int32?
    var offset: Int64 = 0
    /// Why there is nothing more; nil at the end.
    var failure: TransportError?

    mutating func shut() {
      if let descriptor { close(descriptor) }
      descriptor = nil
    }
  }

  /// - Throws: `requestBody`, with the path and the reason.
  package init(path: String) throws(TransportError) {
    let shown = try FileStatus.shown(path)
    // Opening a pipe would wait for its other end.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileStatus.failure(shown, errno) }
    do throws(TransportError) {
      length = try FileStatus.length(shown) { fstat(descriptor, &$0) }
    } catch {
      close(descriptor)
      throw error
    }
    self.path = shown
    // An empty file has no last byte whose reading would close it.
    if length == 0 { close(descriptor) }
    state = LockedValue(State(descriptor: length == 0 ? nil : descriptor))
  }

  deinit { state.withLock { $0.shut() } }

  package func next() async throws(TransportError) -> [UInt8]? {
    try state.withLock { state throws(TransportError) in
      if let failure = state.failure { throw failure }
      guard let descriptor = state.descriptor else { return nil }
      do throws(TransportError) {
        let piece = try read(descriptor, from: state.offset)
        state.offset += Int64(piece.count)
        if state.offset == length { state.shut() }
        return piece
      } catch {
        state.failure = error
        state.shut()
        throw error
      }
    }
  }

  package func cancel() {
    state.withLock { state in
      state.shut()
      state.failure = state.failure ?? TransportError(.cancelled)
    }
  }

  private func read(_ descriptor: Int32, from offset: Int64) throws(TransportError) -> [UInt8] {
    let wanted = Int(min(Int64(Self.pieceSize), length - offset))
    var error: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      var result: Int
      repeat {
        result = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
        error = result < 0 ? errno : 0
      } while error == EINTR
      count = max(0, result)
    }
    if error != 0 { throw FileStatus.failure(path, error) }
    guard !piece.isEmpty else {
      throw TransportError(
        .requestBody, "'\(path)' became shorter while it was sent: \(offset) of \(length) bytes")
    }
    return piece
  }
}

/// The status of a file that is to be sent.
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
  /// The current length, without opening the file; `nil` if it is unknown.
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
