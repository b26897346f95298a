import TremaCatalog
import TremaEditing
import TremaFormats
import TremaSupport

/// Merges two files that come from one.
package struct Merge {
  /// The common ancestor of both sides; an empty file when there is none.
  package var base: String
  package var ours: String
  package var theirs: String
  /// The path of the result; it may be one of the three, or `-`.
  package var output: String
  /// The name of the file in messages, where the three are copies that git made.
  package var name: String?
  package var options = TremaDecoder.Options()

  package init(base: String, ours: String, theirs: String, output: String) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.output = output
  }

  package struct Report: Sendable {
    /// Conflicts, and why a file cannot be merged.
    package var diagnostics: [Diagnostic] = []
    /// The files to quote from, by what they are called in the diagnostics. A result can be quoted
    /// from once it is in its place.
    package var files: [String: String] = [:]
  }

  /// - Parameter transaction: takes the result, unless a file cannot be read; it is for the caller
  ///   to commit.
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
      if let excess = merge.excess {
        report.diagnostics.append(excess)
        try mergeLines(into: transaction)
        return report
      }
      let hasReturns = try LineEnds.areReturns(in: InputFile(path: self.ours))
      let file = transaction.file(output)
      try merge.encode { (piece) throws(Diagnostic) in
        var piece = piece
        if hasReturns { LineEnds.addReturns(to: &piece) }
        file.bytes += piece
        try file.spill()
      }
      report.diagnostics = try conflicts(of: merge, &report)
    } catch {
      report.diagnostics.append(error)
    }
    return report
  }

  /// Does for git what it does without a driver. A file that it was called for and that stays as it
  /// is looks merged, and the other side would be lost with the next commit.
  private func mergeLines(into transaction: OutputTransaction) throws(Diagnostic) {
    guard let name else { return }
    let git = GitRepository(containing: ".")
    let sides = [ours, base, theirs].map { $0.utf8.first == UInt8(ascii: "/") ? $0 : "./\($0)" }
    let labels = ["ours", "base", "theirs"].flatMap { ["-L", "\(name) (\($0))"] }
    let outcome = try git.outcome(["merge-file", "-p", "-q"] + labels + sides)
    // More is an error: no text, no such file.
    guard outcome.status < 128 else { return }
    transaction.file(output).bytes = outcome.output
  }

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

  /// The conflicts at their places for the user: in the result where that replaces ours, whose
  /// lines are others from then on.
  private func conflicts(
    of merge: CatalogMerge, _ report: inout Report
  ) throws(Diagnostic) -> [Diagnostic] {
    guard !merge.conflicts.isEmpty, name != nil || FolderListing.areSame(output, ours) else {
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
