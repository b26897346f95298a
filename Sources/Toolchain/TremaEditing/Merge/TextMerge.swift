import TremaCatalog
import TremaSupport

/// The three-way merge of one text.
struct TextMerge {
  /// The merged text, or `nil` if both sides removed it or one side removed it and the other did
  /// not change it.
  private(set) var text: Text?
  /// The conflicts in the text and in its values.
  private(set) var conflicts: [Finding] = []

  /// A conflict and its locations.
  struct Finding {
    var conflict: MergeConflict
    /// The location of the conflicting element in the base, if it exists there.
    var base: SourceLocation?
    var ours: SourceLocation?
    var theirs: SourceLocation?
  }

  /// Merges two versions of a text.
  ///
  /// - Parameters:
  ///   - base: The common ancestor, or `nil` if there is none.
  ///   - ours: The text of our side, or `nil` if there is none.
  ///   - theirs: The text of the other side, or `nil` if there is none.
  ///   - languages: The languages by spelling.
  init(base: Text?, ours: Text?, theirs: Text?, languages: inout LanguageTable) {
    switch (ours, theirs) {
    case (nil, nil): break
    case (let ours?, nil): keep(ours, base, removed: .theirs)
    case (nil, let theirs?): keep(theirs, base, removed: .ours)
    case (let ours?, let theirs?):
      if ours.equalsExactly(theirs) {
        text = ours
      } else {
        merge(base, ours, theirs, &languages)
      }
    }
  }

  /// Decides about a text that only one side has: an added or changed text is kept, an unchanged
  /// text is removed.
  private mutating func keep(_ existing: Text, _ base: Text?, removed: MergeConflict.Remover) {
    text = existing
    guard let base else { return }
    // A text that has only lost comments counts as unchanged.
    if existing.equalsExactlyIgnoringTrivia(base),
      existing.leadingTrivia.isContained(in: base.leadingTrivia)
    {
      text = nil
      return
    }
    var conflict = MergeConflict(.deletion)
    conflict.deletedBy = removed
    text?.leadingTrivia.append([conflict])
    note(conflict, base, removed == .ours ? nil : existing, removed == .ours ? existing : nil) {
      $0.location($0.position)
    }
  }

  /// Merges a text that both sides have.
  private mutating func merge(
    _ base: Text?, _ ours: Text, _ theirs: Text, _ languages: inout LanguageTable
  ) {
    var merged = ours
    var textConflicts: [MergeConflict] = []
    switch MergeChoice(
      same: ours.key.equalsExactly(theirs.key),
      oursIsBase: base?.key.equalsExactly(ours.key) ?? false,
      theirsIsBase: base?.key.equalsExactly(theirs.key) ?? false)
    {
    case .ours: break
    case .theirs: merged.key = theirs.key
    case .conflict:
      var conflict = MergeConflict(.key)
      (conflict.base.text, conflict.theirs.text) = (base?.key, theirs.key)
      textConflicts.append(conflict)
    }
    merged.attributes = TremaEditing.merged(
      base: base?.attributes ?? [], ours: ours.attributes, theirs: theirs.attributes,
      conflicts: &textConflicts)
    merged.leadingTrivia = TremaEditing.merged(
      base: base?.leadingTrivia ?? [], ours: ours.leadingTrivia, theirs: theirs.leadingTrivia)
    merged.leadingTrivia.append(textConflicts)
    for conflict in textConflicts {
      note(conflict, base, ours, theirs) { $0.location($0.position) }
    }
    merged.context = context(base, ours, theirs)
    merged.values = values(base, ours, theirs, &languages)
    merged.trailingTrivia = TremaEditing.merged(
      base: base?.trailingTrivia ?? [], ours: ours.trailingTrivia, theirs: theirs.trailingTrivia)
    text = merged
  }

  /// Merges the contexts and records their conflicts.
  private mutating func context(_ base: Text?, _ ours: Text, _ theirs: Text) -> Context? {
    var (conflicts, context) = Self.merged(base?.context, ours.context, theirs.context)
    context?.leadingTrivia.append(conflicts)
    for conflict in conflicts {
      note(conflict, base, ours, theirs) { text in
        text.context.map { SourceLocation(file: text.file, start: $0.position) }
      }
    }
    return context
  }

