import TremaSupport

/// One file that is about to be written. What is appended is compared with what is there
/// already; from the first difference on it goes to a temporary file beside it, which takes its
/// place when all outputs are complete. An output that stays as it is is never touched.
package final class OutputFile {
  /// The path of the file, as it was asked for.
  package let path: String
  /// The format; `nil` for a file that is no output of a project.
  package var format: OutputFormat?
  /// Takes what is appended; writers write straight into it.
  package var bytes: [UInt8] = []
  /// The path without links, so that a link stays a link.
  private let place: String
  private let mode: Mode
  private var digest: SHA256?
  private var state: State
  /// Whether the file that is compared, and then the one that is written, stays open meanwhile.
  private var isHeld = false
  /// Bytes that went by before those in `bytes`.
  private var written = 0

  enum Mode {
    case write
    /// Nothing is written; the file only learns whether it would be.
    case compare
    /// All bytes stay in `bytes`, for the caller.
    case memory
  }

  private enum State {
    /// The existing file was not opened yet.
    case fresh
    /// All so far equals the file that is there.
    case same(ExistingFile)
    /// The file will be new, or differ from this one; nothing is written yet.
    case different(ExistingFile?)
    case writing(temporary: String, FileDescriptor?)
    /// It goes to a pipe or a terminal, all at once in the end.
    case stream(StandardStream?)
    case finished
  }

  private let folder: OutputFolders

  /// - Parameters:
  ///   - place: where `path` leads to.
  ///   - original: what to compare with instead of the file at `path`.
  init(
    path: String, place: String, mode: Mode, folder: OutputFolders, original: ExistingFile?,
    isDigested: Bool
  ) {
    digest = isDigested ? SHA256() : nil
    self.path = path
    self.place = place
    self.mode = mode
    self.folder = folder
    state = original.map { .same($0) } ?? .fresh
    // To grow by halves would be to reach twice as much memory for the first time. What is reserved and not
    // reached costs nothing.
    if mode != .memory { bytes.reserveCapacity(Self.piece + Self.piece / 4) }
  }

  /// How many bytes are worth a call of the system. More would only take longer to reach the memory
  /// that the process has had so far, page by page.
  private static let piece = 3 << 14

  /// Lets a writer append; to be followed by ``spill()`` where that is worth it.
  ///
  /// - Returns: whether it is; nil where the writer says that it wrote nothing.
  func append(_ write: (inout [UInt8]) -> Bool) -> Bool? {
    // Each access to the bytes of an object is checked, so there is one of them.
    func count(_ bytes: inout [UInt8]) -> Int? { write(&bytes) ? bytes.count : nil }
    return count(&bytes).map { $0 >= Self.piece }
  }

  /// Hands on what was appended, once it is worth it.
  package func spill() throws(Diagnostic) {
    if bytes.count >= Self.piece { try flush() }
  }

  private func flush() throws(Diagnostic) {
    if mode == .memory { return }
    do throws(SystemError) {
      try folder.checkSignals()
      if case .fresh = state { state = try look() }
      if case .stream = state { return }
      if case .same(var existing) = state {
        state = try matches(&existing) ? .same(existing) : .different(existing)
      }
      try write()
    } catch {
      throw SystemCalls.unwritable(path, error.code)
    }
    digest?.update(bytes)
    written += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  private func look() throws(SystemError) -> State {
    switch try ExistingOutput.look(at: place) {
    case .none: .different(nil)
    case .file(let existing): .same(existing)
    case .stream(let standard): .stream(standard)
    }
  }

  private func matches(_ existing: inout ExistingFile) throws(SystemError) -> Bool {
    defer { if !isHeld, !folder.mayHold(&isHeld) { existing.close() } }
    var compared = 0
    while compared < bytes.count {
      let piece = try existing.read(bytes.count - compared, at: written + compared)
      guard !piece.isEmpty, Self.isSame(piece, bytes, from: compared) else { return false }
      compared += piece.count
    }
    return true
  }

  private static func isSame(_ piece: [UInt8], _ bytes: [UInt8], from start: Int) -> Bool {
    piece.withUnsafeBytes { piece in
      bytes.withUnsafeBytes { bytes in
        let own = UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(piece.count))
        guard own.count == piece.count, let a = piece.baseAddress, let b = own.baseAddress else {
          return own.count == piece.count
        }
        // Both have so many bytes. Compared by C, as outputs are most of what a build reads.
        return memcmp(a, b, own.count) == 0
      }
    }
  }

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

  /// Starts the temporary file with what was equal so far.
  private func begin(_ existing: ExistingFile?) throws(SystemError) -> FileDescriptor {
    let (descriptor, temporary) = try folder.temporaryFile(for: place)
    let holds = isHeld || folder.mayHold(&isHeld)
    state = .writing(temporary: temporary, holds ? descriptor : nil)
    var existing = existing
    var copied = 0
    while existing != nil, copied < written {
      guard let piece = try existing?.read(min(written - copied, Self.piece), at: copied),
        !piece.isEmpty
      else { throw SystemError(code: ESTALE) }
      try descriptor.write(piece)
      copied += piece.count
    }
    return descriptor
  }

  /// Ends the file; it still is beside its place.
  ///
  /// - Returns: whether the file differs from what is there.
  func complete() throws(Diagnostic) -> Bool {
    if mode == .memory { return true }
    try flush()
    do throws(SystemError) {
      if mode == .write { folder.sweep(beside: place) }
      if case .same(let existing) = state {
        if existing.size == written { return false }
        // The old file goes on: the new one is its beginning.
        state = .different(existing)
        try write()
      }
      if case .writing(let temporary, _) = state {
        state = .writing(temporary: temporary, nil)
        try folder.finish(temporary, place)
      }
    } catch {
      throw SystemCalls.unwritable(path, error.code)
    }
    return true
  }

  /// Moves the complete file to its place.
  func install() throws(Diagnostic) {
    do throws(SystemError) {
      switch state {
      case .writing(let temporary, _):
        try FileReplacement.replace(place, with: temporary)
      case .stream(let standard) where mode == .write:
        let stream =
          if let standard { FileDescriptor(borrowing: standard.descriptor) } else {
            try FileDescriptor(path: place, flags: O_WRONLY)
          }
        try stream.write(bytes)
      default: return
      }
    } catch {
      throw SystemCalls.unwritable(path, error.code)
    }
    state = .finished
  }

  /// Forgets what was written.
  func discard() {
    if case .writing(let temporary, _) = state { unlink(temporary) }
    state = .finished
  }

  /// SHA-256 of all that was appended, in hexadecimal digits.
  func hexDigest() throws(Diagnostic) -> String {
    try flush()
    var digest = digest ?? SHA256()
    digest.update(bytes)
    return digest.finish()
  }
}
