import TremaEditing
import TremaSupport

/// Applies the fixes of findings in memory. Files that are opened afterwards are read in their
/// fixed form and may have further findings.
package struct Fixing {
  /// The maximum number of passes over the files.
  package static let maxPasses = 10

  /// A file with its edits.
  private struct EditedFile {
    /// The file in its original state.
    let input: InputFile
    /// The byte order mark, which does not count as a column; empty if there is none.
    let byteOrderMark: [UInt8]
    /// The original bytes after the byte order mark.
    let old: [UInt8]
    /// The edited bytes after the byte order mark.
    var new: [UInt8]
    /// The number of fixes so far.
    var fixCount = 0
  }

  /// The edited files by path.
  private var editedFiles: [String: EditedFile] = [:]
  /// The warnings about files that are not fixed.
  package private(set) var diagnostics: [Diagnostic] = []

  /// The kind of files to fix.
  private let form: FixableForm

  package init(_ form: FixableForm = .catalogs) { self.form = form }

  /// The number of fixes in each file, sorted by file.
  package var fixed: [(file: String, count: Int)] {
    editedFiles.map { ($0.key, $0.value.fixCount) }.filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }
  }

  /// The changes in the unified format for `patch` and `git apply`, with paths relative to
  /// ``patchFolder``.
  package var patch: [UInt8] {
    let folder = CurrentFolder()
    let above = patchFolder.flatMap { $0 == "." ? nil : $0 == "/" ? 1 : $0.utf8.count + 1 } ?? 0
    return editedFiles.map { (path: folder.relative($0.key), entry: $0.value) }
      .sorted { $0.path < $1.path }
      .flatMap { path, entry in
        UnifiedPatch.text(
          path: String(decoding: path.utf8.dropFirst(above), as: UTF8.self),
          old: entry.byteOrderMark + entry.old, new: entry.byteOrderMark + entry.new)
      }
  }

  /// The folder in which to apply the patch.
  ///
  /// This is the current folder, or the common folder of all files if one of them is outside the
  /// current folder, because `git apply` ignores files outside the folder that it runs in. The
  /// value is `nil` if there is no common folder.
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
    // Files whose common folder cannot be named without `..` require several patches.
    guard paths.allSatisfy({ $0.hasPrefix(begin) && !isOutside($0.dropFirst(begin.count)) }) else {
      return nil
    }
    return name
  }

  /// Applies the fixes of findings.
  ///
  /// A file that the edits would damage is left unchanged and reported in ``diagnostics``.
  ///
  /// - Returns: Whether any file was changed.
  /// - Throws: A diagnostic if a file cannot be read.
  package mutating func apply(_ findings: [Diagnostic]) throws(Diagnostic) -> Bool {
    var edits: [String: [Diagnostic.Edit]] = [:]
    for edit in findings.flatMap(\.fixes) { edits[edit.location.file, default: []].append(edit) }
    var isChanged = false
    for (file, edits) in edits.sorted(by: { $0.key < $1.key }) where !isSkipped(file) {
      if editedFiles[file] == nil { editedFiles[file] = try open(file) }
      guard var entry = editedFiles[file] else { continue }
      let result = SourceEdits(edits, to: entry.new)
      let edited = result.edited
      if edited == entry.new { continue }
      guard form.ofFile(file).preservesContent(entry.new, edited, in: file) else {
        skip(file, "a fix would have damaged it", hint: "correct the findings by hand")
        continue
      }
      entry.new = edited
      entry.fixCount += result.count
      editedFiles[file] = entry
      try InputFile.replace(file, by: entry.byteOrderMark + edited)
      isChanged = true
    }
    return isChanged
  }

  /// Adds the edited files to a transaction, which the caller commits.
  ///
  /// - Throws: A diagnostic of the kind `.unwritableFile` if one of the files has changed since it
  ///   was read.
  package func write(into transaction: OutputTransaction) throws(Diagnostic) {
    for (path, entry) in editedFiles.sorted(by: { $0.key < $1.key }) {
      guard try InputFile.contentsOnDisk(path) == entry.byteOrderMark + entry.old else {
        throw SystemCalls.unwritableFile(path, ESTALE)
      }
      transaction.file(path, comparedWith: entry.input).bytes = entry.byteOrderMark + entry.new
    }
  }

  /// Opens a file for fixes.
  ///
  /// - Returns: `nil` if no fix can be applied to the file. The reason is reported in
  ///   ``diagnostics``.
  private mutating func open(_ file: String) throws(Diagnostic) -> EditedFile? {
    let input = try InputFile(path: file)
    let bytes = try input.contents(limit: InputFile.maxWholeFileSize)
    let mark = Array(bytes.prefix(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
    let text = Array(bytes.dropFirst(mark.count))
    if input.isStream {
      skip(file, "it is not a regular file", hint: nil)
    } else if let (reason, hint) = form.ofFile(file).unfixableReason(of: text, in: file) {
      skip(file, reason, hint: hint)
    } else {
      return EditedFile(input: input, byteOrderMark: mark, old: text, new: text)
    }
    return nil
  }

  /// Returns whether a file has been reported as not fixable.
  private func isSkipped(_ file: String) -> Bool {
    diagnostics.contains { $0.location?.file == file }
  }

  /// Reports that a file is left unchanged.
  private mutating func skip(_ file: String, _ reason: String, hint: String?) {
    diagnostics.append(
      Diagnostic(
        .warning, "unfixable", "'\(file)' was not fixed: \(reason)",
        at: SourceLocation(file: file), hint: hint, subject: reason))
  }
}