  /// Merges two contexts.
  ///
  /// - Returns: The conflicts, and the merged context, or `nil` if it is removed.
  private static func merged(
    _ base: Context?, _ ours: Context?, _ theirs: Context?
  ) -> ([MergeConflict], Context?) {
    var conflicts: [MergeConflict] = []
    guard let ours, let theirs else {
      guard let existing = ours ?? theirs else { return ([], nil) }
      guard let base else { return ([], existing) }
      if existing.equalsExactly(base) { return ([], nil) }
      var conflict = MergeConflict(.context)
      conflict.deletedBy = ours == nil ? .ours : .theirs
      conflict.base = MergeConflict.Side(base)
      return ([conflict], existing)
    }
    var merged = ours
    switch MergeChoice(
      same: ours.text.equalsExactly(theirs.text) || ours.isTextEqual(theirs),
      oursIsBase: base.map(ours.isTextEqual) ?? false,
      theirsIsBase: base.map(theirs.isTextEqual) ?? false)
    {
    case .ours: break
    case .theirs: (merged.text, merged.spelling) = (theirs.text, theirs.spelling)
    case .conflict:
      var conflict = MergeConflict(.context)
      conflict.base = base.map(MergeConflict.Side.init) ?? MergeConflict.Side()
      conflict.theirs = MergeConflict.Side(theirs)
      conflicts.append(conflict)
    }
    merged.attributes = TremaEditing.merged(
      base: base?.attributes ?? [], ours: ours.attributes, theirs: theirs.attributes,
      conflicts: &conflicts)
    merged.leadingTrivia = TremaEditing.merged(
      base: base?.leadingTrivia ?? [], ours: ours.leadingTrivia, theirs: theirs.leadingTrivia)
    return (conflicts, merged)
  }

  /// Merges the values, aligned by language.
  private mutating func values(
    _ base: Text?, _ ours: Text, _ theirs: Text, _ languages: inout LanguageTable
  ) -> [Value] {
    if let merged = valuesInSameOrder(base, ours, theirs) { return merged }
    func names(_ text: Text?) -> [Int] {
      text?.values.map { languages.language(of: $0.language).canonicalNumber } ?? []
    }
    let alignment = Alignment(base: names(base), ours: names(ours), theirs: names(theirs))
    var mergedValues: [Int: Value] = [:]
    for (index, slot) in alignment.slots.enumerated() {
      mergedValues[index] = value(slot, base, ours, theirs)
    }
    return alignment.order { mergedValues[$0] != nil }.compactMap { mergedValues[$0] }
  }

  /// Merges the value of one slot and records its conflicts.
  private mutating func value(
    _ slot: Alignment.Slot, _ base: Text?, _ ours: Text, _ theirs: Text
  ) -> Value? {
    let merge = ValueMerge(
      base: slot.base.flatMap { base?.values[$0] }, ours: slot.ours.map { ours.values[$0] },
      theirs: slot.theirs.map { theirs.values[$0] })
    for conflict in merge.conflicts {
      func location(_ text: Text?, _ index: Int?) -> SourceLocation? {
        guard let text, let index else { return nil }
        return text.location(text.values[index].position)
      }
      conflicts.append(
        Finding(
          conflict: conflict, base: location(base, slot.base), ours: location(ours, slot.ours),
          theirs: location(theirs, slot.theirs)))
    }
    return merge.value
  }

  /// Merges the values if all versions have the same languages in the same order, which is true for
  /// most texts and needs no alignment.
  ///
  /// - Returns: The merged values, or `nil` if the languages differ.
  private mutating func valuesInSameOrder(
    _ base: Text?, _ ours: Text, _ theirs: Text
  ) -> [Value]? {
    func hasLanguagesOfOurs(_ text: Text) -> Bool {
      text.values.count == ours.values.count
        && text.values.indices.allSatisfy {
          text.values[$0].language.equalsExactly(ours.values[$0].language)
        }
    }
    guard hasLanguagesOfOurs(theirs), base.map(hasLanguagesOfOurs) ?? true else { return nil }
    var merged: [Value] = []
    merged.reserveCapacity(ours.values.count)
    for index in ours.values.indices {
      // Values that one side didn't change aren't copied for a merge.
      if let base, base.values[index].equalsExactly(ours.values[index]) {
        merged.append(theirs.values[index])
      } else if let base, base.values[index].equalsExactly(theirs.values[index]) {
        merged.append(ours.values[index])
      } else {
        let slot = Alignment.Slot(base: base == nil ? nil : index, ours: index, theirs: index)
        if let value = value(slot, base, ours, theirs) { merged.append(value) }
      }
    }
    return merged
  }

  /// Records a conflict with its locations.
  ///
  /// - Parameters:
  ///   - conflict: The conflict to record.
  ///   - base: The text of the common ancestor.
  ///   - ours: The text of our side, or `nil` to record no location for it.
  ///   - theirs: The text of the other side, or `nil` to record no location for it.
  ///   - location: Returns the location of the conflicting element in a text.
  private mutating func note(
    _ conflict: MergeConflict, _ base: Text?, _ ours: Text?, _ theirs: Text?,
    at location: (Text) -> SourceLocation?
  ) {
    conflicts.append(
      Finding(
        conflict: conflict, base: base.flatMap(location), ours: ours.flatMap(location),
        theirs: theirs.flatMap(location)))
  }
}
