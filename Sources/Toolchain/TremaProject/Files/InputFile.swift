import TremaSupport

/// A file that can be read repeatedly in chunks.
///
/// Standard input, and any other file that is not on disk, is first copied to an unnamed temporary
/// file.
package final class InputFile {
  /// The specified path; `-` for standard input.
  package let path: String
  /// The descriptor for the file or its copy.
  let descriptor: FileDescriptor
  /// The number of bytes that the last reader has read.
  private var offset = 0

  /// The minimum and maximum size of a chunk in bytes.
  ///
  /// The allocator reuses the memory of chunks up to this size, while larger chunks are requested
  /// from the kernel each time, which clears their pages. The first chunks are small, because
  /// information from the first texts of a file is used for all others, and because short files
  /// then need little memory.
  private static let chunkSizes = 1 << 13...1 << 16

  /// The maximum size of a file that is read as a whole, in bytes.
  static let maxWholeFileSize = 256 << 20

  /// Whether the file is a copy of a stream.
  package let isStream: Bool

  /// Opens a file, or the replacement for its contents.
  ///
  /// - Parameter path: The path; `-` for standard input.
  /// - Throws: An `.unreadableFile` diagnostic if it cannot be opened or is a folder.
  package init(path: String) throws(Diagnostic) {
    self.path = path
    do throws(SystemError) {
      if let copy = Self.copies.value[path] {
        (descriptor, isStream) = (copy.descriptor, copy.isStream)
        return
      }
      if path == "-" {
        (descriptor, isStream) = (try Self.copy(FileDescriptor(borrowing: 0), of: path), true)
        return
      }
      let opened = try FileDescriptor(path: path, flags: O_RDONLY)
      switch try opened.status().st_mode & S_IFMT {
      case S_IFDIR: throw SystemError(code: EISDIR)
      case S_IFREG: (descriptor, isStream) = (opened, false)
      default: (descriptor, isStream) = (try Self.copy(opened, of: path), true)
      }
      Self.report(path)
    } catch {
      throw SystemCalls.unreadableFile(path, error)
    }
  }

  /// Opens a file that was found in a folder or named by another file. It must not be a stream,
  /// because a pipe or a device would block its reader or never end.
  ///
  /// - Throws: An `.unreadableFile` diagnostic, even if the path is neither a regular file nor a
  ///   link to one.
  package convenience init(regular path: String) throws(Diagnostic) {
    var status = stat()
    if Self.copies.value[path] == nil, stat(path, &status) == 0,
      ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    {
      throw Diagnostic(
        .error, "cannot-read", "cannot read '\(path)': not a regular file",
        at: SourceLocation(file: path), hint: "replace it with a file, or with a link to a file",
        kind: .unreadable)
    }
    try self.init(path: path)
  }

  /// The replacement of a file's contents.
  private struct Copy {
    var descriptor: FileDescriptor
    var isStream: Bool
  }

  /// The handler that is called for opened files, or `nil` if there is none.
  private static let observer = LockedValue<Observer?>(nil)

  /// A handler for opened files.
  private struct Observer: Sendable {
    /// A closure that is called with the path.
    let observe: @Sendable (String) -> Void
    /// The paths that the closure has been called with.
    var reportedPaths: Set<String> = []
  }

  /// Sets a handler that is called once for each path that is opened from now on.
  package static func observe(_ observe: @escaping @Sendable (String) -> Void) {
    observer.withLock { $0 = Observer(observe: observe) }
  }

  /// Calls the handler for a path unless it has already been called.
  private static func report(_ path: String) {
    let observe: (@Sendable (String) -> Void)? = observer.withLock { observer in
      observer?.reportedPaths.insert(path).inserted == true ? observer?.observe : nil
    }
    observe?(path)
  }

  /// The contents that are read instead of the file at a path: copies of streams, which a second
  /// pass and report excerpts read again, and contents that are not written yet.
  private static let copies = LockedValue<[String: Copy]>([:])

  /// The maximum size of a stream that is copied, in bytes. A device may never end, so it would
  /// fill the disk.
  private static let maxStreamSize = 1 << 30

  /// Copies a stream to a temporary file, which later replaces its path.
  ///
  /// - Throws: `EFBIG` if the stream is too long.
  private static func copy(
    _ input: FileDescriptor, of path: String
  ) throws(SystemError) -> FileDescriptor {
    let copy = try AnonymousFile.make()
    var length = 0
    while true {
      let bytes = try input.read(1 << 16)
      if bytes.isEmpty { break }
      length += bytes.count
      if length > maxStreamSize { throw SystemError(code: EFBIG) }
      try AnonymousFile.append(bytes, to: copy)
    }
    copies.withLock { $0[path] = Copy(descriptor: copy, isStream: true) }
    return copy
  }

  /// Replaces the contents that are read from a path from now on. The file on disk is not changed.
  static func replace(_ path: String, by bytes: [UInt8]) throws(Diagnostic) {
    do throws(SystemError) {
      let copy = try AnonymousFile.make(bytes)
      copies.withLock { $0[path] = Copy(descriptor: copy, isStream: false) }
    } catch {
      throw SystemCalls.unreadableFile(path, error)
    }
  }

  /// Returns the contents of a file on disk, even if ``replace(_:by:)`` has replaced them for
  /// readers.
  static func contentsOnDisk(_ path: String) throws(Diagnostic) -> [UInt8] {
    do throws(SystemError) {
      return try FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK).readAll()
    } catch {
      throw SystemCalls.unreadableFile(path, error)
    }
  }

  /// The file in the form required for comparison with an output.
  var asExistingFile: ExistingFile? {
    // This fails only if the size of the open file can't be determined. The output is then compared
    // with the file at its path.
    try? ExistingFile(path: nil, descriptor)
  }

  /// Returns a reader that starts at the first byte.
  ///
  /// - Returns: A function that returns the next chunk, or `nil` at the end.
  package func source() -> () throws(Diagnostic) -> [UInt8]? {
    // We store the state in an object instead of captured variables because Swift 6.3.1 loses one
    // of the two values when it inlines this function.
    let pieces = ChunkReader(of: self)
    return { () throws(Diagnostic) in try pieces.next() }
  }

  /// The state of a reader.
  private final class ChunkReader {
    private let file: InputFile
    private var offset = 0

    init(of file: InputFile) { self.file = file }

    /// Returns the next chunk, or `nil` at the end. The size of chunks grows with the offset.
    func next() throws(Diagnostic) -> [UInt8]? {
      let pieces = InputFile.chunkSizes
      let size = min(max(pieces.lowerBound, offset / 8), pieces.upperBound)
      do throws(SystemError) {
        let bytes = try file.descriptor.read(size, at: offset)
        offset += bytes.count
        file.offset = offset
        return bytes.isEmpty ? nil : bytes
      } catch {
        throw SystemCalls.unreadableFile(file.path, error)
      }
    }
  }

  /// Returns a reader that reports its progress before each chunk.
  ///
  /// - Parameter progress: A closure that is called with the progress; or `nil` for no reports.
  func source(
    reporting progress: ((ReadingProgress) -> Void)?
  ) -> () throws(Diagnostic) -> [UInt8]? {
    let source = source()
    return { [self] () throws(Diagnostic) in
      progress?(self.progress)
      return try source()
    }
  }

  /// The progress of the last reader.
  package var progress: ReadingProgress {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { return ReadingProgress() }
    return ReadingProgress(readCount: offset, size: Int(status.st_size))
  }

  /// Returns the whole file's contents.
  ///
  /// - Parameter limit: The maximum size in bytes.
  /// - Throws: An `.unreadableFile` diagnostic if the file cannot be read or exceeds the limit.
  package func contents(limit: Int) throws(Diagnostic) -> [UInt8] {
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
