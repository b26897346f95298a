import TremaSupport

/// The file that is written for a path.
enum OutputPath {
  /// Returns the target of a symbolic link, even if it does not exist so that the link is kept and
  /// its target is replaced. Any other path is returned unchanged.
  static func resolvingLinks(_ path: String) -> String {
    guard var target = link(path) else { return path }
    var status = stat()
    // Links in `/dev/fd` to pipes contain a description instead of a path.
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return path }
    var resolved = path
    // The limit is the same as the kernel's. A cycle of links is reported when the path is opened.
    for _ in 0..<40 {
      let folder = OutputFolders.parent(of: resolved)
      resolved = target.hasPrefix("/") || folder == "." ? target : "\(folder)/\(target)"
      guard let next = link(resolved) else { return resolved }
      target = next
    }
    return resolved
  }

  /// Returns the target of a symbolic link, or `nil` if the path is not a symbolic link.
  private static func link(_ path: String) -> String? {
    let size = Int(PATH_MAX)
    let target = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { buffer in
        buffer.baseAddress.map { max(0, readlink(path, $0, size)) } ?? 0
      }
    }
    return target.isEmpty ? nil : String(decoding: target, as: UTF8.self)
  }
}

/// Determines whether paths refer to the same file. Each folder is resolved only once, because the
/// outputs of a thousand languages may be in the same folder.
struct PathResolver {
  /// The resolved folders. The keys are bytes: canonically equivalent strings are equal in Swift
  /// but are different names in most file systems.
  private var folders: [[UInt8]: String] = [:]

  /// Returns a string that is the same for all paths of a file, even if the file does not exist.
  mutating func identity(of path: String) -> String {
    "\(identity(ofFolder: OutputFolders.parent(of: path)))/\(OutputFolders.name(of: path))"
  }

  /// Returns the resolved path of a folder from the cache.
  private mutating func identity(ofFolder folder: String) -> String {
    let name = Array(folder.utf8)
    if let known = folders[name] { return known }
    let identity = resolved(folder)
    folders[name] = identity
    return identity
  }

  /// Resolves a folder. A missing folder is resolved from its nearest existing parent.
  private mutating func resolved(_ folder: String) -> String {
    var status = stat()
    // `realpath` examines each component, which is unnecessary if the folder does not exist.
    if lstat(folder, &status) == 0, let real = realpath(folder, nil) {
      defer { free(real) }
      let path = String(cString: real)
      return path == "/" ? "" : path
    }
    if folder.hasSuffix("/") { return identity(ofFolder: String(folder.dropLast())) }
    let parent = OutputFolders.parent(of: folder)
    // The current folder itself has been removed.
    guard parent != folder else { return folder }
    let above = identity(ofFolder: parent)
    switch OutputFolders.name(of: folder) {
    case ".": return above
    case "..": return OutputFolders.parent(of: above)
    case let name: return "\(above)/\(name)"
    }
  }
}
