import TremaDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is read in pieces, as often as needed. Standard input, and whatever else is no file
/// on a disk, is copied to a nameless file first, so that it can be read twice as well.
public final class InputFile {
  /// The path as it was given, `-` for standard input.
  public let path: String
  let descriptor: FileDescriptor

  /// - Throws: kind `.unreadable`, when it cannot be opened or is a folder.
  public init(path: String) throws(Diagnostic) {
    self.path = path
    do throws(SystemError) {
      if path == "-" {
        descriptor = try Self.standardInput.get()
        return
      }
      let opened = try FileDescriptor(path: path, flags: O_RDONLY)
      var status = stat()
      guard fstat(opened.number, &status) == 0 else { throw SystemError(code: errno) }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: throw SystemError(code: EISDIR)
      case S_IFREG: descriptor = opened
      default: descriptor = try Self.spool(opened.number)
      }
    } catch {
      throw SystemCalls.unreadable(path, error.code)
    }
  }

  /// Read once, however often it is named: a report quotes from it after the reader is done.
  private static let standardInput: Result<FileDescriptor, SystemError> = Result {
    () throws(SystemError) in try spool(0)
  }

  private static func spool(_ input: Int32) throws(SystemError) -> FileDescriptor {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/trema-XXXXXX".utf8CString)
    let copy = FileDescriptor(mkstemp(&template))
    guard copy.number >= 0 else { throw SystemError(code: errno) }
    unlink(template)
    while true {
      let bytes = try SystemCalls.read(input, 1 << 16).get()
      if bytes.isEmpty { break }
      if let error = SystemCalls.write(copy.number, bytes) { throw error }
    }
    return copy
  }

  /// A reader that begins at the first byte.
  ///
  /// - Returns: a function that gives the next bytes, nil at the end.
  public func source() -> () throws(Diagnostic) -> [UInt8]? {
    var offset = 0
    let (descriptor, path) = (descriptor, path)
    return { () throws(Diagnostic) in
      switch SystemCalls.read(descriptor.number, 1 << 17, at: offset) {
      case .success(let bytes):
        offset += bytes.count
        return bytes.isEmpty ? nil : bytes
      case .failure(let error): throw SystemCalls.unreadable(path, error.code)
      }
    }
  }

  /// The whole file, for small ones.
  ///
  /// - Throws: also when it is longer than `limit` bytes.
  public func contents(limit: Int) throws(Diagnostic) -> [UInt8] {
    var all: [UInt8] = []
    let next = source()
    while let bytes = try next() {
      all += bytes
      if all.count > limit {
        throw Diagnostic(
          .error, "size-limit", "'\(path)' is longer than \(limit) bytes",
          at: SourceLocation(file: path), kind: .unreadable)
      }
    }
    return all
  }
}
