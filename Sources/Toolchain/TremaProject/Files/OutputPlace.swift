import TremaSupport

/// The target of a path.
enum OutputPlace {
  /// The path of the file that a link points to, whether or not it is there yet: the link stays one.
  static func following(_ path: String) -> String {
    guard var target = link(path) else { return path }
    var status = stat()
    // Links of /dev/fd to pipes hold words, not paths.
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return path }
    var place = path
    // As many links as the kernel follows; a circle is then found by those who open it.
    for _ in 0..<40 {
      let folder = OutputFolders.parent(of: place)
      place = target.hasPrefix("/") || folder == "." ? target : "\(folder)/\(target)"
      guard let next = link(place) else { return place }
      target = next
    }
    return place
  }

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

/// Tells places apart. A folder is looked up once: outputs of a thousand languages have theirs in one.
struct OutputPlaces {
  /// The folders by their bytes: for strings two spellings of a letter are one, for most file systems
  /// they are not.
  private var folders: [[UInt8]: String] = [:]

  /// The same words for every path that leads to the same place, there already or not.
  mutating func identity(of path: String) -> String {
    "\(identity(ofFolder: OutputFolders.parent(of: path)))/\(OutputFolders.name(of: path))"
  }

  private mutating func identity(ofFolder folder: String) -> String {
    let name = Array(folder.utf8)
    if let known = folders[name] { return known }
    let identity = found(folder)
    folders[name] = identity
    return identity
  }

  private mutating func found(_ folder: String) -> String {
    var status = stat()
    // To follow a path is to ask for each folder in it, which is in vain for one that is not there.
    if lstat(folder, &status) == 0, let real = realpath(folder, nil) {
      defer { free(real) }
      let path = String(cString: real)
      return path == "/" ? "" : path
    }
    if folder.hasSuffix("/") { return identity(ofFolder: String(folder.dropLast())) }
    let parent = OutputFolders.parent(of: folder)
    // The current folder itself is gone.
    guard parent != folder else { return folder }
    let above = identity(ofFolder: parent)
    switch OutputFolders.name(of: folder) {
    case ".": return above
    case "..": return OutputFolders.parent(of: above)
    case let name: return "\(above)/\(name)"
    }
  }
}
