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
  /// The number of the transaction: the lowest that no other transaction of the process has.
  private let number: Int

  /// The numbers of the process's transactions.
  private static let numbers = LockedValue<Set<Int>>([])

  init() {
    number = Self.numbers.withLock { numbers in
      var number = 0
      while !numbers.insert(number).inserted { number += 1 }
      return number
    }
  }

  deinit { _ = Self.numbers.withLock { $0.remove(number) } }

  /// Creates an empty temporary file in a path's folder so that it can be renamed to the path. The
  /// folder is created if necessary.
  ///
  /// - Returns: The open file and its path.
  func temporaryFile(for path: String) throws(SystemError) -> (FileDescriptor, String) {
    if signals == nil { signals = DeferredSignals() }
    var attempts = 1
    while true {
      do throws(SystemError) {
        return try newTemporaryFile(for: path)
      } catch {
        // Another transaction may have removed a folder that it had created.
        guard error.code == ENOENT, attempts < 10 else { throw error }
        attempts += 1
      }
    }
  }

  /// Creates an empty temporary file in a path's folder.
  private func newTemporaryFile(
    for path: String
  ) throws(SystemError) -> (FileDescriptor, String) {
    let folder = Self.parent(of: path)
    try make(folder)
    sweep(folderOf: path)
    // Transactions on several threads may write to the same path, so their temporary files have
    // different names.
    let suffix = (number == 0 ? "" : ".\(number)") + Self.processIDSeparator + "\(getpid())"
    let temporary = "\(folder)/.\(Self.name(of: path))\(suffix)"
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

  /// Reserves one of the files that can be kept open. Their number is limited, also for all
  /// transactions together.
  ///
  /// An open file remains the same even if another process replaces it. A file that is reopened may
  /// have been replaced, which is an error.
  ///
  /// - Parameter isHeld: Is set to `true` if the file may be kept open.
  /// - Returns: Whether the file may be kept open.
  func reserveOpenFile(_ isHeld: inout Bool) -> Bool {
    if keptOpenCount < 16, number < 4 {
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
