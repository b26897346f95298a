import TremaSupport

/// Outputs that become visible together or not at all.
///
/// No output is changed before ``commit()``. A killed process leaves at most hidden temporary
/// files, which the next process removes. A process that receives a termination signal removes them
/// itself. If a process is killed between two renames, some outputs are new and others old, but
/// each of them is complete.
package final class OutputTransaction {
  /// The way in which the bytes of outputs are used.
  private let mode: OutputFile.Mode
  /// Whether the digests of outputs are needed.
  private let isDigested: Bool
  /// The folders and temporary files.
  private let folders = OutputFolders()
  /// The outputs, in the order in which they were opened.
  package private(set) var files: [OutputFile] = []
  /// The output indices, by path identity, because two paths can refer to the same file.
  private var indices: [String: Int] = [:]
  /// The resolver for path identities.
  private var resolver = PathResolver()
  /// Whether the transaction has neither been committed nor abandoned.
  private var isOpen = true
  /// Whether outputs were removed from the transaction.
  private var hasDiscarded = false

  /// The result of a commit, as paths.
  package struct Outcome: Sendable {
    /// The outputs that were new or different.
    package var changed: [String] = []
    /// The outputs that were up to date.
    package var unchanged: [String] = []
  }

  /// The use of the outputs.
  package enum Purpose: Sendable {
    /// Write the outputs.
    case write
    /// Write nothing. `Outcome.changed` contains the outputs that would be written.
    case compare
    /// Keep the outputs in memory, in `OutputFile.bytes`.
    case collect
  }

  /// Starts a transaction.
  ///
  /// - Parameters:
  ///   - purpose: The use of the outputs.
  ///   - isDigested: Whether the digests of outputs are needed.
  package init(_ purpose: Purpose = .write, isDigested: Bool = false) {
    self.isDigested = isDigested
    switch purpose {
    case .write: mode = .write
    case .compare: mode = .compare
    case .collect: mode = .memory
    }
  }

  deinit { abandon() }

  /// Returns the output at a path. All paths of a file return the same output.
  ///
  /// - Parameters:
  ///   - path: The path of the output.
  ///   - original: The file to compare with; or `nil` for the file at `path`.
  package func file(_ path: String, comparedWith original: InputFile? = nil) -> OutputFile {
    open(path, comparedWith: original).file
  }

  /// Returns the output at a path, and whether it is new in the transaction.
  ///
  /// - Parameters:
  ///   - path: The path of the output.
  ///   - original: The file to compare with; or `nil` for the file at `path`.
  func open(
    _ path: String, comparedWith original: InputFile? = nil
  ) -> (file: OutputFile, isNew: Bool) {
    let resolvedPath = OutputPath.resolvingLinks(path)
    let identity = resolver.identity(of: resolvedPath)
    if let known = indices[identity] { return (files[known], false) }
    let file = OutputFile(
      path: path, resolvedPath: resolvedPath, mode: mode, folder: folders,
      original: original?.asExistingFile,
      isDigested: isDigested)
    indices[identity] = files.count
    files.append(file)
    return (file, true)
  }

  /// Returns the output at a path, or `nil` if the transaction has no such output.
  package func existingOutput(_ path: String) -> OutputFile? {
    indices[resolver.identity(of: OutputPath.resolvingLinks(path))].map { files[$0] }
  }

  /// Returns whether two paths refer to the same file.
  package static func isSame(_ a: String, _ b: String) -> Bool {
    var resolver = PathResolver()
    return resolver.identity(of: OutputPath.resolvingLinks(a))
      == resolver.identity(of: OutputPath.resolvingLinks(b))
  }

  /// Ends an operation early if a termination signal is pending.
  ///
  /// - Throws: A diagnostic with the code `interrupted`. The process ends when the transaction
  ///   ends.
  package func checkSignals() throws(Diagnostic) {
    do throws(SystemError) {
      try folders.checkSignals()
    } catch {
      throw Diagnostic(.error, "interrupted", "interrupted", kind: .unwritable)
    }
  }

  /// Removes outputs from the transaction. Existing files at their paths are kept.
  package func discard(_ discarded: [OutputFile]) {
    if discarded.isEmpty { return }
    for file in discarded { file.discard() }
    hasDiscarded = true
    let removed = Set(discarded.map(ObjectIdentifier.init))
    let retained = files.indices.filter { !removed.contains(ObjectIdentifier(files[$0])) }
    let newIndices = Dictionary(uniqueKeysWithValues: zip(retained, retained.indices))
    files = retained.map { files[$0] }
    indices = indices.compactMapValues { newIndices[$0] }
  }

  /// Completes all outputs and then installs them.
  ///
  /// - Throws: An `.unwritable` diagnostic. Before the first output is installed, no file has been
  ///   changed.
  package func commit() throws(Diagnostic) -> Outcome {
    var outcome = Outcome()
    do {
      for file in files {
        if try file.complete() {
          outcome.changed.append(file.path)
        } else {
          outcome.unchanged.append(file.path)
        }
      }
      try checkSignals()
      for file in files { try file.install() }
    } catch {
      abandon()
      throw error
    }
    isOpen = false
    // Created folders can be empty only if their outputs were discarded.
    if hasDiscarded { folders.undo() }
    folders.release()
    return outcome
  }

  /// Discards all outputs and removes created folders so that nothing is changed.
  package func abandon() {
    guard isOpen else { return }
    isOpen = false
    for file in files { file.discard() }
    folders.undo()
    folders.release()
  }
}
