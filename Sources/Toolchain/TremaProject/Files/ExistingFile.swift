import TremaSupport

/// The file at the place of an output.
enum ExistingOutput {
  case none
  case file(ExistingFile)
  /// A pipe, a terminal, a device: it takes bytes and has none to compare with. Also the file that
  /// is standard output or error, which must not be replaced while it is written to.
  case stream(StandardStream?)

  /// - Throws: `EISDIR` for a folder.
  static func look(at path: String) throws(SystemError) -> ExistingOutput {
    var status = stat()
    // The error that prevents reading also prevents writing, which reports it better.
    guard stat(path, &status) == 0 else { return .none }
    let standard = [StandardStream.output, .error].first { stream in
      var own = stat()
      return fstat(stream.descriptor, &own) == 0 && own.st_dev == status.st_dev
        && own.st_ino == status.st_ino
    }
    if let standard { return .stream(standard) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw SystemError(code: EISDIR)
    case S_IFREG: break
    default: return .stream(nil)
    }
    // One that must not be read can still be replaced.
    guard let descriptor = try? FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK) else {
      return .none
    }
    return .file(try ExistingFile(path: path, descriptor))
  }
}

/// A file on a disk that is compared with an output piece by piece. It can be closed between the
/// pieces, so that a conversion to hundreds of languages needs few descriptors.
struct ExistingFile {
  private let path: String
  private let version: Version
  private var descriptor: FileDescriptor?
  /// Whether the descriptor came without a path, and is not closed.
  private let isPinned: Bool

  var size: Int { version.size }

  /// - Parameter path: where to open it again; nil when the descriptor is all there is.
  init(path: String?, _ descriptor: FileDescriptor) throws(SystemError) {
    self.path = path ?? ""
    self.descriptor = descriptor
    isPinned = path == nil
    version = try Version(descriptor)
  }

  mutating func close() {
    if !isPinned { descriptor = nil }
  }

  /// - Throws: `ESTALE` when it is not the file any more that was found first.
  mutating func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    let descriptor = if let descriptor { descriptor } else { try open() }
    self.descriptor = descriptor
    return try descriptor.read(count, at: offset)
  }

  private func open() throws(SystemError) -> FileDescriptor {
    let descriptor = try FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK)
    let now = try Version(descriptor)
    guard now == version else { throw SystemError(code: ESTALE) }
    return descriptor
  }

  /// The properties that change when a file is written or replaced.
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
