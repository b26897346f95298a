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
  /// What it is an output of; nil for what is no output of a project.
  public var format: OutputFormat?
  /// Takes what is appended; writers write straight into it.
  public var bytes: [UInt8] = []
  private let mode: Mode
  /// nil when nobody will ask for it: it costs as much as the rest of the writing.
  private var digest: SHA256?
  private var state: State
  /// Bytes that went by before those in `bytes`.
  private var written = 0

  enum Mode {
    case write
    /// Nothing is written; the file only learns whether it would be.
    case compare
    /// All bytes stay in `bytes`, for somebody else to take.
    case memory
  }

  private enum State {
    /// All so far equals the file that is there.
    case same(FileDescriptor)
    /// The file will be new, or differ from this one; nothing is written yet.
    case different(FileDescriptor?)
    case writing(FileDescriptor, temporary: String)
    case renamed
  }

  private let folder: OutputFolders

  /// - Parameter original: what to compare with instead of the file at `path`.
  init(
    path: String, mode: Mode, folder: OutputFolders, original: FileDescriptor?, isDigested: Bool
  ) {
    digest = isDigested ? SHA256() : nil
    self.path = OutputFile.resolve(path)
    self.mode = mode
    self.folder = folder
    let existing = original ?? (try? FileDescriptor(path: self.path, flags: O_RDONLY))
    state = existing.map { .same($0) } ?? .different(nil)
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
    if mode == .memory { return }
    defer { bytes.removeAll(keepingCapacity: true) }
    digest?.update(bytes)
    do throws(SystemError) {
      if case .same(let existing) = state, try !matches(existing) { state = .different(existing) }
      if case .different(let existing) = state, mode == .write { try begin(existing) }
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
      let piece = try SystemCalls.read(
        existing.number, bytes.count - compared, at: written + compared
      ).get()
      guard !piece.isEmpty, piece.elementsEqual(bytes[compared..<compared + piece.count]) else {
        return false
      }
      compared += piece.count
    }
    return true
  }

  /// Starts the temporary file with what was equal so far.
  private func begin(_ existing: FileDescriptor?) throws(SystemError) {
    let (descriptor, temporary) = try folder.temporaryFile(for: path)
    state = .writing(descriptor, temporary: temporary)
    var copied = 0
    while let existing, copied < written {
      let count = min(written - copied, 1 << 18)
      let piece = try SystemCalls.read(existing.number, count, at: copied).get()
      // Somebody cut the file short meanwhile.
      if piece.isEmpty { throw SystemError(code: EIO) }
      if let error = SystemCalls.write(descriptor.number, piece) { throw error }
      copied += piece.count
    }
  }

  /// Ends the file; it still stands beside its place.
  ///
  /// - Returns: whether the file differs from what stands there.
  func complete() throws(Diagnostic) -> Bool {
    if mode == .memory { return true }
    try flush()
    do throws(SystemError) {
      if case .same(let existing) = state {
        if try SystemCalls.read(existing.number, 1, at: written).get().isEmpty { return false }
        // The old file goes on: the new one is its beginning.
        state = .different(existing)
      }
      if case .different(let existing) = state, mode == .write { try begin(existing) }
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

  /// SHA-256 of all that was appended, in hexadecimal digits; empty in a transaction without digests.
  func hexDigest() throws(Diagnostic) -> String {
    try flush()
    return digest?.finish() ?? ""
  }
}
