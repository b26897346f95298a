import TremaCatalog
import TremaEditing
import TremaFormats
import TremaMessages
import TremaSupport

/// Reads two states of catalogues, from files or from git, and compares them.
package struct CatalogVersions {
  /// The only languages whose values are compared; nil for all.
  package var languages: Set<LanguageTag>?
  /// The largest value, in bytes.
  package var maximumValueSize: Int?
  /// Is told now and then how far the work is.
  package var progress: ((ReadingProgress) -> Void)?
  /// The findings of reading that belong to no text.
  package private(set) var diagnostics: [Diagnostic] = []
  private var request: LanguageRequest?

  package init() {}

  /// Refuses languages to compare that none of the states compared so far has.
  package func checkLanguages() throws(Diagnostic) { try request?.check() }

  /// Compares two files.
  package mutating func compare(_ old: String, _ new: String) throws(Diagnostic) -> FileDiff {
    let files = (try InputFile(path: old), try InputFile(path: new))
    let first = try read(files.0, as: old)
    let diff = CatalogDiff(
      old: first, new: try read(files.1, as: new), languages: languages)
    return FileDiff(old: old, new: new, diff: diff)
  }

  /// Compares what git holds in two files of its own, as it calls a diff driver.
  ///
  /// - Parameters:
  ///   - old: the file, and the name to call it; `/dev/null` when there was none.
  ///   - new: the same for the new state.
  package mutating func compare(
    old: (file: String, name: String), new: (file: String, name: String)
  ) throws(Diagnostic) -> FileDiff {
    var states: [CatalogState?] = []
    for (file, name) in [old, new] {
      let input = file == Self.nothing ? nil : try InputFile(path: file)
      states.append(
        try input.map { (input) throws(Diagnostic) in
          try read(input, as: name)
        })
    }
    return FileDiff(
      old: states[0] == nil ? nil : old.name, new: states[1] == nil ? nil : new.name,
      diff: CatalogDiff(old: states[0], new: states[1], languages: languages))
  }

  private static let nothing = "/dev/null"

  /// Compares a file of a revision with what it is now.
  package mutating func compare(
    _ path: String, in range: RevisionRange
  ) throws(Diagnostic) -> FileDiff {
    let repository = GitRepository(containing: path)
    let (from, to) = try range.ends(in: repository)
    let old = try read(path, at: from, in: repository)
    var new: (catalogue: CatalogState, name: String)?
    if let to {
      new = try read(path, at: to, in: repository)
    } else if FolderListing.kind(of: path) != .absent {
      new = (try read(try InputFile(path: path), as: path), path)
    }
    if old == nil && new == nil {
      throw Diagnostic(
        .error, "cannot-read",
        "'\(path)' is neither in '\(from)' nor \(to.map { "in '\($0)'" } ?? "in the working tree")",
        kind: .unreadable)
    }
    return FileDiff(
      old: old?.name, new: new?.name,
      diff: CatalogDiff(old: old?.catalogue, new: new?.catalogue, languages: languages))
  }

  private mutating func read(
    _ path: String, at revision: String, in repository: GitRepository
  ) throws(Diagnostic) -> (catalogue: CatalogState, name: String)? {
    guard let bytes = try repository.contents(of: path, at: revision) else { return nil }
    // As git names it; no such file is opened to quote from.
    let name = "\(revision):\(path)"
    var rest: [UInt8]? = bytes
    return (
      try read(name) { () throws(Diagnostic) in
        defer { rest = nil }
        return rest
      }, name
    )
  }

  private mutating func read(
    _ input: InputFile, as name: String
  ) throws(Diagnostic) -> CatalogState {
    try read(name, input.source(tellingOf: progress))
  }

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

/// `main`, `main..feature`, `main...feature`: states of a repository, as `git diff` names them.
package struct RevisionRange: Sendable {
  private let old: String
  /// nil for the working tree.
  private let new: String?
  /// The old state is where the two parted.
  private let isFromMergeBase: Bool

  package init(_ words: String) {
    let bytes = words.utf8
    var start = bytes.startIndex
    while start < bytes.endIndex, !bytes[start...].starts(with: "..".utf8) {
      start = bytes.index(after: start)
    }
    guard start < bytes.endIndex else {
      (old, new, isFromMergeBase) = (words, nil, false)
      return
    }
    isFromMergeBase = bytes[start...].starts(with: "...".utf8)
    let end = bytes.index(start, offsetBy: isFromMergeBase ? 3 : 2)
    func revision(_ part: Substring) -> String { part.isEmpty ? "HEAD" : String(part) }
    (old, new) = (revision(words[..<start]), revision(words[end...]))
  }

  func ends(in repository: GitRepository) throws(Diagnostic) -> (old: String, new: String?) {
    guard isFromMergeBase, let new else { return (old, new) }
    let commits = (try repository.commit(old), try repository.commit(new))
    let base = try repository.run(
      ["merge-base", commits.0, commits.1],
      otherwise: "'\(old)' and '\(new)' have no commit in common")
    return (String(decoding: base.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self), new)
  }
}
