/// Which elements of three lists are the same one. Each such thing has a slot, by number.
struct Alignment {
  struct Slot {
    /// The index of the element in each list; nil where it is missing.
    var base: Int?
    var ours: Int?
    var theirs: Int?
  }

  private(set) var slots: [Slot] = []
  /// The slot of each element.
  private(set) var base: [Int] = []
  private(set) var ours: [Int] = []
  private(set) var theirs: [Int] = []

  /// Elements with the same name are the same; the second of a name is that of the other lists.
  init<Name: Hashable>(base: [Name], ours: [Name], theirs: [Name]) {
    // Of most names there is one slot; the others are in `twins`, in their order.
    var first = [Name: Int](minimumCapacity: base.count)
    var twins: [Name: [Int]] = [:]
    func align(_ names: [Name], _ field: WritableKeyPath<Slot, Int?>) -> [Int] {
      func isFree(_ slot: Int) -> Bool { slots[slot][keyPath: field] == nil }
      var expected = 0
      // How many of the twins of a name are surely taken: those before were asked for already.
      var taken: [Name: Int] = [:]
      func freeTwin(of name: Name) -> Int? {
        guard let slots = twins[name] else { return nil }
        var next = taken[name] ?? 0
        while next < slots.count, !isFree(slots[next]) { next += 1 }
        taken[name] = next
        return next < slots.count ? slots[next] : nil
      }
      return names.enumerated().map { index, name in
        // Most of what follows each other does so in the base as well.
        if twins.isEmpty, expected < self.base.count, isFree(expected), base[expected] == name {
          slots[expected][keyPath: field] = index
          expected += 1
          return expected - 1
        }
        let known = first[name]
        let slot: Int
        if let known, isFree(known) {
          slot = known
        } else if known != nil, let twin = freeTwin(of: name) {
          slot = twin
        } else {
          slot = slots.count
          slots.append(Slot())
          if known == nil { first[name] = slot } else { twins[name, default: []].append(slot) }
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

  /// Makes one slot of two: what `other` has in ours or theirs is what `slot` has in the base.
  mutating func join(_ slot: Int, _ other: Int) {
    if let index = slots[other].ours {
      slots[slot].ours = index
      ours[index] = slot
    }
    if let index = slots[other].theirs {
      slots[slot].theirs = index
      theirs[index] = slot
    }
    slots[other] = Slot()
  }

  /// Returns whether an element is kept that one side still has, added or removed.
  ///
  /// What one side added stays, and what one side removed goes; for elements that cannot be
  /// changed.
  func isKept(_ slot: Int) -> Bool {
    let slot = slots[slot]
    if slot.ours != nil, slot.theirs != nil { return true }
    return slot.base == nil && (slot.ours != nil || slot.theirs != nil)
  }

  /// The order of what is kept: that of the side that moved something, ours when both did. What
  /// only the other side has follows what it follows there; in the same place ours comes first.
  ///
  /// - Parameter isKept: asked for each slot that ours or theirs has.
  /// - Returns: slots.
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
    // What follows an element that both have, or nothing.
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
      if !leadsOurs || follows[slot] {
        order += waiting
        waiting = []
      }
      order.append(slot)
      if let own = followers[slot] { waiting += own }
    }
    return order + waiting
  }

  /// For each slot whether it is one of these.
  private func marks(of some: [Int]) -> [Bool] {
    var marks = [Bool](repeating: false, count: slots.count)
    for slot in some { marks[slot] = true }
    return marks
  }
}
