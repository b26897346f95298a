import TremaSupport

/// Project files that are processed together, none of which may affect the others.
package struct ProjectFileList {
  /// A conflict between two of the project files.
  package enum Conflict: Equatable, Sendable {
    /// Both paths refer to the same file.
    case sameFile(String, String)
    /// Both projects have the same list of outputs, so each would remove the other's outputs.
    case sameList(String, String, list: String)
  }

  /// Returns the path of the project file in a folder, or `nil` if the path is not a folder.
  package static func projectFile(inFolder path: String) -> String? {
    guard FolderListing.kind(of: path) == .folder else { return nil }
    return "\(path)\(path.hasSuffix("/") ? "" : "/")\(ProjectFile.name)"
  }

  /// Returns the first conflict between project files, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - paths: The paths of the project files.
  ///   - haveLists: Whether a list of outputs is written for each project.
  package static func conflict(among paths: [String], haveLists: Bool) -> Conflict? {
    var resolver = PathResolver()
    var files: [String: String] = [:]
    var lists: [String: String] = [:]
    for path in paths {
      let file = resolver.identity(of: OutputPath.resolvingLinks(path))
      if let other = files.updateValue(path, forKey: file) { return .sameFile(other, path) }
      let root = ProjectFile.outputRoot(ofProject: path, ProjectFile.Placement())
      let list = Build.path(BuildManifest.name, below: root)
      if haveLists, let other = lists.updateValue(path, forKey: resolver.identity(of: list)) {
        return .sameList(other, path, list: list)
      }
    }
    return nil
  }
}

/// The projects that write each output, in a call that builds several projects.
package struct OutputOwners: Sendable {
  /// The number of the project that writes a file, by the hash of the file's identity.
  ///
  /// The hash has 64 bits, so even among a million files, two share a hash in only one of 30
  /// million calls.
  private var owners: [Int: Int] = [:]
  /// The resolver for the identities of files.
  private var resolver = PathResolver()

  package init() {}

  /// Returns the hash of a file's identity.
  private mutating func identity(of path: String) -> Int {
    resolver.identity(of: OutputPath.resolvingLinks(path)).hashValue
  }

  /// Returns whether a project writes a file.
  package mutating func contains(_ path: String) -> Bool { owners[identity(of: path)] != nil }

  /// Records the outputs of a project.
  ///
  /// - Parameters:
  ///   - paths: The paths of the outputs.
  ///   - project: The number of the project.
  /// - Returns: The first output that another project also writes, and the number of that project;
  ///   otherwise `nil`.
  package mutating func record(
    _ paths: some Sequence<String>, of project: Int
  ) -> (path: String, other: Int)? {
    var collision: (path: String, other: Int)?
    for path in paths {
      let identity = identity(of: path)
      if let other = owners[identity] {
        if other != project, collision == nil { collision = (path, other) }
      } else {
        owners[identity] = project
      }
    }
    return collision
  }
}
