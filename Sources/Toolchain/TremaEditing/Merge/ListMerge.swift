import TremaCatalog
import TremaSupport

/// The side whose version of an element is used.
enum MergeChoice {
  case ours, theirs, conflict

  /// Decides between the sides.
  ///
  /// - Parameters:
  ///   - same: Whether both sides have the same version.
  ///   - oursIsBase: Whether ours has base's version.
  ///   - theirsIsBase: Whether theirs has base's version.
  init(same: Bool, oursIsBase: Bool, theirsIsBase: Bool) {
    self = same || !oursIsBase && theirsIsBase ? .ours : oursIsBase ? .theirs : .conflict
  }
}

/// Merges comments, processing instructions and unknown elements without changing them. If both
/// sides changed an item, both versions are kept.
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

/// Merges attributes by name.
///
/// - Parameters:
///   - base: The attributes of the common ancestor.
///   - ours: The attributes of our side.
///   - theirs: The attributes of the other side.
///   - conflicts: Receives a conflict for each attribute that cannot be merged. Our version is
///     kept, or the changed version if one side removed the attribute.
/// - Returns: The merged attributes.
func merged(
  base: [Attribute], ours: [Attribute], theirs: [Attribute],
  conflicts: inout [MergeConflict]
) -> [Attribute] {
  if ours.isEmpty && theirs.isEmpty { return [] }
  let alignment = Alignment(
    base: base.map { ExactKey($0.name) }, ours: ours.map { ExactKey($0.name) },
    theirs: theirs.map { ExactKey($0.name) })
  var attributes: [Int: Attribute] = [:]
  for (index, slot) in alignment.slots.enumerated() {
    let b = slot.base.map { base[$0] }
    let o = slot.ours.map { ours[$0] }
    let t = slot.theirs.map { theirs[$0] }
    let (ourValue, theirValue, baseValue) = (o?.value, t?.value, b?.value)
    switch MergeChoice(
      same: ourValue.equalsExactly(theirValue), oursIsBase: ourValue.equalsExactly(baseValue),
      theirsIsBase: theirValue.equalsExactly(baseValue))
    {
    case .ours: attributes[index] = o
    case .theirs: attributes[index] = t
    case .conflict:
      attributes[index] = o ?? t
      var conflict = MergeConflict(.attribute, name: (o ?? t)?.name)
      conflict.base.text = baseValue
      if o == nil {
        conflict.deletedBy = .ours
      } else if t == nil {
        conflict.deletedBy = .theirs
      } else {
        conflict.theirs.text = theirValue
      }
      conflicts.append(conflict)
    }
  }
  return alignment.order { attributes[$0] != nil }.compactMap { attributes[$0] }
}

extension [Trivia] {
  /// Appends the comments of conflicts, as the last trivia before their element. Comments that are
  /// already present are not repeated.
  mutating func append(_ conflicts: [MergeConflict]) {
    for conflict in conflicts {
      let comment = Trivia(conflict.comment)
      if !contains(where: { $0.equalsExactly(comment) }) { append(comment) }
    }
  }
}
