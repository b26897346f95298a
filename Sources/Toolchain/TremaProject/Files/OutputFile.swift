import TremaSupport

/// An output file that is being written.
///
/// Appended bytes are compared with the existing file. After the first difference, they are written
/// to a temporary file next to it, which replaces the existing file when all outputs of the
/// transaction are complete. A file whose contents do not change is not touched.
package final class OutputFile {
  /// The requested path of the file.
  package let path: String
  /// The format, or `nil` for a file that is not an output of a project.
  package var format: OutputFormat?
  /// The buffer for appended bytes. Writers append to it directly and then call
  /// ``flushIfNeeded()``.
  package var bytes: [UInt8] = []
  /// The path with symbolic links resolved so that a link is kept and its target replaced.
  private let resolvedPath: String
  /// The way in which the bytes are used.
  private let mode: Mode
  /// The digest of the bytes that have left the buffer, or `nil` if it is not needed.
  private var digest: SHA256?
  /// The state of the comparison and of writing.
  private var state: State
  /// Whether the compared or written file remains open between flushes.
  private var isKeptOpen = false
  /// The number of bytes that have left the buffer.
  private var writtenCount = 0

  /// The way in which appended bytes are used.
  enum Mode {
    /// The bytes are written to the file.
    case write
    /// The bytes are only compared with the existing file.
    case compare
    /// The bytes are kept in the buffer for the caller.
    case memory
  }

  /// The state of the comparison and of writing.
  private enum State {
    /// The existing file has not been opened.
    case fresh
    /// All bytes so far equal the existing file's bytes.
    case same(ExistingFile)
    /// The bytes differ from the existing file, or there is none. The temporary file has not been
    /// created yet.
    case different(ExistingFile?)
    /// The bytes are written to a temporary file, whose descriptor is `nil` while it is closed.
    case writing(temporary: String, FileDescriptor?)
    /// The bytes are written to a pipe or a terminal when the transaction is committed.
    case stream(StandardStream?)
    /// The file has been installed or discarded.
    case finished
  }

  /// The folders and temporary files of the transaction.
  private let folder: OutputFolders

  /// Creates an output file.
  ///
  /// - Parameters:
  ///   - path: The requested path of the file.
  ///   - resolvedPath: The path with symbolic links resolved.
  ///   - mode: How the bytes are used.
  ///   - folder: The folders and temporary files of the transaction.
  ///   - original: The file to compare with instead of the file at `path`.
  ///   - isDigested: Whether the digest of the bytes is needed.
  init(
    path: String, resolvedPath: String, mode: Mode, folder: OutputFolders, original: ExistingFile?,
    isDigested: Bool
  ) {
    digest = isDigested ? SHA256() : nil
    self.path = path
    self.resolvedPath = resolvedPath
    self.mode = mode
    self.folder = folder
    state = original.map { .same($0) } ?? .fresh
    // Growing the buffer incrementally would touch twice as much memory. Reserved memory that isn't
    // touched has no cost.
    if mode != .memory { bytes.reserveCapacity(Self.flushThreshold + Self.flushThreshold / 4) }
  }

  /// The number of buffered bytes at which the buffer is flushed. A larger buffer would only touch
  /// more memory.
  private static let flushThreshold = 3 << 14

  /// Calls a function that appends bytes.
  ///
  /// - Parameter write: Appends bytes and returns whether it has appended any.
  /// - Returns: Whether ``flushIfNeeded()`` should be called, or `nil` if nothing was appended.
  func append(_ write: (inout [UInt8]) -> Bool) -> Bool? {
    // Each access to the buffer is checked for exclusivity, so there is only one access.
    func count(_ bytes: inout [UInt8]) -> Int? { write(&bytes) ? bytes.count : nil }
    return count(&bytes).map { $0 >= Self.flushThreshold }
  }

  /// Compares or writes the buffered bytes if there are enough of them.
  ///
  /// - Throws: An `.unwritableFile` diagnostic.
  package func flushIfNeeded() throws(Diagnostic) {
    if bytes.count >= Self.flushThreshold { try flush() }
  }

  /// Compares or writes all buffered bytes, and empties the buffer.
  private func flush() throws(Diagnostic) {
    if mode == .memory { return }
    do throws(SystemError) {
      try folder.checkSignals()
      if case .fresh = state { state = try openExisting() }
      if case .stream = state { return }
      if case .same(var existing) = state {
        state = try matches(&existing) ? .same(existing) : .different(existing)
      }
      try write()
    } catch {
      throw SystemCalls.unwritableFile(path, error.code)
    }
    digest?.update(bytes)
    writtenCount += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  /// Opens the existing file and returns the resulting state.
  private func openExisting() throws(SystemError) -> State {
    switch try ExistingOutput.open(at: resolvedPath) {
    case .none: .different(nil)
    case .file(let existing): .same(existing)
    case .stream(let standard): .stream(standard)
    }
  }

  /// Returns whether the buffered bytes equal the existing file's bytes at the same offset.
  private func matches(_ existing: inout ExistingFile) throws(SystemError) -> Bool {
    defer { if !isKeptOpen, !folder.reserveOpenFile(&isKeptOpen) { existing.close() } }
    var compared = 0
    while compared < bytes.count {
      let piece = try existing.read(bytes.count - compared, at: writtenCount + compared)
      guard !piece.isEmpty, Self.isSame(piece, bytes, from: compared) else { return false }
      compared += piece.count
    }
    return true
  }

  /// Returns whether a chunk of the existing file equals the buffered bytes starting at an index.
  private static func isSame(_ piece: [UInt8], _ bytes: [UInt8], from start: Int) -> Bool {
    piece.withUnsafeBytes { piece in
      bytes.withUnsafeBytes { bytes in
        let buffered = UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(piece.count))
        guard buffered.count == piece.count, let a = piece.baseAddress, let b = buffered.baseAddress
        else {
          return buffered.count == piece.count
        }
        // Both have the same number of bytes. `memcmp` is used because a build mostly reads
        // outputs.
        return memcmp(a, b, buffered.count) == 0
      }
    }
  }

  /// Writes the buffered bytes to the temporary file, which is created if necessary.
  private func write() throws(SystemError) {
    guard mode == .write else { return }
    var opened: FileDescriptor?
    if case .different(let existing) = state { opened = try begin(existing) }
    guard case .writing(let temporary, let held) = state, !bytes.isEmpty else { return }
    let descriptor =
      if let open = held ?? opened { open } else {
        try FileDescriptor(path: temporary, flags: O_WRONLY | O_APPEND)
      }
    try descriptor.write(bytes)
  }

  /// Creates the temporary file and copies the bytes that were equal so far to it.
  ///
  /// - Throws: `ESTALE` if the existing file has changed since it was compared.
  private func begin(_ existing: ExistingFile?) throws(SystemError) -> FileDescriptor {
    let (descriptor, temporary) = try folder.temporaryFile(for: resolvedPath)
    let holds = isKeptOpen || folder.reserveOpenFile(&isKeptOpen)
    state = .writing(temporary: temporary, holds ? descriptor : nil)
    var existing = existing
    var copied = 0
    while existing != nil, copied < writtenCount {
      guard
        let piece = try existing?.read(min(writtenCount - copied, Self.flushThreshold), at: copied),
        !piece.isEmpty
      else { throw SystemError(code: ESTALE) }
      try descriptor.write(piece)
      copied += piece.count
    }
    return descriptor
  }

  /// Completes the temporary file without installing it.
  ///
  /// - Returns: Whether the contents differ from the existing file.
  /// - Throws: An `.unwritableFile` diagnostic.
  func complete() throws(Diagnostic) -> Bool {
    if mode == .memory { return true }
    try flush()
    do throws(SystemError) {
      if mode == .write { folder.sweep(folderOf: resolvedPath) }
      if case .same(let existing) = state {
        if existing.size == writtenCount { return false }
        // The existing file is longer, and the new file is a prefix of it.
        state = .different(existing)
        try write()
      }
      if case .writing(let temporary, _) = state {
        state = .writing(temporary: temporary, nil)
        try folder.copyPermissions(temporary, resolvedPath)
      }
    } catch {
      throw SystemCalls.unwritableFile(path, error.code)
    }
    return true
  }

  /// Replaces the existing file with the temporary file, or writes the bytes to the stream.
  ///
  /// - Throws: An `.unwritableFile` diagnostic.
  func install() throws(Diagnostic) {
    do throws(SystemError) {
      switch state {
      case .writing(let temporary, _):
        try FileReplacement.replace(resolvedPath, with: temporary)
      case .stream(let standard) where mode == .write:
        let stream =
          if let standard { FileDescriptor(borrowing: standard.descriptor) } else {
            try FileDescriptor(path: resolvedPath, flags: O_WRONLY)
          }
        try stream.write(bytes)
      default: return
      }
    } catch {
      throw SystemCalls.unwritableFile(path, error.code)
    }
    state = .finished
  }

  /// Removes the temporary file.
  func discard() {
    if case .writing(let temporary, _) = state { unlink(temporary) }
    state = .finished
  }

  /// Returns the SHA-256 digest of all appended bytes in hexadecimal.
  func hexDigest() throws(Diagnostic) -> String {
    try flush()
    var digest = digest ?? SHA256()
    digest.update(bytes)
    return digest.hexDigest()
  }
}
