import TremaSupport

/// Creates folders and temporary files for outputs. Created folders can be removed again.
final class OutputFolders {
  /// The created folders, parents first.
  private var createdFolders: [String] = []
  /// The folders that contain no abandoned temporary files, or from which they have been removed.
  private var sweptFolders: Set<String> = []
  /// The blocked signals, or `nil` while no temporary file exists.
  private var signals: DeferredSignals?
  /// The number of files that are kept open.
  private var keptOpenCount = 0

  /// Creates an empty temporary file in a path's folder so that it can be renamed to the path. The
  /// folder is created if necessary.
  ///
  /// - Returns: The open file and its path.
  func temporaryFile(for path: String) throws(SystemError) -> (FileDescriptor, String) {
    let folder = Self.parent(of: path)
    if signals == nil { signals = DeferredSignals() }
    try make(folder)
    sweep(folderOf: path)
    let temporary = "\(folder)/.\(Self.name(of: path))\(Self.processIDSeparator)\(getpid())"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND
    // The file exists if a killed process had the same ID. ``sweep(folderOf:)`` does not remove it,
    // because its process appears to be alive.
    if let descriptor = try? FileDescriptor(path: temporary, flags: flags) {
      return (descriptor, temporary)
    }
    unlink(temporary)
    return (try FileDescriptor(path: temporary, flags: flags), temporary)
  }

  /// Gives a temporary file the same permissions as the existing file at a path.
  func copyPermissions(_ temporary: String, _ path: String) throws(SystemError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard chmod(temporary, status.st_mode & 0o7777) == 0 else {
        throw SystemError(code: errno)
      }
    }
  }

  /// Reserves one of the files that can be kept open. Their number is limited.
  ///
  /// An open file remains the same even if another process replaces it. A file that is reopened may
  /// have been replaced, which is an error.
  ///
  /// - Parameter isHeld: Is set to `true` if the file may be kept open.
  /// - Returns: Whether the file may be kept open.
  func reserveOpenFile(_ isHeld: inout Bool) -> Bool {
    if keptOpenCount < 16 {
      keptOpenCount += 1
      isHeld = true
    }
    return isHeld
  }

  /// Throws an error if a termination signal is pending. The process ends when ``release()`` is
  /// called.
  ///
  /// - Throws: `EINTR`.
  func checkSignals() throws(SystemError) {
    if signals?.isPending == true { throw SystemError(code: EINTR) }
  }

  /// Delivers pending signals. This method must be called after all temporary files have been
  /// removed or renamed.
  func release() {
    signals?.release()
    signals = nil
  }

  /// The separator before the process ID in the name of a temporary file.
  private static let processIDSeparator = ".trema-"

  /// Returns the folder of a path: `.` for a name without a folder, `/` for the root.
  static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last component of a path, or an empty string if there is none.
  static func name(of path: String) -> String {
    let slash = UInt8(ascii: "/")
    guard let last = path.utf8.lastIndex(where: { $0 != slash }) else { return "" }
    let before = path.utf8[..<last].lastIndex(of: slash)
    let start = before.map(path.utf8.index(after:)) ?? path.startIndex
    return String(path[start..<path.utf8.index(after: last)])
  }

  /// Creates a folder and its parents.
  private func make(_ folder: String) throws(SystemError) {
    var status = stat()
    if stat(folder, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError(code: ENOTDIR) }
      return
    }
    // A broken link, or a file where a parent folder is expected, must not be treated as a missing
    // folder.
    guard errno == ENOENT else { throw SystemError(code: errno) }
    var error = mkdir(folder, 0o777) == 0 ? 0 : errno
    let parent = Self.parent(of: folder)
    if error == ENOENT, parent != folder {
      try make(parent)
      error = mkdir(folder, 0o777) == 0 ? 0 : errno
    }
    switch error {
    // A new folder contains no temporary files.
    case 0: sweptFolders.insert(folder)
    case EEXIST: break
    default: throw SystemError(code: error)
    }
    createdFolders.append(folder)
  }

  /// Removes the created folders that are empty.
  func undo() {
    for folder in createdFolders.reversed() { rmdir(folder) }
    createdFolders = []
  }

  /// Removes temporary files that killed processes left in the folder of a path, once per folder.
  func sweep(folderOf path: String) {
    let folder = Self.parent(of: path)
    guard sweptFolders.insert(folder).inserted, let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let owner = Self.owner(ofTemporary: name), owner > 0, owner != getpid(),
        kill(owner, 0) != 0, errno == ESRCH
      else { continue }
      unlink("\(folder)/\(name)")
    }
  }

  /// Returns the ID of the process that created a temporary file, or `nil` if the name does not
  /// belong to a temporary file.
  private static func owner(ofTemporary name: String) -> pid_t? {
    guard name.hasPrefix("."), let dash = name.utf8.lastIndex(of: UInt8(ascii: "-")),
      name[...dash].hasSuffix(processIDSeparator)
    else { return nil }
    return pid_t(name[name.utf8.index(after: dash)...])
  }
}

/// Defers termination signals until temporary files are removed.
///
/// The signals are blocked rather than handled. Operations check ``isPending`` regularly and clean
/// up. ``release()`` then delivers the signals.
struct DeferredSignals {
  /// The signals that were previously blocked.
  private var previous = sigset_t()

  /// Blocks the termination signals.
  init() {
    var held = sigset_t()
    sigemptyset(&held)
    for signal in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(signal) {
      sigaddset(&held, signal)
    }
    sigemptyset(&previous)
    pthread_sigmask(SIG_BLOCK, &held, &previous)
  }

  /// Whether a deferred signal has arrived. Signals that were previously blocked or are ignored do
  /// not count.
  var isPending: Bool {
    var pending = sigset_t()
    sigemptyset(&pending)
    guard sigpending(&pending) == 0 else { return false }
    var previous = previous
    return [SIGINT, SIGTERM, SIGHUP].contains { signal in
      sigismember(&pending, signal) == 1 && sigismember(&previous, signal) == 0
        && !Self.isIgnored(signal)
    }
  }

  /// Restores the previously blocked signals, which delivers the deferred signals.
  func release() {
    var previous = previous
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  /// Returns whether a signal is ignored, as in a process started by `nohup`. The kernel keeps
  /// ignored signals pending while they are blocked.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
