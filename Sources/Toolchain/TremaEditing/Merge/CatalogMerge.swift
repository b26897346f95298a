import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// The three-way merge of two catalogs by key, language, text and status.
///
/// If the sides changed the same element differently, our version is kept, and a comment before it,
/// a ``MergeConflict``, contains the other version. If one side removed an element that the other
/// side changed, the changed version is kept. No contribution of a side is lost: it is either in
/// the result or in a comment.
///
/// The merge is purely structural: whether the result is valid in an app is determined by the
/// checks.
package struct CatalogMerge {
  /// The merged catalog without its texts.
  private(set) var frame: Catalog
  /// The merged texts, in order.
  private(set) var texts: [Item] = []
  /// A `merge-conflict` error for each conflict, in the order of the result. Its location is in
  /// ours, or in theirs if ours removed the element.
  package private(set) var conflicts: [Diagnostic] = []

  /// A text of the result.
  enum Item {
    /// A text that was merged from both sides.
    case text(Text)
    /// A text that is taken unchanged from one side and is not decoded.
    case view(TextView)
  }

  /// Merges two catalogs.
  ///
  /// - Parameters:
  ///   - base: The common ancestor, or `nil` if there is none.
  ///   - ours: Our side.
  ///   - theirs: The other side.
  /// - Throws: `master-conflict` if the sides have different master languages.
  package init(
    base: Catalog?, ours: Catalog, theirs: Catalog
  ) throws(Diagnostic) {
    try self.init(
      base: base.map(CatalogState.init), ours: CatalogState(ours), theirs: CatalogState(theirs))
  }

  /// Merges two states of catalogs.
  ///
  /// - Parameters:
  ///   - base: The common ancestor, or `nil` if there is none.
  ///   - ours: Our side.
  ///   - theirs: The other side.
  /// - Throws: `master-conflict` if the sides have different master languages.
  package init(
    base: CatalogState?, ours: CatalogState, theirs: CatalogState
  ) throws(Diagnostic) {
    try self.init(frames: base?.frame, ours.frame, theirs.frame)
    mergeTexts(base?.texts ?? TextBatch(file: ""), ours.texts, theirs.texts)
  }

  /// Merges everything except the texts.
  private init(frames base: Catalog?, _ ours: Catalog, _ theirs: Catalog) throws(Diagnostic) {
    try Self.requireOneMaster(ours.header, theirs.header)
    frame = Catalog(header: ours.header)
    mergeHeader(base?.header, ours.header, theirs.header)
    frame.footer.trailingTrivia = merged(
      base: base?.footer.trailingTrivia ?? [], ours: ours.footer.trailingTrivia,
      theirs: theirs.footer.trailingTrivia)
    frame.footer.epilog = merged(
      base: base?.footer.epilog ?? [], ours: ours.footer.epilog, theirs: theirs.footer.epilog)
  }

  /// Throws `master-conflict` if the sides have different master languages. Different spellings of
  /// the same language are accepted.
  private static func requireOneMaster(
    _ ours: CatalogHeader, _ theirs: CatalogHeader
  ) throws(Diagnostic) {
    let (ourMaster, theirMaster) = (ours.masterLanguage, theirs.masterLanguage)
    let tag = LanguageTag(ourMaster)
    guard !ourMaster.equalsExactly(theirMaster), tag == nil || tag != LanguageTag(theirMaster)
    else {
      return
    }
    var diagnostic = Diagnostic(
      .error, "master-conflict",
      "the master language is '\(ourMaster)', but '\(theirs.file)' uses '\(theirMaster)'",
      at: SourceLocation(file: ours.file, start: ours.masterPosition),
      hint: "use catalogues with the same master language")
    diagnostic.related = [
      Diagnostic.Related(
        "'\(theirMaster)' is specified here",
        at: SourceLocation(file: theirs.file, start: theirs.masterPosition))
    ]
    throw diagnostic
  }

  /// Merges the attributes and the prolog of the root element. Their spelling of the master
  /// language is used if ours did not change it.
  private mutating func mergeHeader(
    _ base: CatalogHeader?, _ ours: CatalogHeader, _ theirs: CatalogHeader
  ) {
    if let base, base.masterLanguage.equalsExactly(ours.masterLanguage) {
      frame.header.masterLanguage = theirs.masterLanguage
    }
    var conflicts: [MergeConflict] = []
    frame.header.attributes = merged(
      base: base?.attributes ?? [], ours: ours.attributes, theirs: theirs.attributes,
      conflicts: &conflicts)
    frame.header.prolog = merged(
      base: base?.prolog ?? [], ours: ours.prolog, theirs: theirs.prolog)
    frame.header.prolog.append(conflicts)
    func location(_ header: CatalogHeader) -> SourceLocation {
      SourceLocation(file: header.file, start: header.position)
    }
    for conflict in conflicts {
      note(
        TextMerge.Finding(
          conflict: conflict, base: base.map(location), ours: location(ours),
          theirs: location(theirs)),
        key: nil)
    }
  }

  /// Merges the texts. A text that one side did not change is taken from the other side without
  /// decoding it.
  private mutating func mergeTexts(_ base: TextBatch, _ ours: TextBatch, _ theirs: TextBatch) {
    let alignment = TextAlignment(base: base, ours: ours, theirs: theirs).alignment
    var languages = LanguageTable()
    // The merged text of each slot, and its conflicts.
    var items = [Item?](repeating: nil, count: alignment.slots.count)
    var findings: [Int: [TextMerge.Finding]] = [:]
    for (index, slot) in alignment.slots.enumerated() {
      let (baseText, ourText, theirText) = (
        slot.base.map { base[$0] }, slot.ours.map { ours[$0] }, slot.theirs.map { theirs[$0] }
      )
      if let baseText, let ourText, let theirText, baseText.equalsExactly(ourText) {
        items[index] = .view(theirText)
      } else if let baseText, let ourText, let theirText, baseText.equalsExactly(theirText) {
        items[index] = .view(ourText)
      } else {
        let merge = TextMerge(
          base: baseText.map { Text($0) }, ours: ourText.map { Text($0) },
          theirs: theirText.map { Text($0) },
          languages: &languages)
        items[index] = merge.text.map { .text($0) }
        if !merge.conflicts.isEmpty { findings[index] = merge.conflicts }
      }
    }
    for number in alignment.order(keeping: { items[$0] != nil }) {
      guard let item = items[number] else { continue }
      if case .text(let text) = item {
        for finding in findings[number] ?? [] { note(finding, key: text.key) }
      }
      texts.append(item)
    }
  }

  /// Adds the diagnostic of a conflict, with the base and the other side as related locations.
  private mutating func note(_ finding: TextMerge.Finding, key: String?) {
    guard let location = finding.ours ?? finding.theirs else { return }
    var diagnostic = Diagnostic.mergeConflict(finding.conflict, key: key, at: location)
    if let base = finding.base {
      diagnostic.related.append(Diagnostic.Related("the common ancestor is here", at: base))
    }
    if let theirs = finding.theirs, finding.ours != nil {
      diagnostic.related.append(Diagnostic.Related("their version is here", at: theirs))
    }
    conflicts.append(diagnostic)
  }
}

