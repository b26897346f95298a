/// The correspondence between the elements in three lists. Each element has a numbered slot, which
/// corresponding elements share.
struct Alignment {
  /// The corresponding elements of the three lists.
  struct Slot {
    /// The index of the element in the base list, or `nil` if it is missing.
    var base: Int?
    var ours: Int?
    var theirs: Int?
  }

  /// The slots in base order, followed by the slots for elements that only ours or theirs have.
  private(set) var slots: [Slot] = []
  /// The slot for each element in base.
  private(set) var base: [Int] = []
  /// The slot for each element in ours.
  private(set) var ours: [Int] = []
  /// The slot for each element in theirs.
  private(set) var theirs: [Int] = []

  /// Aligns three lists by the names of their elements. The nth element with a name corresponds to
  /// the nth element with the same name in the other lists.
  init<Name: Hashable>(base: [Name], ours: [Name], theirs: [Name]) {
    // Most names have one slot. Further slots of a name are stored in `duplicates` in order.
    var first = [Name: Int](minimumCapacity: base.count)
    var duplicates: [Name: [Int]] = [:]
    func align(_ names: [Name], _ field: WritableKeyPath<Slot, Int?>) -> [Int] {
      func isFree(_ slot: Int) -> Bool { slots[slot][keyPath: field] == nil }
      var expected = 0
      // How many of a name's duplicates aren't free. Duplicates are never freed again, so this
      // count makes the search linear.
      var nextIndices: [Name: Int] = [:]
      func freeDuplicate(of name: Name) -> Int? {
        guard let slots = duplicates[name] else { return nil }
        var next = nextIndices[name] ?? 0
        while next < slots.count, !isFree(slots[next]) { next += 1 }
        nextIndices[name] = next
        return next < slots.count ? slots[next] : nil
      }
      return names.enumerated().map { index, name in
        // Most consecutive elements are also consecutive in base, which avoids the lookup.
        if duplicates.isEmpty, expected < self.base.count, isFree(expected), base[expected] == name
        {
          slots[expected][keyPath: field] = index
          expected += 1
          return expected - 1
        }
        let known = first[name]
        let slot: Int
        if let known, isFree(known) {
          slot = known
        } else if known != nil, let duplicate = freeDuplicate(of: name) {
          slot = duplicate
        } else {
          slot = slots.count
          slots.append(Slot())
          if known == nil { first[name] = slot } else { duplicates[name, default: []].append(slot) }
        }
        slots[slot][keyPath: field] = index
        expected = slot + 1
        return slot
      }
    }
    self.base = align(base, \.base)
    self.ours = align(ours, \.ours)
    self.theirs = align(theirs, \.theirs)
  }

  /// Joins two slots: the elements of `other` in ours and theirs move to `slot`, which has base's
  /// element.
  mutating func join(_ slot: Int, _ other: Int) {
    if let index = slots[other].ours {
      slots[slot].ours = index
      ours[index] = slot
    }
    if let index = slots[other].theirs {
      slots[slot].theirs = index
      theirs[index] = slot
    }
    // The other slot remains, without elements so that slot numbers don't change.
    slots[other] = Slot()
  }

  /// Returns whether to keep an element that can only be added or removed, not changed.
  ///
  /// An element that one side added is kept. An element that one side removed is not.
  func isKept(_ slot: Int) -> Bool {
    let slot = slots[slot]
    if slot.ours != nil, slot.theirs != nil { return true }
    return slot.base == nil && (slot.ours != nil || slot.theirs != nil)
  }

  /// Returns the order of the kept elements.
  ///
  /// This is the order on the side that moved elements, or ours if both did. An element that only
  /// the other side has follows the same element as on that side. At the same position, elements
  /// from ours come first.
  ///
  /// - Parameter isKept: Returns whether the element of a slot is kept. The closure is called for
  ///   each slot of ours and theirs.
  /// - Returns: The slots, in order.
  func order(keeping isKept: (Int) -> Bool) -> [Int] {
    func isCommon(_ slot: Int) -> Bool {
      slots[slot].base != nil && slots[slot].ours != nil && slots[slot].theirs != nil
    }
    let common = base.filter(isCommon)
    let leadsOurs = ours.filter(isCommon) != common || theirs.filter(isCommon) == common
    let leader = (leadsOurs ? ours : theirs).filter(isKept)
    let follower = (leadsOurs ? theirs : ours).filter(isKept)
    let leads = marks(of: leader)
    let follows = marks(of: follower)
    // Elements that only the follower has are grouped by the last preceding element that both sides
    // have. Elements without such a predecessor are placed at the start.
    var first: [Int] = []
    var followers: [Int: [Int]] = [:]
    var anchor: Int?
    for slot in follower {
      if leads[slot] {
        anchor = slot
      } else if let anchor {
        followers[anchor, default: []].append(slot)
      } else {
        first.append(slot)
      }
    }
    var order: [Int] = []
    var waiting = first
    for slot in leader {
      // At the same position, ours comes first: elements that only the leader has precede waiting
      // elements only if the leader is ours.
      if !leadsOurs || follows[slot] {
        order += waiting
        waiting = []
      }
      order.append(slot)
      if let following = followers[slot] { waiting += following }
    }
    return order + waiting
  }

  /// Returns, for each slot, whether it is one of the given slots.
  private func marks(of some: [Int]) -> [Bool] {
    var marks = [Bool](repeating: false, count: slots.count)
    for slot in some { marks[slot] = true }
    return marks
  }
}
