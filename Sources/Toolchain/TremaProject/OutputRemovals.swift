import TremaSupport

/// The removal of the files that a previous build wrote and that are no longer outputs.
///
/// Files that were changed by hand are never removed.
package struct OutputRemovals: Sendable {
  /// The list of the outputs.
  let current: BuildManifest
  /// The list of the previous build.
  let previous: BuildManifest
  /// The root folder.
  let root: String
  /// The folders of the outputs, relative to the root folder.
  let directories: [String]
  /// The files that are never removed, even if the list contains them, because the list may have
  /// been merged incorrectly or edited.
  let inputs: [String]

  /// Whether the previous build wrote a file that is no longer an output.
  var isNeeded: Bool { previous.outputs.keys.contains { current.outputs[$0] == nil } }

  /// The list of the outputs and of the files to remove.
  var pendingList: BuildManifest {
    var list = current
    list.outputs.merge(previous.outputs) { new, _ in new }
    return list
  }

  /// Removes the files after all projects of a call have been built, and updates the list.
  ///
  /// - Parameter keeps: Returns whether another project has written a file.
  /// - Returns: The removed paths, and a warning for each file that was changed by hand and is
  ///   kept.
  /// - Throws: A diagnostic if a file cannot be read or the list cannot be written.
  package func perform(
    keeping keeps: (String) -> Bool
  ) throws(Diagnostic) -> (removed: [String], diagnostics: [Diagnostic]) {
    let result = try perform(isDryRun: false, keeping: keeps)
    let transaction = OutputTransaction()
    transaction.file(Build.path(BuildManifest.name, below: root)).bytes = current.encoded()
    _ = try transaction.commit()
    return result
  }

  /// Removes the files.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether to return the paths without removing the files.
  ///   - keeps: Returns whether a file must be kept.
  /// - Returns: The removed paths, and a warning for each file that was changed by hand and is
  ///   kept.
  /// - Throws: A diagnostic if a file cannot be read.
  func perform(
    isDryRun: Bool, keeping keeps: (String) -> Bool = { _ in false }
  ) throws(Diagnostic) -> (removed: [String], diagnostics: [Diagnostic]) {
    var removed: [String] = []
    var diagnostics: [Diagnostic] = []
    // Different spellings of a path may refer to the same file.
    var resolver = PathResolver()
    let kept = Set(
      (current.outputs.keys.map { Build.path($0, below: root) } + inputs)
        .map { resolver.identity(of: $0) })
    for (path, output) in previous.outputs.sorted(by: { $0.key < $1.key })
    where current.outputs[path] == nil {
      let whole = Build.path(path, below: root)
      guard access(whole, F_OK) == 0, !kept.contains(resolver.identity(of: whole)), !keeps(whole)
      else {
        continue
      }
      guard isRemovable(path) else {
        diagnostics.append(
          Diagnostic(
            .warning, "unremoved-output",
            "'\(whole)' is no longer an output but is outside the folders of the project and of its "
              + "outputs, so it is not removed",
            at: SourceLocation(file: whole), hint: "remove it if it is not needed"))
        continue
      }
      guard try Self.digest(of: whole) == output.digest else {
        diagnostics.append(
          Diagnostic(
            .warning, "changed-output",
            "'\(whole)' is no longer an output but was changed by hand, so it is not removed",
            at: SourceLocation(file: whole), hint: "remove it if it is not needed"))
        continue
      }
      removed.append(whole)
      if isDryRun { continue }
      guard unlink(whole) == 0 else {
        removed.removeLast()
        var diagnostic = SystemCalls.unwritableFile(whole, errno)
        diagnostic.message =
          "cannot remove '\(whole)', which is no longer an output: "
          + "\(SystemCalls.description(errno))"
        diagnostics.append(diagnostic)
        continue
      }
      // This fails, as intended, if the folder contains other files.
      rmdir(OutputFolders.parent(of: whole))
    }
    return (removed, diagnostics)
  }

  /// Returns whether a path is below the root folder or below the folder of an output. The list may
  /// have been edited, so it must not be able to name any other file.
  private func isRemovable(_ path: String) -> Bool {
    func leavesFolder(_ path: Substring) -> Bool {
      path.hasPrefix("/") || path.split(separator: "/").contains("..")
    }
    if !leavesFolder(path[...]) { return true }
    return directories.contains { folder in
      !folder.isEmpty && path.hasPrefix("\(folder)/")
        && !leavesFolder(path.dropFirst(folder.count + 1))
    }
  }

  /// Returns the digest of a file, or `nil` if the path is not a regular file.
  private static func digest(of path: String) throws(Diagnostic) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var digest = SHA256()
    let next = try InputFile(path: path).source()
    while let bytes = try next() { digest.update(bytes) }
    return digest.hexDigest()
  }
}
