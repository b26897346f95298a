import TremaSupport

/// The few calls of the operating system that reading and writing files needs, with its errors as
/// diagnostics. Foundation is left out: it would double the start-up time of the command.
enum SystemCalls {
  static var lastError: Int32 { errno }

  static func words(_ error: Int32) -> String {
    error == ESTALE
      ? "another program changed it meanwhile" : String(cString: strerror(error)).lowercased()
  }

  static func unreadable(_ path: String, _ error: SystemError) -> Diagnostic {
    var reason = words(error.code)
    var hint: String?
    if let folder = error.copyFolder {
      reason = "no copy can be kept in '\(folder)': \(reason)"
      hint = "make room there, or name another folder in TMPDIR"
    } else {
      hint =
        switch error.code {
        case ENOENT: "is the path right? It starts from the folder that trema runs in"
        case EISDIR: "name the file in it"
        case EACCES: "its permissions do not let you read it"
        case EBADF where path == "-": "standard input is closed"
        default: nil
        }
    }
    return Diagnostic(
      .error, "cannot-read", "cannot read '\(path)': \(reason)",
      at: SourceLocation(file: path), hint: hint, kind: .unreadable)
  }

  static func unwritable(_ path: String, _ error: Int32) -> Diagnostic {
    let hint: String? =
      switch error {
      case ENOTDIR, EEXIST: "a file stands where a folder is needed"
      case EISDIR: "a folder stands where the file is to be"
      case EACCES, EPERM: "the permissions of the folder do not let you write"
      case EROFS: "write to another folder"
      case ENOENT: "a folder of the path is missing"
      case ESTALE: "run trema again"
      case ENOSPC, EDQUOT: "make room; the outputs are as they were"
      default: nil
      }
    return Diagnostic(
      .error, "cannot-write", "cannot write '\(path)': \(words(error))",
      at: SourceLocation(file: path), hint: hint, kind: .unwritable)
  }

  /// Reads at most `count` bytes; an empty array is the end of the file.
  ///
  /// - Parameter offset: where to read, for a file; nil for the next bytes of a stream.
  static func read(
    _ descriptor: Int32, _ count: Int, at offset: Int? = nil
  ) -> Result<[UInt8], SystemError> {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while true {
        let got = readOnce(descriptor, buffer.baseAddress, count, offset)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        filled = max(got, 0)
        return
      }
    }
    return failure == 0 ? .success(bytes) : .failure(SystemError(code: failure))
  }

  private static func readOnce(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ offset: Int?
  ) -> Int {
    if let offset { return pread(descriptor, buffer, count, off_t(offset)) }
    #if canImport(Darwin)
      return Darwin.read(descriptor, buffer, count)
    #elseif canImport(Musl)
      return Musl.read(descriptor, buffer, count)
    #else
      return Glibc.read(descriptor, buffer, count)
    #endif
  }

  static func write(_ descriptor: Int32, _ bytes: some Collection<UInt8>) -> SystemError? {
    bytes.withContiguousStorageIfAvailable { writeAll(descriptor, $0) }
      ?? Array(bytes).withUnsafeBufferPointer { writeAll(descriptor, $0) }
  }

  private static func writeAll(
    _ descriptor: Int32, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> SystemError? {
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
      #if canImport(Darwin)
        let done = Darwin.write(descriptor, rest.baseAddress, rest.count)
      #elseif canImport(Musl)
        let done = Musl.write(descriptor, rest.baseAddress, rest.count)
      #else
        let done = Glibc.write(descriptor, rest.baseAddress, rest.count)
      #endif
      if done < 0 && errno == EINTR { continue }
      if done < 0 { return SystemError(code: errno) }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(done))
    }
    return nil
  }
}

/// An `errno`.
struct SystemError: Error {
  let code: Int32
  /// The folder for copies of streams, when that is where it happened.
  var copyFolder: String?

  init(code: Int32, copyingTo folder: String? = nil) {
    self.code = code
    copyFolder = folder
  }
}

/// Owns a file descriptor and closes it.
final class FileDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  /// Opens a file, or gives the error.
  convenience init(path: String, flags: Int32, mode: mode_t = 0o666) throws(SystemError) {
    let number = open(path, flags | O_CLOEXEC, mode)
    guard number >= 0 else { throw SystemError(code: errno) }
    self.init(number)
  }

  deinit { close(number) }
}
