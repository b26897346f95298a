import TremaCatalog

/// Who has each name in a target, in a few bytes a name: by a hash, and the name is made once more of
/// the key when the hash is the same. Swift seeds its hashes anew for each process, so a catalogue
/// cannot be made to collide.
struct NameOwners: Sendable {
  /// Open addressing: half of a hash, then the number of a text, doubled, and whether it is an array;
  /// 0 for nothing.
  private var slots: [UInt64] = Array(repeating: 0, count: 64)
  private var count = 0
  /// Where a name does not follow from the key alone.
  private var names: [Int: TargetName] = [:]

  init() {}

  /// Gives a name to a text, unless another has it.
  ///
  /// - Returns: the one that has it.
  mutating func insert(
    _ name: UnsafeBufferPointer<UInt8>, _ kind: TargetName.Kind, of text: Int, isArray: Bool,
    _ target: CheckTarget, _ texts: TextPlaces
  ) -> (text: Int, isArray: Bool)? {
    if (count + 1) * 4 > slots.count * 3 { grow() }
    let hash = Self.hash(name, kind)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash {
        let owner = Int(slots[slot] & 0xFFFF_FFFF) - 1
        let (other, isOtherArray) = (owner >> 1, owner & 1 == 1)
        let found =
          names[slot] ?? target.name(ofKey: texts.key(other), isArray: isOtherArray)
        if let found, found.kind == kind, found.bytes.elementsEqual(name) {
          return (other, isOtherArray)
        }
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = hash << 32 | UInt64(text << 1 | (isArray ? 1 : 0)) + 1
    count += 1
    if target == .i18next { names[slot] = TargetName(Array(name), kind) }
    return nil
  }

  private static func hash(
    _ name: UnsafeBufferPointer<UInt8>, _ kind: TargetName.Kind
  ) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(bytes: UnsafeRawBufferPointer(name))
    return UInt64(truncatingIfNeeded: hasher.finalize()) >> 32
  }

  private mutating func grow() {
    let old = (slots: slots, names: names)
    slots = Array(repeating: 0, count: old.slots.count * 2)
    names.removeAll(keepingCapacity: true)
    let mask = slots.count - 1
    for (index, entry) in old.slots.enumerated() where entry != 0 {
      var slot = Int(entry >> 32) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = entry
      if let name = old.names[index] { names[slot] = name }
    }
  }
}
