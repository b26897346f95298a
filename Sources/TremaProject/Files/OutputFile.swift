import TremaDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One file that is about to be written. What is appended is compared with what stands there
/// already; from the first difference on it goes to a temporary file beside it, which takes its
/// place when all outputs are complete. An output that stays as it is is never touched.
public final class OutputFile {
  /// Where it will stand.
  public let path: String
  /// Takes what is appended; writers write straight into it.
  public var bytes: [UInt8] = []
  private let mode: Mode
  private var digest = SHA256()
  private var state: State
  /// Bytes that went by before those in `bytes`.
  private var written = 0

  enum Mode { case write, compare }

  private enum State {
    /// All so far equals the file that is there.
    case same(FileDescriptor)
    /// The file will be new or different; nothing is written yet.
    case different
    case writing(FileDescriptor, temporary: String)
    case renamed
  }

  private let folder: OutputFolders

  init(path: String, mode: Mode, folder: OutputFolders) {
    self.path = OutputFile.resolve(path)
    self.mode = mode
    self.folder = folder
    let existing = try? FileDescriptor(path: self.path, flags: O_RDONLY)
    state = existing.map { .same($0) } ?? .different
  }

  /// The file a link points to, so that the link stays a link.
  private static func resolve(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
    return String(cString: real)
  }

  /// Hands on what was appended, once it is worth it.
  public func spill() throws(Diagnostic) {
    if bytes.count >= 1 << 18 { try flush() }
  }

  private func flush() throws(Diagnostic) {
    defer { bytes.removeAll(keepingCapacity: true) }
    digest.update(bytes)
    do throws(SystemError) {
      if case .same(let existing) = state, try !matches(existing) { state = .different }
      if case .different = state, mode == .write { try begin() }
      if case .writing(let descriptor, _) = state,
        let error = SystemCalls.write(descriptor.number, bytes)
      {
        throw error
      }
    } catch {
      throw SystemCalls.unwritable(path, error.code)
    }
    written += bytes.count
  }

  private func matches(_ existing: FileDescriptor) throws(SystemError) -> Bool {
    var compared = 0
    while compared < bytes.count {
      let piece = try SystemCalls.read(existing.number, bytes.count - compared).get()
      guard !piece.isEmpty, piece.elementsEqual(bytes[compared..<compared + piece.count]) else {
        return false
      }
      compared += piece.count
    }
    return true
  }

  /// Starts the temporary file with what was equal so far.
  private func begin() throws(SystemError) {
    let (descriptor, temporary) = try folder.temporaryFile(for: path)
    state = .writing(descriptor, temporary: temporary)
    var rest = written
    if rest == 0 { return }
    let existing = try FileDescriptor(path: path, flags: O_RDONLY)
    while rest > 0 {
      let piece = try SystemCalls.read(existing.number, min(rest, 1 << 18)).get()
      if piece.isEmpty { throw SystemError(code: EIO) }
      if let error = SystemCalls.write(descriptor.number, piece) { throw error }
      rest -= piece.count
    }
  }

  /// Ends the file; it still stands beside its place.
  ///
  /// - Returns: whether the file differs from what stands there.
  func complete() throws(Diagnostic) -> Bool {
    try flush()
    do throws(SystemError) {
      if case .same(let existing) = state {
        if try SystemCalls.read(existing.number, 1).get().isEmpty { return false }
        // The old file goes on: the new one is its beginning.
        state = .different
        if mode == .write { try begin() }
      } else if case .different = state, mode == .write {
        try begin()
      }
      if case .writing(let descriptor, _) = state { try folder.finish(descriptor, path) }
    } catch {
      throw SystemCalls.unwritable(path, error.code)
    }
    return true
  }

  /// Moves the complete file to its place.
  func install() throws(Diagnostic) {
    guard case .writing(_, let temporary) = state else { return }
    guard rename(temporary, path) == 0 else { throw SystemCalls.unwritable(path, errno) }
    state = .renamed
  }

  /// Forgets what was written.
  func discard() {
    if case .writing(_, let temporary) = state { unlink(temporary) }
    state = .renamed
  }

  /// SHA-256 of the complete file, in hexadecimal digits.
  func hexDigest() -> String { digest.finish() }
}
