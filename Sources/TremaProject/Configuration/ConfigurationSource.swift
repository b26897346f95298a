import TremaDiagnostics

/// Where the files of a configuration are looked for: on the disk, or in a revision of a git
/// repository, whose files are then opened under names such as `main:Config/Configuration.plist`.
public struct ConfigurationSource: Sendable {
  private enum State: Sendable {
    case disk
    /// A folder that is not there is an empty one.
    case workingTree
    case revision(String)
  }

  private let state: State

  public static let disk = ConfigurationSource(state: .disk)
  static let workingTree = ConfigurationSource(state: .workingTree)

  static func revision(_ name: String) -> ConfigurationSource {
    ConfigurationSource(state: .revision(name))
  }

  /// The names of the files in a folder, without hidden ones.
  func files(in folder: String) throws(Diagnostic) -> [String] {
    switch state {
    case .workingTree where FolderListing.kind(of: folder) == .absent: return []
    case .disk, .workingTree:
      return try FolderListing.names(in: folder).filter { name in
        FolderListing.kind(of: folder == "." ? name : "\(folder)/\(name)") == .file
      }
    case .revision(let revision):
      return try GitRepository(containing: folder).files(in: folder, at: revision)
        .filter { !$0.hasPrefix(".") }
    }
  }

  func isFolder(_ path: String) throws(Diagnostic) -> Bool {
    guard case .revision = state else { return FolderListing.kind(of: path) == .folder }
    return try !files(in: path).isEmpty
  }

  func hasFile(_ path: String) throws(Diagnostic) -> Bool {
    guard case .revision(let revision) = state else {
      return FolderListing.kind(of: path) == .file
    }
    return try GitRepository(containing: path).contents(of: path, at: revision) != nil
  }

  /// Makes a file ready to be read.
  ///
  /// - Returns: the path that opens it.
  func open(_ path: String) throws(Diagnostic) -> String {
    guard case .revision(let revision) = state else { return path }
    let name = "\(revision):\(path)"
    // What the revision does not have is missed by whoever opens it.
    if let bytes = try GitRepository(containing: path).contents(of: path, at: revision) {
      try InputFile.replace(name, by: bytes)
    }
    return name
  }
}
