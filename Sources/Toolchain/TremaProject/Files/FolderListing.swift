import TremaSupport

/// The entries of a folder.
enum FolderListing {
  enum Kind { case file, folder, absent }

  /// Returns the kind of a path, symbolic links followed.
  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .absent }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  static func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether two paths lead to the same thing.
  static func areSame(_ path: String, _ other: String) -> Bool {
    guard let identity = Identity(of: path) else { return false }
    return identity == Identity(of: other)
  }

  /// A file or a folder, by any path.
  struct Identity: Hashable {
    private let device: UInt64
    private let number: UInt64

    /// - Returns: `nil` when there is nothing at the path.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(status.st_ino)
    }
  }

  /// The names in a folder in the order of their bytes.
  ///
  /// - Parameter hidden: whether those that begin with a dot are among them.
  /// - Throws: kind `.unreadable`.
  static func names(in path: String, hidden: Bool = false) throws(Diagnostic) -> [String] {
    guard let folder = opendir(path) else {
      throw SystemCalls.unreadable(path, SystemError(code: errno))
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if !name.hasPrefix(".") || hidden && name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
