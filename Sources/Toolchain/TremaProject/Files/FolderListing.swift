import TremaSupport

/// Lists the entries of folders and determines their kinds.
enum FolderListing {
  /// The kind of a path. Anything that exists and is not a folder is a file.
  enum Kind { case file, folder, absent }

  /// Returns the kind of a path. Symbolic links are followed.
  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .absent }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// Returns whether a path is a symbolic link.
  static func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Returns whether two paths refer to the same existing file or folder.
  static func isSameFile(_ path: String, _ other: String) -> Bool {
    guard let identity = Identity(of: path) else { return false }
    return identity == Identity(of: other)
  }

  /// The identity of a file or folder, regardless of its path.
  struct Identity: Hashable {
    private let device: UInt64
    private let number: UInt64

    /// Determines the identity of the file or folder at a path. Symbolic links are followed.
    ///
    /// - Returns: `nil` if nothing exists at the path.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(status.st_ino)
    }
  }

  /// Returns the names in a folder, sorted by bytes.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - hidden: Whether to include names that start with a dot.
  /// - Throws: An `.unreadableFile` diagnostic.
  static func names(in path: String, hidden: Bool = false) throws(Diagnostic) -> [String] {
    guard let folder = opendir(path) else {
      throw SystemCalls.unreadableFile(path, SystemError(code: errno))
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
