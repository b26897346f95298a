import TremaDiagnostics

/// Where the files of a configuration are looked for: on the disk, or in a revision of a git
/// repository, whose files are then opened under names such as `main:Config/Configuration.plist`.
public struct ConfigurationSource: Sendable {
  private enum State: Sendable {
    case disk
    /// What is to be compared with a revision, where a folder that is not there is an empty one.
    case workingTree
    case revision(String)
  }

  private let state: State

  public static let disk = ConfigurationSource(state: .disk)
  static let workingTree = ConfigurationSource(state: .workingTree)

  static func revision(_ name: String) -> ConfigurationSource {
    ConfigurationSource(state: .revision(name))
  }

  /// The names of the files in a folder, without hidden ones. What one machine has for itself is no
  /// part of a state that others have, too.
  func files(in folder: String) throws(Diagnostic) -> [String] {
    switch state {
    case .disk: return try filesOnDisk(folder)
    case .workingTree:
      if FolderListing.kind(of: folder) == .absent { return [] }
      return try filesOnDisk(folder).filter { !Self.isLocal($0) }
    case .revision(let revision):
      return try GitRepository(containing: folder).files(in: folder, at: revision)
        .filter { !$0.hasPrefix(".") && !Self.isLocal($0) }
    }
  }

  private func filesOnDisk(_ folder: String) throws(Diagnostic) -> [String] {
    try FolderListing.names(in: folder).filter { name in
      FolderListing.kind(of: folder == "." ? name : "\(folder)/\(name)") == .file
    }
  }

  private static func isLocal(_ name: String) -> Bool {
    name.hasPrefix("\(ConfigurationFiles.stem)-\(ConfigurationFiles.local).")
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
