import TremaSupport

/// The source of the files of a configuration: the disk, or a revision of a git
/// repository, whose files are then opened under names such as `main:Config/Configuration.plist`.
package struct ConfigurationSource: Sendable {
  private enum State: Sendable {
    case disk
    /// The working tree, to be compared with a revision; a folder that is missing counts as an empty one.
    case workingTree
    case revision(String)
  }

  private let state: State

  package static let disk = ConfigurationSource(state: .disk)
  static let workingTree = ConfigurationSource(state: .workingTree)

  static func revision(_ name: String) -> ConfigurationSource {
    ConfigurationSource(state: .revision(name))
  }

  /// The names of the files in a folder, without hidden ones. What one machine has for itself is no
  /// part of a state that others have, too.
  func files(in folder: String) throws(Diagnostic) -> [String] {
    switch state {
    // Also files that cannot be opened, so that a broken layer is not taken for a missing one.
    case .disk: return try FolderListing.names(in: folder)
    case .workingTree:
      if FolderListing.kind(of: folder) == .absent { return [] }
      return try FolderListing.names(in: folder).filter { !Self.isLocal($0) }
    case .revision(let revision):
      return try GitRepository(containing: folder).files(in: folder, at: revision)
        .filter { !$0.hasPrefix(".") && !Self.isLocal($0) }
    }
  }

  private static func isLocal(_ name: String) -> Bool {
    name.hasPrefix("\(ConfigurationFiles.stem)-\(ConfigurationFiles.local).")
  }

  func isFolder(_ path: String) throws(Diagnostic) -> Bool {
    guard case .revision = state else { return FolderListing.kind(of: path) == .folder }
    return try !files(in: path).isEmpty
  }

  /// Whether there is neither a file nor a folder.
  func isMissing(_ path: String) throws(Diagnostic) -> Bool {
    guard case .revision = state else { return FolderListing.kind(of: path) == .absent }
    if try hasFile(path) { return false }
    return try !isFolder(path)
  }

  func hasFile(_ path: String) throws(Diagnostic) -> Bool {
    guard case .revision(let revision) = state else {
      return FolderListing.kind(of: path) == .file
    }
    return try GitRepository(containing: path).contents(of: path, at: revision) != nil
  }

  /// The bytes of a file that one which ``open(_:)`` gave includes.
  ///
  /// - Returns: nil when there is none.
  /// - Throws: `external-include`, for one outside of the project.
  func contents(ofIncluded path: String, from file: String) throws(Diagnostic) -> [UInt8]? {
    var (path, file) = (path, file)
    if case .revision(let revision) = state {
      guard path.hasPrefix("\(revision):"), file.hasPrefix("\(revision):") else { return nil }
      path.removeFirst(revision.count + 1)
      file.removeFirst(revision.count + 1)
    }
    guard ProjectRoot(of: file).holds(path) else { throw Self.external(path) }
    guard try hasFile(path) else { return nil }
    return try InputFile(regular: try open(path)).contents(limit: LoadedConfiguration.fileLimit)
  }

  private static func external(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "external-include", "the included file '\(path)' is outside of the project",
      hint: "copy what it sets, or the file, into the project", kind: .unreadable)
  }

  /// Makes a file ready to be read.
  ///
  /// - Returns: the path that opens it.
  func open(_ path: String) throws(Diagnostic) -> String {
    guard case .revision(let revision) = state else { return path }
    let name = "\(revision):\(path)"
    // A file that the revision does not have is reported when it is opened.
    if let bytes = try GitRepository(containing: path).contents(of: path, at: revision) {
      try InputFile.replace(name, by: bytes)
    }
    return name
  }
}

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
