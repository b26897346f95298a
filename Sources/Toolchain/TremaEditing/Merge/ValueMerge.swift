import TremaCatalog
import TremaFormats

/// The three-way merge of one value.
///
/// The text and the status are merged separately if they are independent. A status that was raised
/// on one side does not apply to a text that was changed on the other.
struct ValueMerge {
  /// The merged value, or `nil` if both sides removed it or one side removed it and the other did
  /// not change it.
  private(set) var value: Value?
  /// The conflicts, whose comments precede the value.
  private(set) var conflicts: [MergeConflict] = []

  /// Merges two versions of a value.
  ///
  /// - Parameters:
  ///   - base: The common ancestor, or `nil` if there is none.
  ///   - ours: The value of our side, or `nil` if there is none.
  ///   - theirs: The value of the other side, or `nil` if there is none.
  init(base: Value?, ours: Value?, theirs: Value?) {
    switch (ours, theirs) {
    case (nil, nil): break
    case (let ours?, nil): keep(ours, base, removed: .theirs)
    case (nil, let theirs?): keep(theirs, base, removed: .ours)
    case (let ours?, let theirs?):
      if let base, base.equalsExactly(ours) {
        value = theirs
      } else if base.map({ $0.equalsExactly(theirs) }) ?? false || ours.equalsExactly(theirs) {
        value = ours
      } else {
        merge(base, ours, theirs)
      }
    }
    value?.leadingTrivia.append(conflicts)
  }

  /// Decides about a value that only one side has: an added or changed value is kept, an unchanged
  /// value is removed.
  private mutating func keep(_ existing: Value, _ base: Value?, removed: MergeConflict.Remover) {
    value = existing
    guard let base else { return }
    if existing.equalsExactlyIgnoringTrivia(base),
      existing.leadingTrivia.isContained(in: base.leadingTrivia)
    {
      value = nil
      return
    }
    var conflict = MergeConflict(.deletion, language: existing.language)
    conflict.deletedBy = removed
    conflict.base = MergeConflict.Side(base)
    if existing.status.equalsExactly(base.status) { conflict.base.status = nil }
    conflicts = [conflict]
  }

  /// Merges a value that both sides have. If there is a conflict, our version is kept.
  private mutating func merge(_ base: Value?, _ ours: Value, _ theirs: Value) {
    let textChoice = Self.choiceOfText(base, ours, theirs)
    let status = MergeChoice(
      same: ours.status.equalsExactly(theirs.status),
      oursIsBase: base.map { $0.status.equalsExactly(ours.status) } ?? false,
      theirsIsBase: base.map { $0.status.equalsExactly(theirs.status) } ?? false)
    var merged = ours
    if case .conflict = textChoice {
      conflicts = [Self.conflict(base, ours, theirs)]
    } else if case .conflict = status {
      conflicts = [Self.conflict(base, ours, theirs)]
    } else if let base, Self.raisesStatusOfOldText(base, ours, theirs) {
      conflicts = [Self.conflict(base, ours, theirs)]
    } else {
      if case .theirs = textChoice { merged = theirs }
      if case .theirs = status {
        merged.status = theirs.status
      } else {
        merged.status = ours.status
      }
    }
    let takesTheirs = base.map { $0.language.equalsExactly(ours.language) } ?? false
    merged.language = takesTheirs ? theirs.language : ours.language
    var others: [MergeConflict] = []
    merged.attributes = TremaEditing.merged(
      base: base?.attributes ?? [], ours: ours.attributes, theirs: theirs.attributes,
      conflicts: &others)
    for index in others.indices { others[index].language = merged.language }
    conflicts += others
    merged.leadingTrivia = TremaEditing.merged(
      base: base?.leadingTrivia ?? [], ours: ours.leadingTrivia, theirs: theirs.leadingTrivia)
    value = merged
  }

  /// Decides between both sides' texts. A change to the text takes precedence over a change to the
  /// spelling only.
  private static func choiceOfText(_ base: Value?, _ ours: Value, _ theirs: Value) -> MergeChoice {
    let exact = MergeChoice(
      same: ours.isTextEqual(theirs), oursIsBase: base.map(ours.isTextEqual) ?? false,
      theirsIsBase: base.map(theirs.isTextEqual) ?? false)
    guard case .conflict = exact else { return exact }
    return MergeChoice(
      same: ours.isEquivalent(theirs), oursIsBase: base.map(ours.isEquivalent) ?? false,
      theirsIsBase: base.map(theirs.isEquivalent) ?? false)
  }

  /// Returns whether one side changed the text while the other raised the status of the old text. A
  /// lowered status is a request for work, which applies to any text.
  private static func raisesStatusOfOldText(_ base: Value, _ ours: Value, _ theirs: Value) -> Bool {
    func vouches(_ one: Value, _ other: Value) -> Bool {
      let changesText = !one.isEquivalent(base) && other.isEquivalent(base)
      guard changesText, one.status.equalsExactly(base.status),
        !other.status.equalsExactly(base.status)
      else { return false }
      return base.status > .special || other.status > base.status
    }
    return vouches(ours, theirs) || vouches(theirs, ours)
  }

  /// Returns the conflict between two values.
  ///
  /// If the texts have the same meaning, the conflict is only about the status. Statuses are
  /// omitted if they are all the same.
  private static func conflict(_ base: Value?, _ ours: Value, _ theirs: Value) -> MergeConflict {
    let isOfStatus = ours.isEquivalent(theirs)
    var conflict = MergeConflict(isOfStatus ? .status : .value, language: ours.language)
    if let base { conflict.base = MergeConflict.Side(base) }
    conflict.theirs = MergeConflict.Side(theirs)
    let statuses = [base?.status, theirs.status].compactMap { $0 }
    if statuses.allSatisfy({ $0.equalsExactly(ours.status) }) {
      (conflict.base.status, conflict.theirs.status) = (nil, nil)
    }
    if isOfStatus {
      (conflict.base.text, conflict.base.spelling) = (nil, nil)
      (conflict.theirs.text, conflict.theirs.spelling) = (nil, nil)
    }
    return conflict
  }
}

extension MergeConflict.Side {
  /// Creates a side of a conflict from a value.
  init(_ value: Value) {
    self.init(
      text: value.source, spelling: Self.nonCanonicalSpelling(value.spelling, of: value.source),
      status: value.status)
  }

  /// Creates a side of a conflict from a context.
  init(_ context: Context) {
    self.init(
      text: context.text, spelling: Self.nonCanonicalSpelling(context.spelling, of: context.text))
  }

  /// Returns the spelling if encoding the text would result in a different spelling, otherwise
  /// `nil`.
  private static func nonCanonicalSpelling(_ spelling: String?, of text: String) -> String? {
    guard let spelling else { return nil }
    var written: [UInt8] = []
    written.append(xmlText: text)
    return spelling.utf8.elementsEqual(written) ? nil : spelling
  }
}

extension [Trivia] {
  /// Returns whether the other trivia contain all of these. Items that are missing here are not
  /// treated as a change, because they may have been moved.
  func isContained(in other: [Trivia]) -> Bool {
    allSatisfy { item in other.contains { $0.equalsExactly(item) } }
  }
}
