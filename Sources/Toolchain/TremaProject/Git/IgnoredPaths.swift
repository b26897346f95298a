import TremaSupport

/// The files and folders in a folder that Git ignores.
///
/// They are not tracked, and are excluded by a `.gitignore`, by `.git/info/exclude` or by the
/// user's `core.excludesFile`.
struct IgnoredPaths {
  /// The paths relative to the folder, without a trailing slash.
  private var paths: Set<String> = []
  /// A note if Git could not list the ignored paths, which are then unknown.
  private(set) var diagnostics: [Diagnostic] = []

  /// Determines the ignored paths in a folder.
  init(in folder: String) {
    let repository = GitRepository(containing: folder)
    do throws(Diagnostic) {
      // If an entire folder is ignored, only the folder is listed.
      let list = try repository.run([
        "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z",
      ])
      for name in list.split(separator: 0) {
        let path = name.last == UInt8(ascii: "/") ? name.dropLast() : name
        paths.insert(String(decoding: path, as: UTF8.self))
      }
    } catch {
      // If the folder is itself ignored, it was specified explicitly, and nothing in it is ignored.
      let isIgnored = (try? repository.outcome(["check-ignore", "--quiet", "."]))?.status == 0
      guard !isIgnored, Self.isRepository(folder) else { return }
      diagnostics = [
        Diagnostic(
          .note, "git", ".gitignore is not respected: \(error.message)",
          at: SourceLocation(file: folder),
          hint: "exclude ignored files by name: --exclude NAME", subject: "gitignore")
      ]
    }
  }

  /// Returns whether a path relative to the folder is ignored. The result is `false` for paths
  /// inside an ignored folder.
  func contains(_ path: String) -> Bool { paths.contains(path) }

  /// Returns whether the folder appears to be inside a repository.
  private static func isRepository(_ folder: String) -> Bool {
    if FolderListing.kind(of: "\(folder)/.gitignore") != .absent { return true }
    guard let real = realpath(folder, nil) else { return false }
    defer { free(real) }
    var path = String(cString: real)
    while FolderListing.kind(of: "\(path)/.git") == .absent {
      if path == "/" { return false }
      path = OutputFolders.parent(of: path)
    }
    return true
  }
}
