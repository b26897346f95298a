internal import TremaSupport

/// An index that maps keys, compared byte for byte, to their numbers and to texts without
/// arguments. Looking up a key accounts for most of the time it takes to return a text.
///
/// The index is a table with open addressing that is at most three quarters full. The seed of the
/// hash is random for each process, so files cannot be crafted to contain colliding keys.
struct TextIndex: Sendable {
  /// A slot of the table.
  struct Slot {
    /// The upper half of the hash.
    var hash: UInt32 = 0
    /// The number of the key, from 1; 0 in an empty slot.
    var number: UInt32 = 0
    /// The position of the key in `bytes`.
    var start: UInt32 = 0
    /// The key's length, in bytes.
    var count: UInt32 = 0
    /// The key's text, or empty if it has arguments. Storing it next to the key avoids access to a
    /// second cache line. Reading it increments a reference count, so it is read only after the key
    /// has been found.
    var text = ""
  }

  /// The table, whose size is a power of two.
  let slots: [Slot]
  /// The concatenated bytes of all keys.
  private let bytes: [UInt8]
  /// The seed of the hash.
  let seed: KeyHash
  /// The tables with each `ReplicaSelector` replica's copies of the texts, from number 1; see
  /// `text(of:copy:)`.
  let copies = PublishedObjects<PublishedValues<Slot>>(count: ReplicaSelector.replicaCount)

  /// Creates an index.
  ///
  /// - Parameters:
  ///   - keys: The keys, without duplicates. The number of a key is its index. The total size must
  ///     be less than 4 GiB.
  ///   - texts: The texts of the first keys, none of them empty.
  init(_ keys: [String], texts: [String], seed: KeyHash = .perProcess) {
    var size = 4
    while size * 3 < keys.count * 4 { size *= 2 }
    var slots = [Slot](repeating: Slot(), count: size)
    var bytes: [UInt8] = []
    for (number, key) in keys.enumerated() {
      var key = key
      let start = bytes.count
      let hash = key.withUTF8 { key in
        bytes.append(contentsOf: key)
        return seed.hash(UnsafeRawBufferPointer(key))
      }
      var index = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[index].number != 0 { index = (index + 1) & (size - 1) }
      slots[index] = Slot(
        hash: UInt32(truncatingIfNeeded: hash >> 32), number: UInt32(number) + 1,
        start: UInt32(start), count: UInt32(bytes.count - start),
        text: number < texts.count ? texts[number] : "")
    }
    self.slots = slots
    self.bytes = bytes
    self.seed = seed
  }

  /// Returns the position of a key in the list that the index was created from, or `nil` if it is
  /// missing.
  func number(of key: String) -> Int? {
    key.withRawBytes { key in slotIndex(of: key).map { Int(slots[$0].number) - 1 } }
  }

  /// Returns a key's text, or `nil` if the key is missing or its text has arguments.
  func text(of key: String) -> String? {
    key.withRawBytes { key in
      guard let index = slotIndex(of: key) else { return nil }
      let text = slots[index].text
      return text.isEmpty ? nil : text
    }
  }

  /// Returns a key's slot, or `nil` if it is missing.
  @inline(__always)
  func slotIndex(of key: UnsafeRawBufferPointer) -> Int? {
    let hash = seed.hash(key)
    let half = UInt32(truncatingIfNeeded: hash >> 32)
    var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    // The table contains an empty slot, so the loop ends.
    while slots[index].number != 0 {
      if slots[index].hash == half, keyMatches(slots[index].start, slots[index].count, key) {
        return index
      }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Returns whether the bytes of a slot equal a key.
  @inline(__always)
  func keyMatches(_ start: UInt32, _ count: UInt32, _ key: UnsafeRawBufferPointer) -> Bool {
    guard Int(count) == key.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      // The bytes of a slot are always within bounds. An empty key may have no address.
      guard let base = bytes.baseAddress, let other = key.baseAddress, count > 0 else {
        return count == 0
      }
      return memcmp(base + Int(start), other, Int(count)) == 0
    }
  }

  /// The maximum number of slots visited to find any key. Used by tests.
  var longestSearch: Int {
    var maximum = 0
    for (index, slot) in slots.enumerated() where slot.number != 0 {
      let start = Int(slot.start)
      let hash = bytes.withUnsafeBytes {
        seed.hash(UnsafeRawBufferPointer(rebasing: $0[start..<(start + Int(slot.count))]))
      }
      let homeIndex = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      maximum = max(maximum, (index - homeIndex + slots.count) & (slots.count - 1) + 1)
    }
    return maximum
  }
}

extension String {
  /// Calls a closure with the UTF-8 bytes of the text.
  @inline(__always)
  func withRawBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withBytes { body(UnsafeRawBufferPointer($0)) }
  }
}

extension TextIndex {
  /// Returns a copy of a key's text, created on first use.
  ///
  /// The copies are slots in a separate table with the same size and hash, so finding a copy
  /// requires as many memory accesses as finding the original.
  ///
  /// - Parameter copy: The number of the replica, from 1.
  /// - Returns: The copy, or `nil` if the key is missing or its text has arguments.
  func text(of key: String, copy: Int) -> String? {
    key.withRawBytes { key in
      let found = copies.withObject(at: copy - 1) { text(of: key, in: $0) }
      if let found { return found }
      let new = PublishedValues<Slot>(count: slots.count)
      return text(of: key, in: copies.publish(new, at: copy - 1))
    }
  }

  /// Returns a copy from a table. Creates it if it is missing.
  @inline(__always)
  private func text(
    of key: UnsafeRawBufferPointer, in copies: PublishedValues<Slot>
  ) -> String? {
    let hash = seed.hash(key)
    let half = UInt32(truncatingIfNeeded: hash >> 32)
    var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    // There are at most as many copies as texts, so the table has an empty slot and the loop ends.
    while true {
      let found: String?? = copies.withValue(at: index) { slot in
        guard slot.pointee.hash == half, keyMatches(slot.pointee.start, slot.pointee.count, key)
        else {
          return String?.none
        }
        return slot.pointee.text
      }
      guard let found else { return newCopy(of: key, in: copies, at: index) }
      if let found { return found }
      index = (index + 1) & (slots.count - 1)
    }
  }

  /// Creates a copy and stores it in an empty slot.
  ///
  /// - Parameter free: The first slot that can store the copy. If another thread has filled it in
  ///   the meantime, the copy is stored on a later call, because searching for a different slot
  ///   could store two copies of the same text.
  @inline(never)
  private func newCopy(
    of key: UnsafeRawBufferPointer, in copies: PublishedValues<Slot>, at free: Int
  ) -> String? {
    guard let index = slotIndex(of: key) else { return nil }
    var slot = slots[index]
    if slot.text.isEmpty { return nil }
    slot.text = slot.text.withBytes { String(decoding: $0, as: UTF8.self) }
    copies.publish(slot, at: free)
    return slot.text
  }
}
