import ConfigKit
import TremaSupport

/// The source of a configuration's files: the disk, or a revision in a Git repository. Files of a
/// revision have names such as `main:Config/Configuration.plist`.
package struct ConfigurationSource: Sendable {
  /// The kind of the source.
  private enum State: Sendable {
    case disk
    /// The working tree as one side of a comparison. A missing folder is treated as empty.
    case workingTree
    case revision(String)
  }

  /// The kind of the source.
  private let state: State
  /// The paths of the files that may be included, or `nil` for all files in the project.
  var includes: [String]? {
    didSet { includes = includes?.map(XCConfigPath.normalized) }
  }

  /// Creates a source whose files may include all files in the project.
  private init(state: State) { self.state = state }

  /// The files on disk.
  package static let disk = ConfigurationSource(state: .disk)
  /// The files on disk as one side of a comparison with a revision.
  static let workingTree = ConfigurationSource(state: .workingTree)

  /// Returns the source of a revision's files.
  static func revision(_ name: String) -> ConfigurationSource {
    ConfigurationSource(state: .revision(name))
  }

  /// Returns the file names in a folder, without hidden files. When comparing versions, the local
  /// layer is excluded because it isn't part of either version.
  func files(in folder: String) throws(Diagnostic) -> [String] {
    switch state {
    // Files that can't be opened are included so that a broken layer isn't treated as missing.
    case .disk: return try FolderListing.names(in: folder)
    case .workingTree:
      if FolderListing.kind(of: folder) == .absent { return [] }
      return try FolderListing.names(in: folder).filter { !Self.isLocal($0) }
    case .revision(let revision):
      return try GitRepository(containing: folder).files(in: folder, at: revision)
        .filter { !$0.hasPrefix(".") && !Self.isLocal($0) }
    }
  }

  /// Returns whether a file name is the local layer's name.
  private static func isLocal(_ name: String) -> Bool {
    name.hasPrefix("\(ConfigurationFiles.stem)-\(ConfigurationFiles.local).")
  }

  /// Returns whether a path is a folder. A revision has no empty folders, so the folder must
  /// contain a file.
  func isFolder(_ path: String) throws(Diagnostic) -> Bool {
    guard case .revision = state else { return FolderListing.kind(of: path) == .folder }
    return try !files(in: path).isEmpty
  }

  /// Returns whether a path is neither a file nor a folder.
  func isMissing(_ path: String) throws(Diagnostic) -> Bool {
    guard case .revision = state else { return FolderListing.kind(of: path) == .absent }
    if try hasFile(path) { return false }
    return try !isFolder(path)
  }

  /// Returns whether a path is a file.
  func hasFile(_ path: String) throws(Diagnostic) -> Bool {
    guard case .revision(let revision) = state else {
      return FolderListing.kind(of: path) == .file
    }
    return try GitRepository(containing: path).contents(of: path, at: revision) != nil
  }

  /// Returns the contents of a file that another file includes.
  ///
  /// - Parameters:
  ///   - path: The path of the included file.
  ///   - file: The including file, as ``open(_:)`` returned it.
  ///   - isOptional: Whether the file may be missing.
  /// - Returns: `nil` if the file does not exist, or is optional and not among ``includes``.
  /// - Throws: An `external-include` error if the file is outside the project or not among
  ///   ``includes``.
  func contents(
    ofIncluded path: String, from file: String, isOptional: Bool
  ) throws(Diagnostic) -> [UInt8]? {
    var (path, file) = (path, file)
    if case .revision(let revision) = state {
      guard path.hasPrefix("\(revision):"), file.hasPrefix("\(revision):") else { return nil }
      path.removeFirst(revision.count + 1)
      file.removeFirst(revision.count + 1)
    }
    if let includes {
      // The paths are compared without resolving symbolic links, because a build system may provide
      // each file as a link.
      guard includes.contains(where: path.equalsExactly) else {
        if isOptional { return nil }
        throw Self.externalInclude(
          path, "not in the project's 'includes'",
          hint: "add it to \"includes\", or remove the #include")
      }
    } else if !ProjectRoot(of: file).contains(path) {
      throw Self.externalInclude(
        path, "outside the project", hint: "copy the file or its settings into the project")
    }
    guard try hasFile(path) else { return nil }
    return try InputFile(regular: try open(path)).contents(limit: LoadedConfiguration.fileLimit)
  }

  /// Returns the error for a file that must not be included.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - place: The location of the file relative to the project, for the message.
  ///   - hint: The remedy.
  private static func externalInclude(_ path: String, _ place: String, hint: String) -> Diagnostic {
    Diagnostic(
      .error, "external-include", "the included file '\(path)' is \(place)", hint: hint,
      kind: .unreadable)
  }

  /// Makes a file available for reading.
  ///
  /// - Returns: The path to open with ``InputFile``.
  func open(_ path: String) throws(Diagnostic) -> String {
    guard case .revision(let revision) = state else { return path }
    let name = "\(revision):\(path)"
    // A file that the revision doesn't contain is reported when it is opened.
    if let bytes = try GitRepository(containing: path).contents(of: path, at: revision) {
      try InputFile.replace(name, by: bytes)
    }
    return name
  }
}

/// The root folder of a project. A configuration cannot include files outside this folder.
///
/// This is the root of the file's repository, otherwise the folder of its `trema.json`, otherwise
/// the current folder if it contains the file, otherwise the file's folder.
struct ProjectRoot {
  /// The absolute path without symbolic links.
  private let path: String

  /// Finds the root folder of a file's project.
  init(of file: String) {
    let parent = Self.resolved(OutputFolders.parent(of: file))
    let current = Self.resolved(".")
    let currentContainsFile = current != "/" && Self.isInside(parent, current)
    path =
      Self.folder(above: parent, with: ".git") ?? Self.folder(above: parent, with: ProjectFile.name)
      ?? (currentContainsFile ? current : parent)
  }

  /// Returns whether a file is inside the folder, with all symbolic links resolved. For a missing
  /// file, its folder is examined.
  func contains(_ file: String) -> Bool {
    Self.isInside(Self.resolved(file), path)
  }

  /// Returns whether a path equals a folder or is inside it.
  private static func isInside(_ path: String, _ folder: String) -> Bool {
    let folder = folder == "/" ? folder : folder + "/"
    return (path + "/").utf8.starts(with: folder.utf8)
  }

  /// Returns the innermost folder, from a path upward, that contains a file or folder with the
  /// given name.
  private static func folder(above start: String, with name: String) -> String? {
    var folder = start
    while folder != "/", !folder.isEmpty, folder != "." {
      if FolderListing.kind(of: "\(folder)/\(name)") != .absent { return folder }
      folder = OutputFolders.parent(of: folder)
    }
    return nil
  }

  /// Returns the absolute path without symbolic links. Components that do not exist are appended
  /// unchanged.
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
