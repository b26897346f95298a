import TremaEditing
import TremaSupport

/// Makes the fixes that findings offer, in memory: files that are opened afterwards are read as
/// fixed, and may show more to fix.
package struct Fixing {
  /// So often the files may be looked at again.
  package static let mostPasses = 10

  private struct Work {
    /// The file as it was when it was first opened.
    let input: InputFile
    /// A byte order mark, which no column counts.
    let mark: [UInt8]
    let old: [UInt8]
    var new: [UInt8]
    var fixes = 0
  }

  private var works: [String: Work] = [:]
  /// Files that are left as they are, and why.
  package private(set) var diagnostics: [Diagnostic] = []

  private let form: FixableForm

  package init(_ form: FixableForm = .catalogues) { self.form = form }

  /// How many fixes each file got, in the order of the files.
  package var fixed: [(file: String, count: Int)] {
    works.map { ($0.key, $0.value.fixes) }.filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }
  }

  /// The changes as a patch for `patch` and `git apply`, with paths from ``patchFolder``.
  package var patch: [UInt8] {
    let folder = CurrentFolder()
    let above = patchFolder.flatMap { $0 == "." ? nil : $0 == "/" ? 1 : $0.utf8.count + 1 } ?? 0
    return works.map { (path: folder.relative($0.key), work: $0.value) }
      .sorted { $0.path < $1.path }
      .flatMap { path, work in
        UnifiedPatch.text(
          path: String(decoding: path.utf8.dropFirst(above), as: UTF8.self),
          old: work.mark + work.old, new: work.mark + work.new)
      }
  }

  /// The folder that the patch is applied in: the current one, or the common folder of all files when
  /// one of them is outside of it. `git apply` ignores files outside of the folder that it runs in.
  ///
  /// - Returns: nil when there is none.
  package var patchFolder: String? {
    let current = CurrentFolder()
    let paths = fixed.map { current.relative($0.file) }
    func parts(_ path: String) -> [Substring] { path.split(separator: "/") }
    func isOutside(_ path: some StringProtocol) -> Bool {
      path.hasPrefix("/") || path.split(separator: "/").contains("..")
    }
    guard paths.contains(where: isOutside), let first = paths.first else { return "." }
    var folder = parts(OutputFolders.parent(of: first))
    for path in paths.map(parts) {
      while !path.starts(with: folder) { folder.removeLast() }
    }
    let isAbsolute = first.hasPrefix("/")
    let name = (isAbsolute ? "/" : "") + folder.joined(separator: "/")
    let begin = isAbsolute && folder.isEmpty ? "/" : "\(name)/"
    guard paths.allSatisfy({ $0.hasPrefix(begin) && !isOutside($0.dropFirst(begin.count)) }) else {
      return nil
    }
    return name
  }

  /// Makes the fixes of some findings.
  ///
  /// - Returns: whether there were any.
  /// - Throws: when a file cannot be read.
  package mutating func apply(_ findings: [Diagnostic]) throws(Diagnostic) -> Bool {
    var edits: [String: [Diagnostic.Edit]] = [:]
    for edit in findings.flatMap(\.fixes) { edits[edit.location.file, default: []].append(edit) }
    var isChanged = false
    for (file, edits) in edits.sorted(by: { $0.key < $1.key }) where !isLeft(file) {
      if works[file] == nil { works[file] = try open(file) }
      guard var work = works[file] else { continue }
      let made = SourceEdits(edits, to: work.new)
      let edited = made.edited
      if edited == work.new { continue }
      guard form.isSound(work.new, edited, in: file) else {
        leave(file, "a fix would have damaged it", hint: "correct the findings by hand")
        continue
      }
      work.new = edited
      work.fixes += made.count
      works[file] = work
      try InputFile.replace(file, by: work.mark + edited)
      isChanged = true
    }
    return isChanged
  }

  /// Adds the files to a transaction; it is for the caller to commit.
  ///
  /// - Throws: kind `.unwritable`, when one of them is not what it was any more.
  package func write(into transaction: OutputTransaction) throws(Diagnostic) {
    for (path, work) in works.sorted(by: { $0.key < $1.key }) {
      guard try InputFile.contentsOnDisk(path) == work.mark + work.old else {
        throw SystemCalls.unwritable(path, ESTALE)
      }
      transaction.file(path, comparedWith: work.input).bytes = work.mark + work.new
    }
  }

  /// - Returns: nil when the places of findings may not be those of the bytes.
  private mutating func open(_ file: String) throws(Diagnostic) -> Work? {
    let input = try InputFile(path: file)
    let bytes = try input.contents(limit: InputFile.largest)
    let mark = Array(bytes.prefix(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
    let text = Array(bytes.dropFirst(mark.count))
    if input.isStream {
      leave(file, "it is no file that could be rewritten", hint: nil)
    } else if let (reason, hint) = form.objection(to: text, in: file) {
      leave(file, reason, hint: hint)
    } else {
      return Work(input: input, mark: mark, old: text, new: text)
    }
    return nil
  }

  private func isLeft(_ file: String) -> Bool {
    diagnostics.contains { $0.location?.file == file }
  }

  private mutating func leave(_ file: String, _ reason: String, hint: String?) {
    diagnostics.append(
      Diagnostic(
        .warning, "unfixable", "'\(file)' is not fixed: \(reason)",
        at: SourceLocation(file: file), hint: hint, subject: reason))
  }
}
