import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// Two catalogues that come from one, made one again: by key, by language, text and status.
///
/// Where both sides changed the same thing otherwise, ours stays in place and a comment before it,
/// a ``MergeConflict``, holds the rest; where one side removed what the other changed, what was
/// changed stays. Nothing that a side wrote is lost: it is in its place or in a comment.
///
/// Merging is by structure alone: whether the result makes sense to an app is for the checks.
package struct CatalogMerge {
  /// The result without its texts.
  private(set) var frame: Catalog
  /// Its texts, in their order.
  private(set) var texts: [Item] = []
  /// An error `merge-conflict` for each conflict, in the order of the result, at its place in ours
  /// (in theirs where ours removed it).
  package private(set) var conflicts: [Diagnostic] = []

  enum Item {
    case text(Text)
    /// A text that one side has as it is.
    case view(TextView)
  }

  /// - Parameter base: what both sides come from; nil when they have nothing in common.
  /// - Throws: when the sides translate from different languages.
  package init(
    base: Catalog?, ours: Catalog, theirs: Catalog
  ) throws(Diagnostic) {
    try self.init(
      base: base.map(CatalogState.init), ours: CatalogState(ours), theirs: CatalogState(theirs))
  }

  /// - Parameters: as above.
  /// - Throws: as above.
  package init(
    base: CatalogState?, ours: CatalogState, theirs: CatalogState
  ) throws(Diagnostic) {
    try self.init(frames: base?.frame, ours.frame, theirs.frame)
    mergeTexts(base?.texts ?? TextBatch(file: ""), ours.texts, theirs.texts)
  }

  /// Merges all but the texts.
  private init(frames base: Catalog?, _ ours: Catalog, _ theirs: Catalog) throws(Diagnostic) {
    try Self.requireOneMaster(ours.header, theirs.header)
    frame = Catalog(header: ours.header)
    mergeHeader(base?.header, ours.header, theirs.header)
    frame.footer.beforeEnd = merged(
      base: base?.footer.beforeEnd ?? [], ours: ours.footer.beforeEnd,
      theirs: theirs.footer.beforeEnd)
    frame.footer.epilog = merged(
      base: base?.footer.epilog ?? [], ours: ours.footer.epilog, theirs: theirs.footer.epilog)
  }

  private static func requireOneMaster(
    _ ours: CatalogHeader, _ theirs: CatalogHeader
  ) throws(Diagnostic) {
    let (own, other) = (ours.masterLanguage, theirs.masterLanguage)
    let tag = LanguageTag(own)
    guard !own.isExactly(other), tag == nil || tag != LanguageTag(other) else { return }
    var diagnostic = Diagnostic(
      .error, "master-conflict",
      "the master language is '\(own)', but '\(other)' in '\(theirs.file)'",
      at: SourceLocation(file: ours.file, start: ours.masterPosition),
      hint: "catalogues are merged when both translate from the same language")
    diagnostic.related = [
      Diagnostic.Related(
        "'\(other)' is here",
        at: SourceLocation(file: theirs.file, start: theirs.masterPosition))
    ]
    throw diagnostic
  }

  private mutating func mergeHeader(
    _ base: CatalogHeader?, _ ours: CatalogHeader, _ theirs: CatalogHeader
  ) {
    if let base, base.masterLanguage.isExactly(ours.masterLanguage) {
      frame.header.masterLanguage = theirs.masterLanguage
    }
    var conflicts: [MergeConflict] = []
    frame.header.attributes = merged(
      base: base?.attributes ?? [], ours: ours.attributes, theirs: theirs.attributes,
      conflicts: &conflicts)
    frame.header.prolog = merged(
      base: base?.prolog ?? [], ours: ours.prolog, theirs: theirs.prolog)
    frame.header.prolog.append(conflicts)
    func place(_ header: CatalogHeader) -> SourceLocation {
      SourceLocation(file: header.file, start: header.position)
    }
    for conflict in conflicts {
      note(
        TextMerge.Finding(
          conflict: conflict, base: base.map(place), ours: place(ours), theirs: place(theirs)),
        key: nil)
    }
  }

  private mutating func mergeTexts(_ base: TextBatch, _ ours: TextBatch, _ theirs: TextBatch) {
    let alignment = TextAlignment(base: base, ours: ours, theirs: theirs).alignment
    var languages = LanguageTable()
    // The text of each slot, and the conflicts in it.
    var kept = [Item?](repeating: nil, count: alignment.slots.count)
    var findings: [Int: [TextMerge.Finding]] = [:]
    for (number, slot) in alignment.slots.enumerated() {
      let (old, own, other) = (
        slot.base.map { base[$0] }, slot.ours.map { ours[$0] }, slot.theirs.map { theirs[$0] }
      )
      if let old, let own, let other, old.isExactly(own) {
        kept[number] = .view(other)
      } else if let old, let own, let other, old.isExactly(other) {
        kept[number] = .view(own)
      } else {
        let merge = TextMerge(
          base: old.map { Text($0) }, ours: own.map { Text($0) }, theirs: other.map { Text($0) },
          languages: &languages)
        kept[number] = merge.text.map { .text($0) }
        if !merge.conflicts.isEmpty { findings[number] = merge.conflicts }
      }
    }
    for number in alignment.order(keeping: { kept[$0] != nil }) {
      guard let item = kept[number] else { continue }
      if case .text(let text) = item {
        for finding in findings[number] ?? [] { note(finding, key: text.key) }
      }
      texts.append(item)
    }
  }

  private mutating func note(_ finding: TextMerge.Finding, key: String?) {
    guard let place = finding.ours ?? finding.theirs else { return }
    var diagnostic = Diagnostic.mergeConflict(finding.conflict, key: key, at: place)
    if let base = finding.base {
      diagnostic.related.append(Diagnostic.Related("what both sides come from", at: base))
    }
    if let theirs = finding.theirs, finding.ours != nil {
      diagnostic.related.append(Diagnostic.Related("theirs", at: theirs))
    }
    conflicts.append(diagnostic)
  }
}

extension CatalogMerge {
  /// The conflicts in a catalogue that a merge wrote, at the places of their comments.
  package static func conflicts(in catalogue: Catalog) -> [Diagnostic] {
    var found: [Diagnostic] = []
    func examine(_ trivia: [Trivia], key: String?) {
      for trivium in trivia {
        guard case .conflict(let conflict) = MergeConflict.read(trivium.source) else { continue }
        let place = SourceLocation(file: catalogue.header.file, start: trivium.position)
        found.append(.mergeConflict(conflict, key: key, at: place))
      }
    }
    examine(catalogue.header.prolog, key: nil)
    for text in catalogue.texts {
      for trivia in [text.before, text.context?.before ?? []] + text.values.map(\.before) {
        examine(trivia, key: text.key)
      }
      examine(text.beforeEnd, key: text.key)
    }
    return found
  }
}

extension Diagnostic {
  fileprivate static func mergeConflict(
    _ conflict: MergeConflict, key: String?, at place: SourceLocation
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, "merge-conflict", conflict.sentence(key: key), at: place,
      hint: "keep what is right, and remove the comment 'trema:conflict' before it",
      subject: conflict.subject(key: key))
    (diagnostic.key, diagnostic.language) = (key, conflict.language)
    return diagnostic
  }
}

extension TextView {
  /// Whether all parts of another text are the same, but for their places.
  fileprivate func isExactly(_ other: TextView) -> Bool {
    isSame(as: other) || Text(self).isExactly(Text(other))
  }
}
