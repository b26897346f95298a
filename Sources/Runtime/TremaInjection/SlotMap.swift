/// Slots by key. A key is an address, so one multiplication spreads it; what `Dictionary` does against
/// hostile keys costs a third of a resolution.
struct SlotMap {
  private struct Entry {
    var id: ObjectIdentifier
    var slot: Slot
  }

  // A power of two, at most half full: a search ends at a gap.
  private var entries: [Entry?] = Array(repeating: nil, count: 16)
  private var count = 0

  subscript(id: ObjectIdentifier) -> Slot? {
    @inline(__always) get {
      var index = place(of: id)
      while let entry = entries[index] {
        if entry.id == id { return entry.slot }
        index = (index &+ 1) & (entries.count &- 1)
      }
      return nil
    }
  }

  /// - Parameter id: one that has no slot.
  mutating func add(_ slot: Slot, for id: ObjectIdentifier) {
    if (count + 1) * 2 > entries.count { resize(to: entries.count * 2, without: nil) }
    insert(Entry(id: id, slot: slot))
  }

  mutating func remove(_ id: ObjectIdentifier) -> Slot? {
    guard let slot = self[id] else { return nil }
    resize(to: entries.count, without: id)
    return slot
  }

  private mutating func resize(to size: Int, without id: ObjectIdentifier?) {
    let old = entries
    entries = Array(repeating: nil, count: size)
    count = 0
    for case .some(let entry) in old where entry.id != id { insert(entry) }
  }

  private mutating func insert(_ entry: Entry) {
    var index = place(of: entry.id)
    while entries[index] != nil { index = (index &+ 1) & (entries.count &- 1) }
    entries[index] = entry
    count += 1
  }

  /// Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4): the high bits are the good ones.
  @inline(__always)
  private func place(of id: ObjectIdentifier) -> Int {
    let mixed = UInt64(UInt(bitPattern: id)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 32) & (entries.count &- 1)
  }
}
