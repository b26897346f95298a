import TremaSupport

/// The names in folders whose changes may affect the files that the given paths refer to: each
/// component of the paths and the symbolic links in them. A missing component is watched in the
/// folder where it would be created.
struct WatchedPaths {
  /// The names, by folder path.
  private(set) var names: [String: Set<String>] = [:]
  /// The files that the paths currently refer to.
  private(set) var files: Set<String> = []

  /// The maximum number of symbolic links that Linux follows.
  private static let maxLinks = 40

  /// Determines the folders to watch for the paths.
  init(_ paths: some Sequence<String>) {
    for path in paths { add(path, links: 0) }
  }

  /// Adds the components of a path.
  ///
  /// - Parameters:
  ///   - path: The path to add.
  ///   - links: The number of symbolic links that have been followed.
  private mutating func add(_ path: String, links: Int) {
    var folder = path.hasPrefix("/") ? "/" : "."
    var parts = path.split(separator: "/").map(String.init)[...]
    while let part = parts.popFirst() {
      let whole = folder == "." ? part : folder.hasSuffix("/") ? folder + part : "\(folder)/\(part)"
      if part != ".", part != ".." {
        names[folder, default: []].insert(part)
        var status = stat()
        guard lstat(whole, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFLNK {
          guard links < Self.maxLinks, let target = Self.target(of: whole) else { return }
          let base = target.hasPrefix("/") || folder == "." ? "" : "\(folder)/"
          let rest = parts.map { "/\($0)" }.joined()
          return add(base + target + rest, links: links + 1)
        }
      }
      folder = whole
    }
    files.insert(folder)
  }

  /// Returns the target of a symbolic link, or `nil` if it cannot be read.
  private static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    return count > 0
      ? String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
