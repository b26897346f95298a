import TremaSupport

/// The files and folders below a folder that git ignores: those that no commit holds and a
/// `.gitignore`, `.git/info/exclude` or the user's own list names.
struct IgnoredPaths {
  /// Relative to the folder, without a slash at their end.
  private var paths: Set<String> = []
  /// A note when git should be able to say and cannot; what it ignores is not known then.
  private(set) var diagnostics: [Diagnostic] = []

  init(in folder: String) {
    let repository = GitRepository(containing: folder)
    do throws(Diagnostic) {
      // Of a folder that is ignored as a whole only the folder is listed.
      let list = try repository.run([
        "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z",
      ])
      for name in list.split(separator: 0) {
        let path = name.last == UInt8(ascii: "/") ? name.dropLast() : name
        paths.insert(String(decoding: path, as: UTF8.self))
      }
    } catch {
      // In an ignored folder that was named all the same, nothing is ignored.
      let isIgnored = (try? repository.outcome(["check-ignore", "--quiet", "."]))?.status == 0
      guard !isIgnored, Self.isRepository(folder) else { return }
      diagnostics = [
        Diagnostic(
          .note, "git", ".gitignore is not respected: \(error.message)",
          at: SourceLocation(file: folder),
          hint: "leave out by name what is ignored: --exclude NAME", subject: "gitignore")
      ]
    }
  }

  func contains(_ path: String) -> Bool { paths.contains(path) }

  /// Whether the folder or one around it looks like a repository.
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
