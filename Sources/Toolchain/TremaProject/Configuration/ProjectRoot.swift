import TremaSupport

/// The folder of a project: nothing outside of it is read because a file of its configuration names it.
///
/// It is the repository that the file is in, else the folder of its `trema.json`, else the current
/// folder, else that of the file.
struct ProjectRoot {
  /// Without links in it.
  private let path: String

  init(of file: String) {
    let parent = Self.resolved(OutputFolders.parent(of: file))
    let current = Self.resolved(".")
    let isHere = current != "/" && Self.isInside(parent, current)
    path =
      Self.folder(above: parent, with: ".git") ?? Self.folder(above: parent, with: ProjectFile.name)
      ?? (isHere ? current : parent)
  }

  /// Whether a file is inside, with all links followed; of one that is missing its folder counts.
  func holds(_ file: String) -> Bool {
    Self.isInside(Self.resolved(file), path)
  }

  private static func isInside(_ path: String, _ folder: String) -> Bool {
    let folder = folder == "/" ? folder : folder + "/"
    return (path + "/").utf8.starts(with: folder.utf8)
  }

  private static func folder(above start: String, with name: String) -> String? {
    var folder = start
    while folder != "/", !folder.isEmpty, folder != "." {
      if FolderListing.kind(of: "\(folder)/\(name)") != .absent { return folder }
      folder = OutputFolders.parent(of: folder)
    }
    return nil
  }

  /// The path from the root without links, as far as it exists.
  private static func resolved(_ path: String) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    let parent = OutputFolders.parent(of: path)
    guard parent != path, let name = path.split(separator: "/").last else { return path }
    let folder = resolved(parent)
    return name == ".." ? OutputFolders.parent(of: folder) : "\(folder)/\(name)"
  }
}
