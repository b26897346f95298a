import TremaSupport

/// A file that is read in pieces, as often as needed. Standard input, and everything else that is
/// no file on a disk, is copied to a nameless file first, so that it can be read twice as well.
package final class InputFile {
  /// The path as it was given, `-` for standard input.
  package let path: String
  let descriptor: FileDescriptor
  /// How far the last reader has come.
  private var offset = 0

  /// How many bytes are read at once. The memory for so few is used again for the next, where larger
  /// pieces are asked of the kernel each time, which clears every page of them. Small ones come first:
  /// what is learned from the first texts of a file serves all others, and for a short file little
  /// memory does.
  private static let pieces = 1 << 13...1 << 16

  /// The largest file that is read as a whole, in bytes.
  static let largest = 256 << 20

  /// Whether it is a copy of a stream.
  package let isStream: Bool

  /// - Throws: kind `.unreadable`, when it cannot be opened or is a folder.
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
      throw SystemCalls.unreadable(path, error)
    }
  }

  /// Opens a file of a folder, or one that another file names: it is expected to be no stream, and
  /// a pipe or a device would keep its reader waiting, or never end.
  ///
  /// - Throws: kind `.unreadable`, also when it is neither a regular file nor a link to one.
  package convenience init(regular path: String) throws(Diagnostic) {
    var status = stat()
    if Self.copies.value[path] == nil, stat(path, &status) == 0,
      ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    {
      throw Diagnostic(
        .error, "cannot-read", "cannot read '\(path)': is no regular file",
        at: SourceLocation(file: path), hint: "put a file there, or a link to one",
        kind: .unreadable)
    }
    try self.init(path: path)
  }

  private struct Copy {
    var descriptor: FileDescriptor
    var isStream: Bool
  }

  /// The contents that are read instead of a path: copies of streams, which a second pass and the
  /// excerpts of a report read again, and the future contents of files.
  private static let observer = LockedValue<Observer?>(nil)

  private struct Observer: Sendable {
    let observe: @Sendable (String) -> Void
    var known: Set<String> = []
  }

  /// Reports the path of each file that is opened from now on, once.
  package static func observe(_ observe: @escaping @Sendable (String) -> Void) {
    observer.withLock { $0 = Observer(observe: observe) }
  }

  private static func report(_ path: String) {
    let observe: (@Sendable (String) -> Void)? = observer.withLock { observer in
      observer?.known.insert(path).inserted == true ? observer?.observe : nil
    }
    observe?(path)
  }

  private static let copies = LockedValue<[String: Copy]>([:])

  /// The longest stream that is copied, in bytes: a device may never end, and would fill the disk.
  private static let maxStream = 1 << 30

  private static func copy(
    _ input: FileDescriptor, of path: String
  ) throws(SystemError) -> FileDescriptor {
    let copy = try NamelessFile.make()
    var length = 0
    while true {
      let bytes = try input.read(1 << 16)
      if bytes.isEmpty { break }
      length += bytes.count
      if length > maxStream { throw SystemError(code: EFBIG) }
      try NamelessFile.append(bytes, to: copy)
    }
    copies.withLock { $0[path] = Copy(descriptor: copy, isStream: true) }
    return copy
  }

  /// Replaces the bytes that are read from a path from now on; the file itself stays as it is.
  static func replace(_ path: String, by bytes: [UInt8]) throws(Diagnostic) {
    do throws(SystemError) {
      let copy = try NamelessFile.make(bytes)
      copies.withLock { $0[path] = Copy(descriptor: copy, isStream: false) }
    } catch {
      throw SystemCalls.unreadable(path, error)
    }
  }

  /// Returns the contents of a file on the disk, also where ``replace(_:by:)`` has replaced them.
  static func contentsOnDisk(_ path: String) throws(Diagnostic) -> [UInt8] {
    do throws(SystemError) {
      return try FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK).readAll()
    } catch {
      throw SystemCalls.unreadable(path, error)
    }
  }

  var asExistingFile: ExistingFile? {
    // What is open can be asked for its size; were it not so, the path is looked at instead.
    try? ExistingFile(path: nil, descriptor)
  }

  /// A reader that begins at the first byte.
  ///
  /// - Returns: a function that gives the next bytes, nil at the end.
  package func source() -> () throws(Diagnostic) -> [UInt8]? {
    // An object, and not variables that the function captures: where this is inlined, Swift 6.3.1 loses
    // the value of one of two such variables.
    let pieces = Pieces(of: self)
    return { () throws(Diagnostic) in try pieces.next() }
  }

  private final class Pieces {
    private let file: InputFile
    private var offset = 0

    init(of file: InputFile) { self.file = file }

    func next() throws(Diagnostic) -> [UInt8]? {
      let pieces = InputFile.pieces
      let size = min(max(pieces.lowerBound, offset / 8), pieces.upperBound)
      do throws(SystemError) {
        let bytes = try file.descriptor.read(size, at: offset)
        offset += bytes.count
        file.offset = offset
        return bytes.isEmpty ? nil : bytes
      } catch {
        throw SystemCalls.unreadable(file.path, error)
      }
    }
  }

  /// The same, and tells how far it is before each piece.
  func source(
    tellingOf progress: ((ReadingProgress) -> Void)?
  ) -> () throws(Diagnostic) -> [UInt8]? {
    let source = source()
    return { [self] () throws(Diagnostic) in
      progress?(self.progress)
      return try source()
    }
  }

  /// How much of it the last reader has seen.
  package var progress: ReadingProgress {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { return ReadingProgress() }
    return ReadingProgress(read: offset, size: Int(status.st_size))
  }

  /// The whole file, for small ones.
  ///
  /// - Throws: also when it is longer than `limit` bytes.
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
