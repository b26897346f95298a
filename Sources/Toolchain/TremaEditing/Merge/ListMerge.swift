import TremaCatalog
import TremaSupport

/// Which of two sides is right about one thing.
enum MergeChoice {
  case ours, theirs, conflict

  /// - Parameters: whether the sides say the same, and whether each says what the base does.
  init(same: Bool, oursIsBase: Bool, theirsIsBase: Bool) {
    self = same || !oursIsBase && theirsIsBase ? .ours : oursIsBase ? .theirs : .conflict
  }
}

/// Comments, processing instructions and unknown elements: each stays as it is. Of one that both
/// sides changed, both stay.
func merged(base: [Trivia], ours: [Trivia], theirs: [Trivia]) -> [Trivia] {
  if ours.isEmpty && theirs.isEmpty { return [] }
  let alignment = Alignment(
    base: base.map { ExactKey($0.source) }, ours: ours.map { ExactKey($0.source) },
    theirs: theirs.map { ExactKey($0.source) })
  return alignment.order(keeping: alignment.isKept).compactMap { slot in
    let slot = alignment.slots[slot]
    return slot.ours.map { ours[$0] } ?? slot.theirs.map { theirs[$0] }
  }
}

/// Attributes by their names.
///
/// - Parameter conflicts: gets one for each that cannot be merged; ours stays, or what was changed
///   where one side removed it.
func merged(
  base: [Attribute], ours: [Attribute], theirs: [Attribute],
  conflicts: inout [MergeConflict]
) -> [Attribute] {
  if ours.isEmpty && theirs.isEmpty { return [] }
  let alignment = Alignment(
    base: base.map { ExactKey($0.name) }, ours: ours.map { ExactKey($0.name) },
    theirs: theirs.map { ExactKey($0.name) })
  var kept: [Int: Attribute] = [:]
  for (number, slot) in alignment.slots.enumerated() {
    let b = slot.base.map { base[$0] }
    let o = slot.ours.map { ours[$0] }
    let t = slot.theirs.map { theirs[$0] }
    let (own, other, old) = (o?.value, t?.value, b?.value)
    switch MergeChoice(
      same: own.isExactly(other), oursIsBase: own.isExactly(old),
      theirsIsBase: other.isExactly(old))
    {
    case .ours: kept[number] = o
    case .theirs: kept[number] = t
    case .conflict:
      kept[number] = o ?? t
      var conflict = MergeConflict(.attribute, name: (o ?? t)?.name)
      conflict.base.text = old
      if o == nil {
        conflict.deleted = .ours
      } else if t == nil {
        conflict.deleted = .theirs
      } else {
        conflict.theirs.text = other
      }
      conflicts.append(conflict)
    }
  }
  return alignment.order { kept[$0] != nil }.compactMap { kept[$0] }
}

extension [Trivia] {
  /// Puts conflicts last, where the element begins; those that are there already stay alone.
  mutating func append(_ conflicts: [MergeConflict]) {
    for conflict in conflicts {
      let comment = Trivia(conflict.comment)
      if !contains(where: { $0.isExactly(comment) }) { append(comment) }
    }
  }
}
