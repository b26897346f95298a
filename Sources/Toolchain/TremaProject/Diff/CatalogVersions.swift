import TremaCatalog
import TremaEditing
import TremaFormats
import TremaMessages
import TremaSupport

/// Comparisons between two versions of catalogs, read from files or from Git.
package struct CatalogVersions {
  /// The languages whose values to compare, or `nil` for all languages.
  package var languages: Set<LanguageTag>?
  /// The maximum size of a value in bytes; or `nil` for the default limit.
  package var maximumValueSize: Int?
  /// A closure that is called periodically while a file is read.
  package var progress: ((ReadingProgress) -> Void)?
  /// The errors found while reading the versions.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The requested languages, which are verified after the comparisons.
  private var request: LanguageRequest?

  package init() {}

  /// Verifies that the requested languages occur in the compared versions.
  ///
  /// - Throws: A `.usage` diagnostic for the first unknown language.
  package func checkLanguages() throws(Diagnostic) { try request?.check() }

  /// Compares two files.
  package mutating func compare(_ old: String, _ new: String) throws(Diagnostic) -> FileDiff {
    let files = (try InputFile(path: old), try InputFile(path: new))
    let first = try read(files.0, as: old)
    let diff = CatalogDiff(
      old: first, new: try read(files.1, as: new), languages: languages)
    return FileDiff(old: old, new: new, diff: diff)
  }

  /// Compares two temporary files that Git passes to a diff driver.
  ///
  /// - Parameters:
  ///   - old: The file of the old version, and the name to show. The file is `/dev/null` if there
  ///     was none.
  ///   - new: The file of the new version, and the name to show. The file is `/dev/null` if there
  ///     is none.
  package mutating func compare(
    old: (file: String, name: String), new: (file: String, name: String)
  ) throws(Diagnostic) -> FileDiff {
    var states: [CatalogState?] = []
    for (file, name) in [old, new] {
      let input = file == Self.missingFilePath ? nil : try InputFile(path: file)
      states.append(
        try input.map { (input) throws(Diagnostic) in
          try read(input, as: name)
        })
    }
    return FileDiff(
      old: states[0] == nil ? nil : old.name, new: states[1] == nil ? nil : new.name,
      diff: CatalogDiff(old: states[0], new: states[1], languages: languages))
  }

  /// The path that Git passes for a missing file.
  private static let missingFilePath = "/dev/null"

  /// Compares a file in two revisions, or in a revision and the working tree.
  ///
  /// - Throws: A diagnostic if neither version has the file, or a version cannot be read.
  package mutating func compare(
    _ path: String, in range: RevisionRange
  ) throws(Diagnostic) -> FileDiff {
    let repository = GitRepository(containing: path)
    let (from, to) = try range.revisions(in: repository)
    let old = try read(path, at: from, in: repository)
    var new: (state: CatalogState, name: String)?
    if let to {
      new = try read(path, at: to, in: repository)
    } else if FolderListing.kind(of: path) != .absent {
      new = (try read(try InputFile(path: path), as: path), path)
    }
    if old == nil && new == nil {
      throw Diagnostic(
        .error, "cannot-read",
        "'\(path)' is neither in '\(from)' nor in \(to.map { "'\($0)'" } ?? "the working tree")",
        hint: "check the path or the revision", kind: .unreadable)
    }
    return FileDiff(
      old: old?.name, new: new?.name,
      diff: CatalogDiff(old: old?.state, new: new?.state, languages: languages))
  }

  /// Reads a file in a revision. Returns `nil` if the revision does not have it.
  private mutating func read(
    _ path: String, at revision: String, in repository: GitRepository
  ) throws(Diagnostic) -> (state: CatalogState, name: String)? {
    guard let bytes = try repository.contents(of: path, at: revision) else { return nil }
    // The name is in Git's notation. Such a file can't be opened, so reports don't quote its lines.
    let name = "\(revision):\(path)"
    var rest: [UInt8]? = bytes
    return (
      try read(name) { () throws(Diagnostic) in
        defer { rest = nil }
        return rest
      }, name
    )
  }

  /// Reads a file.
  private mutating func read(
    _ input: InputFile, as name: String
  ) throws(Diagnostic) -> CatalogState {
    try read(name, input.source(reporting: progress))
  }

  /// Reads a version and adds its languages to the request.
  private mutating func read(
    _ name: String, _ source: @escaping TremaDecoder.Source
  ) throws(Diagnostic) -> CatalogState {
    let options = TremaDecoder.Options(maximumValueSize: maximumValueSize)
    var decoder = TremaDecoder(file: name, options: options, source: source)
    let state = try decoder.state()
    if let languages {
      var request = self.request ?? LanguageRequest(languages.sorted())
      request.add(state.header.masterLanguage)
      for language in state.texts.languages { request.add(language) }
      self.request = request
    }
    diagnostics += decoder.takeDiagnostics().filter { $0.severity == .error }
    return state
  }
}

/// A revision range in `git diff` notation: `main`, `main..feature` or `main...feature`.
package struct RevisionRange: Sendable {
  /// The old revision.
  private let old: String
  /// The new revision, or `nil` for the working tree.
  private let new: String?
  /// Whether the old version is the merge base of both revisions.
  private let isFromMergeBase: Bool

  /// Parses a range. A missing revision before or after the dots means `HEAD`.
  package init(_ range: String) {
    let bytes = range.utf8
    var start = bytes.startIndex
    while start < bytes.endIndex, !bytes[start...].starts(with: "..".utf8) {
      start = bytes.index(after: start)
    }
    guard start < bytes.endIndex else {
      (old, new, isFromMergeBase) = (range, nil, false)
      return
    }
    isFromMergeBase = bytes[start...].starts(with: "...".utf8)
    let end = bytes.index(start, offsetBy: isFromMergeBase ? 3 : 2)
    func revision(_ part: Substring) -> String { part.isEmpty ? "HEAD" : String(part) }
    (old, new) = (revision(range[..<start]), revision(range[end...]))
  }

  /// Returns the old and the new revision. The new revision is `nil` for the working tree.
  ///
  /// - Throws: A diagnostic if a revision does not exist, or if there is no merge base.
  func revisions(in repository: GitRepository) throws(Diagnostic) -> (old: String, new: String?) {
    guard isFromMergeBase, let new else { return (old, new) }
    let commits = (try repository.commit(old), try repository.commit(new))
    let base = try repository.run(
      ["merge-base", commits.0, commits.1],
      otherwise: "'\(old)' and '\(new)' have no common commit")
    return (String(decoding: base.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self), new)
  }
}
