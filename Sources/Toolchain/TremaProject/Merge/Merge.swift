import TremaCatalog
import TremaEditing
import TremaFormats
import TremaSupport

/// A three-way merge of catalog files.
package struct Merge {
  /// The path of the common ancestor, or an empty file if there is none.
  package var base: String
  /// The path of our side.
  package var ours: String
  /// The path of the other side.
  package var theirs: String
  /// The path of the result, which may be one of the three paths, or `-` for standard output.
  package var output: String
  /// The name of the file in messages if the three paths are Git's temporary files, otherwise
  /// `nil`.
  package var name: String?
  /// The options for decoding the files.
  package var options = TremaDecoder.Options()

  package init(base: String, ours: String, theirs: String, output: String) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.output = output
  }

  /// The result of a merge.
  package struct Report: Sendable {
    /// The conflicts, and the errors that prevent a file from being merged.
    package var diagnostics: [Diagnostic] = []
    /// The paths of the files to read excerpts from, by file name in the diagnostics. The result
    /// can be read after it has been written.
    package var files: [String: String] = [:]
  }

  /// Runs the merge.
  ///
  /// - Parameter transaction: The transaction that receives the result, which the caller commits.
  ///   If a file cannot be read, the transaction receives Git's line merge, or nothing outside Git.
  package func run(into transaction: OutputTransaction) -> Report {
    var report = Report()
    let base = read(base, called: name.map { "\($0) (base)" }, mayBeEmpty: true, &report)
    let ours = read(ours, called: name, &report)
    let theirs = read(theirs, called: name.map { "\($0) (theirs)" }, &report)
    do throws(Diagnostic) {
      guard report.diagnostics.isEmpty, let ours, let theirs else {
        try mergeLines(into: transaction)
        return report
      }
      let merge = try CatalogMerge(base: base, ours: ours, theirs: theirs)
      if let excess = merge.exceededLimit {
        report.diagnostics.append(excess)
        try mergeLines(into: transaction)
        return report
      }
      let hasReturns = try LineEnds.usesCRLF(in: InputFile(path: self.ours))
      let file = transaction.file(output)
      try merge.encode { (piece) throws(Diagnostic) in
        var piece = piece
        if hasReturns { LineEnds.addCarriageReturns(to: &piece) }
        file.bytes += piece
        try file.flushIfNeeded()
      }
      report.diagnostics = try conflicts(of: merge, &report)
    } catch {
      report.diagnostics.append(error)
    }
    return report
  }

  /// Merges the files by lines, as Git does without a driver.
  ///
  /// If a driver left its output unchanged, the file would appear to be merged, and the other side
  /// would be lost with the next commit.
  private func mergeLines(into transaction: OutputTransaction) throws(Diagnostic) {
    guard let name else { return }
    let git = GitRepository(containing: ".")
    let sides = [ours, base, theirs].map { $0.utf8.first == UInt8(ascii: "/") ? $0 : "./\($0)" }
    let labels = ["ours", "base", "theirs"].flatMap { ["-L", "\(name) (\($0))"] }
    let outcome = try git.outcome(["merge-file", "-p", "-q"] + labels + sides)
    // A higher status indicates an error, such as a binary or missing file.
    guard outcome.status < 128 else { return }
    transaction.file(output).bytes = outcome.output
  }

  /// Reads one version of the catalog.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name of the file in messages, or `nil` for the path.
  ///   - mayBeEmpty: Whether the file may be empty, in which case there is no catalog.
  ///   - report: Receives the error if the file cannot be read.
  private func read(
    _ path: String, called name: String?, mayBeEmpty: Bool = false, _ report: inout Report
  ) -> CatalogState? {
    if let name { report.files[name] = path }
    do throws(Diagnostic) {
      let file = try InputFile(path: path)
      if mayBeEmpty, try file.source()() == nil { return nil }
      var decoder = TremaDecoder(file: name ?? path, options: options, source: file.source())
      return try CatalogFormatting.readState(&decoder)
    } catch {
      report.diagnostics.append(error)
      return nil
    }
  }

  /// Returns the conflicts with locations that the user can see. The locations are in the result if
  /// it replaces ours, because the lines then differ.
  private func conflicts(
    of merge: CatalogMerge, _ report: inout Report
  ) throws(Diagnostic) -> [Diagnostic] {
    guard !merge.conflicts.isEmpty, name != nil || FolderListing.isSameFile(output, ours) else {
      return merge.conflicts
    }
    let file = name ?? output
    report.files[file] = output
    var bytes: [UInt8] = []
    merge.encode { bytes += $0 }
    let (written, _) = try Catalog.decode(bytes, file: file)
    return CatalogMerge.conflicts(in: written)
  }
}
