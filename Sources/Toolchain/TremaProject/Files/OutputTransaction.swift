import TremaSupport

/// Outputs that appear together or not at all.
///
/// Until ``commit()`` every output is as it was; a process that is killed on the way leaves at most
/// hidden temporary files, which the next one removes; one that is asked to end removes its own. A
/// kill between two renames leaves some outputs new and some old, each of them whole.
package final class OutputTransaction {
  private let mode: OutputFile.Mode
  private let isDigested: Bool
  private let folders = OutputFolders()
  package private(set) var files: [OutputFile] = []
  /// The indices by the identity of their places: two paths can lead to one file.
  private var indices: [String: Int] = [:]
  private var places = OutputPlaces()
  private var isOpen = true
  private var hasDiscarded = false

  /// The result of a commit, by path.
  package struct Outcome: Sendable {
    /// Files that were new or different.
    package var changed: [String] = []
    package var unchanged: [String] = []
  }

  /// The purpose of the outputs.
  package enum Purpose: Sendable {
    case write
    /// Nothing is written; `Outcome.changed` says what would be.
    case compare
    /// They stay in memory, in `OutputFile.bytes`.
    case collect
  }

  /// - Parameter isDigested: whether the digests of the outputs are needed.
  package init(_ purpose: Purpose = .write, isDigested: Bool = false) {
    self.isDigested = isDigested
    switch purpose {
    case .write: mode = .write
    case .compare: mode = .compare
    case .collect: mode = .memory
    }
  }

  deinit { abandon() }

  /// The file at `path`; paths that lead to the same place give the same file.
  ///
  /// - Parameter original: what it is compared with, when that is not the file at `path`.
  package func file(_ path: String, comparedWith original: InputFile? = nil) -> OutputFile {
    open(path, comparedWith: original).file
  }

  /// The same, and whether that place was not asked for before.
  func open(
    _ path: String, comparedWith original: InputFile? = nil
  ) -> (file: OutputFile, isNew: Bool) {
    let place = OutputPlace.following(path)
    let identity = places.identity(of: place)
    if let known = indices[identity] { return (files[known], false) }
    let file = OutputFile(
      path: path, place: place, mode: mode, folder: folders, original: original?.asExistingFile,
      isDigested: isDigested)
    indices[identity] = files.count
    files.append(file)
    return (file, true)
  }

  /// The file at `path`, if there is one already.
  package func known(_ path: String) -> OutputFile? {
    indices[places.identity(of: OutputPlace.following(path))].map { files[$0] }
  }

  /// Whether two paths lead to one place.
  package static func isSame(_ a: String, _ b: String) -> Bool {
    var places = OutputPlaces()
    return places.identity(of: OutputPlace.following(a))
      == places.identity(of: OutputPlace.following(b))
  }

  /// Lets a signal that is to end the process do so, before much more is done in vain.
  ///
  /// - Throws: when there is one; the process ends as soon as the transaction does.
  package func checkSignals() throws(Diagnostic) {
    do throws(SystemError) {
      try folders.checkSignals()
    } catch {
      throw Diagnostic(.error, "interrupted", "interrupted", kind: .unwritable)
    }
  }

  /// Takes files out again; what is at their places stays.
  package func discard(_ discarded: [OutputFile]) {
    if discarded.isEmpty { return }
    for file in discarded { file.discard() }
    hasDiscarded = true
    let gone = Set(discarded.map(ObjectIdentifier.init))
    let kept = files.indices.filter { !gone.contains(ObjectIdentifier(files[$0])) }
    let newIndices = Dictionary(uniqueKeysWithValues: zip(kept, kept.indices))
    files = kept.map { files[$0] }
    indices = indices.compactMapValues { newIndices[$0] }
  }

  /// Completes all files, then moves them to their places.
  ///
  /// - Throws: kind `.unwritable`; before the first move nothing has changed.
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
    // Those of outputs that were discarded; all others have something in them.
    if hasDiscarded { folders.undo() }
    folders.release()
    return outcome
  }

  /// Leaves everything as it was.
  package func abandon() {
    guard isOpen else { return }
    isOpen = false
    for file in files { file.discard() }
    folders.undo()
    folders.release()
  }
}
