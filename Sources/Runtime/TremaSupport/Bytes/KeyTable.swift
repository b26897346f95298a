/// A hash table that maps keys to entry numbers. The entries are stored elsewhere. It takes at most
/// about 16 bytes per key.
@usableFromInline package struct KeyTable: Sendable {
  /// The table, with open addressing. A slot contains the upper half of a key's hash and, in its
  /// lower half, the number plus 1; an empty slot is 0.
  ///
  /// Most other keys are skipped without comparing their bytes. The hashes use per-process secrets,
  /// so a catalog's keys cannot be chosen to collide.
  @usableFromInline var slots: [UInt64] = []
  /// The number of keys.
  @usableFromInline var count = 0
  /// The hash function.
  @usableFromInline let hash = KeyHash.perProcess

  /// The mask of the hash bits in a slot.
  @usableFromInline static var tag: UInt64 { 0xFFFF_FFFF_0000_0000 }

  /// The result of a lookup.
  @usableFromInline package struct LookupResult {
    /// The slot's index.
    @usableFromInline let slotIndex: Int
    /// The bits of the hash.
    @usableFromInline let tag: UInt64
    /// The number of the key, or `nil` if the key is missing.
    @usableFromInline package let number: Int?

    @inlinable init(slotIndex: Int, tag: UInt64, number: Int?) {
      (self.slotIndex, self.tag, self.number) = (slotIndex, tag, number)
    }
  }

  package init() {}

  /// Looks up a key. There must be at least one empty slot; see `grow()`.
  ///
  /// - Parameter isKey: Returns whether the entry with a number has this key.
  @inlinable package func lookUp(
    _ key: UnsafeBufferPointer<UInt8>, isKey: (Int) -> Bool
  ) -> LookupResult {
    let tag = hash.hash(UnsafeRawBufferPointer(key)) & Self.tag
    let mask = slots.count - 1
    var slot = Int(tag >> 32) & mask
    while slots[slot] != 0 {
      if slots[slot] & Self.tag == tag {
        let number = Int(slots[slot] & ~Self.tag) - 1
        if isKey(number) { return LookupResult(slotIndex: slot, tag: tag, number: number) }
      }
      slot = (slot + 1) & mask
    }
    return LookupResult(slotIndex: slot, tag: tag, number: nil)
  }

  /// Stores a key.
  ///
  /// - Parameters:
  ///   - number: The number of its entry, from 0.
  ///   - result: The result of a lookup that did not find the key.
  @inlinable package mutating func insert(_ number: Int, at result: LookupResult) {
    slots[result.slotIndex] = result.tag | UInt64(number + 1)
    count += 1
  }

  /// Makes room for one more key. Call it before looking up a key that may be inserted.
  @inlinable package mutating func grow() {
    if (count + 1) * 4 > slots.count * 3 { double() }
  }

  /// Doubles the capacity.
  @usableFromInline mutating func double() {
    let old = slots
    slots = Array(repeating: 0, count: max(64, old.count * 2))
    let mask = slots.count - 1
    for entry in old where entry != 0 {
      var slot = Int(entry >> 32) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = entry
    }
  }
}
