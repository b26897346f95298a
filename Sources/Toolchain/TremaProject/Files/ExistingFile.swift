import TremaSupport

/// The file that exists at the path of an output.
enum ExistingOutput {
  /// There is no file, or it cannot be read.
  case none
  /// A regular file.
  case file(ExistingFile)
  /// A pipe, a terminal or a device, whose contents cannot be compared. A regular file that
  /// standard output or standard error is redirected to also counts, because it must not be
  /// replaced while it is being written.
  case stream(StandardStream?)

  /// Opens the file at a path.
  ///
  /// - Throws: `EISDIR` for a folder.
  static func open(at path: String) throws(SystemError) -> ExistingOutput {
    var status = stat()
    // The same error will also prevent writing, where it is reported more precisely.
    guard stat(path, &status) == 0 else { return .none }
    let standard = [StandardStream.output, .error].first { stream in
      var streamStatus = stat()
      return fstat(stream.descriptor, &streamStatus) == 0 && streamStatus.st_dev == status.st_dev
        && streamStatus.st_ino == status.st_ino
    }
    if let standard { return .stream(standard) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw SystemError(code: EISDIR)
    case S_IFREG: break
    default: return .stream(nil)
    }
    // A file without read permission can still be replaced.
    guard let descriptor = try? FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK) else {
      return .none
    }
    return .file(try ExistingFile(path: path, descriptor))
  }
}

/// A file that is compared with an output in chunks. It can be closed between chunks so that
/// converting to hundreds of languages takes few descriptors.
struct ExistingFile {
  /// The path to reopen the file with, or empty if it cannot be reopened.
  private let path: String
  /// The version that was first opened.
  private let version: Version
  /// The open descriptor, or `nil` while the file is closed.
  private var descriptor: FileDescriptor?
  /// Whether the file has no path and must remain open.
  private let isPinned: Bool

  /// The size in bytes.
  var size: Int { version.size }

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: The path to reopen the file with, or `nil` to keep the descriptor open.
  ///   - descriptor: The descriptor of the open file.
  init(path: String?, _ descriptor: FileDescriptor) throws(SystemError) {
    self.path = path ?? ""
    self.descriptor = descriptor
    isPinned = path == nil
    version = try Version(descriptor)
  }

  /// Closes the file if it can be reopened.
  mutating func close() {
    if !isPinned { descriptor = nil }
  }

  /// Reads bytes, reopening the file if necessary.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes.
  ///   - offset: The offset of the first byte.
  /// - Returns: The bytes; fewer at the end of the file.
  /// - Throws: `ESTALE` if the file has been changed or replaced since it was first opened.
  mutating func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    let descriptor = if let descriptor { descriptor } else { try open() }
    self.descriptor = descriptor
    return try descriptor.read(count, at: offset)
  }

  /// Reopens the file.
  ///
  /// - Throws: `ESTALE` if it has been changed or replaced.
  private func open() throws(SystemError) -> FileDescriptor {
    let descriptor = try FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK)
    let now = try Version(descriptor)
    guard now == version else { throw SystemError(code: ESTALE) }
    return descriptor
  }

  /// The metadata that changes if a file is written or replaced.
  private struct Version: Equatable {
    let device: dev_t
    let inode: ino_t
    let size: Int
    let seconds: time_t
    let nanoseconds: Int

    init(_ descriptor: FileDescriptor) throws(SystemError) {
      let status = try descriptor.status()
      device = status.st_dev
      inode = status.st_ino
      size = Int(status.st_size)
      #if canImport(Darwin)
        let modified = status.st_mtimespec
      #else
        let modified = status.st_mtim
      #endif
      seconds = modified.tv_sec
      nanoseconds = modified.tv_nsec
    }
  }
}