extension CatalogMerge {
  /// Returns the conflicts that a merge wrote into a catalog, at the locations of their comments.
  package static func conflicts(in catalog: Catalog) -> [Diagnostic] {
    var found: [Diagnostic] = []
    func examine(_ trivia: [Trivia], key: String?) {
      for item in trivia {
        guard case .conflict(let conflict) = MergeConflict.parse(item.source) else { continue }
        let location = SourceLocation(file: catalog.header.file, start: item.position)
        found.append(.mergeConflict(conflict, key: key, at: location))
      }
    }
    examine(catalog.header.prolog, key: nil)
    for text in catalog.texts {
      for trivia in [text.leadingTrivia, text.context?.leadingTrivia ?? []]
        + text.values.map(\.leadingTrivia)
      {
        examine(trivia, key: text.key)
      }
      examine(text.trailingTrivia, key: text.key)
    }
    return found
  }
}

extension Diagnostic {
  /// Returns the error for a conflict.
  ///
  /// - Parameters:
  ///   - conflict: The conflict to report.
  ///   - key: The key of the text, or `nil` for a conflict in the root element.
  ///   - location: The location of the element or its comment.
  fileprivate static func mergeConflict(
    _ conflict: MergeConflict, key: String?, at location: SourceLocation
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, "merge-conflict", conflict.sentence(key: key), at: location,
      hint: "keep the correct version, and remove the comment 'trema:conflict' before it",
      subject: conflict.subject(key: key))
    (diagnostic.key, diagnostic.language) = (key, conflict.language)
    return diagnostic
  }
}

extension TextView {
  /// Returns whether the two texts are the same except for their positions.
  fileprivate func equalsExactly(_ other: TextView) -> Bool {
    isSame(as: other) || Text(self).equalsExactly(Text(other))
  }
}
