/// Finds the number of something by its key, which is elsewhere: 16 bytes for each, or fewer.
@usableFromInline package struct KeyTable: Sendable {
  /// Open addressing: the upper half of a key's hash, and below it its number, from 1; 0 for empty.
  /// Most other keys are passed over without a look at their bytes. The hashes have secrets of the
  /// process, so a catalogue cannot be made to collide.
  @usableFromInline var slots: [UInt64] = []
  @usableFromInline var count = 0
  @usableFromInline let hash = KeyHash.ofProcess

  @usableFromInline static var tag: UInt64 { 0xFFFF_FFFF_0000_0000 }

  @usableFromInline package struct Place {
    @usableFromInline let slot: Int
    @usableFromInline let tag: UInt64
    /// The number that is stored there, if there is one.
    @usableFromInline package let number: Int?

    @inlinable init(slot: Int, tag: UInt64, number: Int?) {
      (self.slot, self.tag, self.number) = (slot, tag, number)
    }
  }

  package init() {}

  /// - Parameter isKey: whether what has a number is it; there must be room for one more.
  @inlinable package func lookUp(
    _ key: UnsafeBufferPointer<UInt8>, isKey: (Int) -> Bool
  ) -> Place {
    let tag = hash.hash(UnsafeRawBufferPointer(key)) & Self.tag
    let mask = slots.count - 1
    var slot = Int(tag >> 32) & mask
    while slots[slot] != 0 {
      if slots[slot] & Self.tag == tag {
        let number = Int(slots[slot] & ~Self.tag) - 1
        if isKey(number) { return Place(slot: slot, tag: tag, number: number) }
      }
      slot = (slot + 1) & mask
    }
    return Place(slot: slot, tag: tag, number: nil)
  }

  /// - Parameter place: that of a key which has no number.
  @inlinable package mutating func insert(_ number: Int, at place: Place) {
    slots[place.slot] = place.tag | UInt64(number + 1)
    count += 1
  }

  /// Makes room for one more, before it is looked up.
  @inlinable package mutating func grow() {
    if (count + 1) * 4 > slots.count * 3 { double() }
  }

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
