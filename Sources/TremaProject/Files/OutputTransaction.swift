import TremaDiagnostics

/// Outputs that appear together or not at all.
///
/// Until ``commit()`` every output is as it was; a process that is killed on the way leaves at most
/// hidden temporary files, which the next one removes. A kill between two renames leaves some
/// outputs new and some old, each of them whole.
public final class OutputTransaction {
  private let mode: OutputFile.Mode
  private let isDigested: Bool
  private let folders = OutputFolders()
  public private(set) var files: [OutputFile] = []
  private var indices: [String: Int] = [:]
  private var isOpen = true

  /// What a commit did, by path.
  public struct Outcome: Sendable {
    /// Files that were new or different.
    public var changed: [String] = []
    public var unchanged: [String] = []
  }

  /// What is to become of the outputs.
  public enum Purpose: Sendable {
    case write
    /// Nothing is written; `Outcome.changed` says what would be.
    case compare
    /// They stay in memory, in `OutputFile.bytes`.
    case collect
  }

  /// - Parameter isDigested: whether the digests of the outputs are needed.
  public init(_ purpose: Purpose = .write, isDigested: Bool = false) {
    self.isDigested = isDigested
    switch purpose {
    case .write: mode = .write
    case .compare: mode = .compare
    case .collect: mode = .memory
    }
  }

  deinit { abandon() }

  /// The file at `path`; the same path gives the same file.
  ///
  /// - Parameter original: what it is compared with, when that is not the file at `path`.
  public func file(_ path: String, comparedWith original: InputFile? = nil) -> OutputFile {
    if let index = indices[path] { return files[index] }
    let file = OutputFile(
      path: path, mode: mode, folder: folders, original: original?.descriptor,
      isDigested: isDigested)
    indices[path] = files.count
    files.append(file)
    return file
  }

  public func contains(_ path: String) -> Bool { indices[path] != nil }

  /// Takes a file out again; what stands at its place stays.
  public func discard(_ file: OutputFile) {
    file.discard()
    guard let index = files.firstIndex(where: { $0 === file }) else { return }
    files.remove(at: index)
    indices = indices.compactMapValues { $0 == index ? nil : $0 > index ? $0 - 1 : $0 }
  }

  /// Completes all files, then moves them to their places.
  ///
  /// - Throws: kind `.unwritable`; before the first move nothing has changed.
  public func commit() throws(Diagnostic) -> Outcome {
    var outcome = Outcome()
    do {
      for file in files {
        if try file.complete() {
          outcome.changed.append(file.path)
        } else {
          outcome.unchanged.append(file.path)
        }
      }
      for file in files { try file.install() }
    } catch {
      abandon()
      throw error
    }
    isOpen = false
    return outcome
  }

  /// Leaves everything as it was.
  public func abandon() {
    guard isOpen else { return }
    isOpen = false
    for file in files { file.discard() }
    folders.undo()
  }
}
