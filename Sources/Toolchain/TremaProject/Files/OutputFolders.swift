import TremaSupport

/// Makes folders and temporary files for outputs, and can undo the folders.
final class OutputFolders {
  private var made: [String] = []
  private var swept: Set<String> = []
  private var signals: HeldSignals?
  private var heldDescriptors = 0

  /// A new, empty file in the folder of `path`, so that it can be renamed to it.
  func temporaryFile(for path: String) throws(SystemError) -> (FileDescriptor, String) {
    let folder = Self.parent(of: path)
    if signals == nil { signals = HeldSignals() }
    try make(folder)
    sweep(beside: path)
    let temporary = "\(folder)/.\(Self.name(of: path))\(Self.mark)\(getpid())"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND
    // There is one when a process that had our number was killed; it is not swept as long as we live.
    if let descriptor = try? FileDescriptor(path: temporary, flags: flags) {
      return (descriptor, temporary)
    }
    unlink(temporary)
    return (try FileDescriptor(path: temporary, flags: flags), temporary)
  }

  /// Gives the new file the permissions of the one it replaces.
  func finish(_ temporary: String, _ path: String) throws(SystemError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard chmod(temporary, status.st_mode & 0o7777) == 0 else {
        throw SystemError(code: errno)
      }
    }
  }

  /// Whether one more file can stay open between two looks. An open file stays what it was when
  /// another process replaces it; one that has to be opened again is missed.
  func mayHold(_ isHeld: inout Bool) -> Bool {
    if heldDescriptors < 16 {
      heldDescriptors += 1
      isHeld = true
    }
    return isHeld
  }

  /// - Throws: `EINTR` when the process is to end, which it does at ``release()``.
  func checkSignals() throws(SystemError) {
    if signals?.isPending == true { throw SystemError(code: EINTR) }
  }

  /// Releases the signals, when no temporary file is left.
  func release() {
    signals?.release()
    signals = nil
  }

  private static let mark = ".trema-"

  static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last name of a path; empty where it has none.
  static func name(of path: String) -> String {
    let slash = UInt8(ascii: "/")
    guard let last = path.utf8.lastIndex(where: { $0 != slash }) else { return "" }
    let before = path.utf8[..<last].lastIndex(of: slash)
    let start = before.map(path.utf8.index(after:)) ?? path.startIndex
    return String(path[start..<path.utf8.index(after: last)])
  }

  private func make(_ folder: String) throws(SystemError) {
    var status = stat()
    if stat(folder, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError(code: ENOTDIR) }
      return
    }
    // A broken link, or a file in the way, must not be taken for a missing folder.
    guard errno == ENOENT else { throw SystemError(code: errno) }
    var error = mkdir(folder, 0o777) == 0 ? 0 : errno
    let parent = Self.parent(of: folder)
    if error == ENOENT, parent != folder {
      try make(parent)
      error = mkdir(folder, 0o777) == 0 ? 0 : errno
    }
    switch error {
    // A new folder contains nothing to sweep.
    case 0: swept.insert(folder)
    case EEXIST: break
    default: throw SystemError(code: error)
    }
    made.append(folder)
  }

  /// Removes the folders that were made and stayed empty.
  func undo() {
    for folder in made.reversed() { rmdir(folder) }
    made = []
  }

  /// Removes temporary files of processes that were killed.
  func sweep(beside path: String) {
    let folder = Self.parent(of: path)
    guard swept.insert(folder).inserted, let entries = opendir(folder) else { return }
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

  /// The process that made a temporary file; nil when the name is not one of those.
  private static func owner(ofTemporary name: String) -> pid_t? {
    guard name.hasPrefix("."), let dash = name.utf8.lastIndex(of: UInt8(ascii: "-")),
      name[...dash].hasSuffix(mark)
    else { return nil }
    return pid_t(name[name.utf8.index(after: dash)...])
  }
}

/// Lets signals that end the process wait until the temporary files are gone. They are blocked, not
/// handled: who writes asks ``isPending`` now and then, cleans up, and ``release()`` delivers them.
struct HeldSignals {
  private var previous = sigset_t()

  init() {
    var held = sigset_t()
    sigemptyset(&held)
    for signal in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(signal) {
      sigaddset(&held, signal)
    }
    sigemptyset(&previous)
    pthread_sigmask(SIG_BLOCK, &held, &previous)
  }

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

  func release() {
    var previous = previous
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  /// True below nohup, for instance; the kernel keeps ignored signals while they are blocked.
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
