internal import TremaSupport

/// Finds the number of a key, byte for byte, and the text of one that has a plain one: what a hit costs
/// is most of what a text costs.
///
/// A table with open addressing, at most three quarters full. No catalogue can be made so that its
/// keys collide: the hash is mixed with numbers that every process draws anew.
struct TextIndex: Sendable {
  struct Slot {
    /// Half of the hash.
    var hash: UInt32 = 0
    /// The number of the key from 1; 0 in a free slot.
    var number: UInt32 = 0
    /// The place of the key in ``bytes``.
    var start: UInt32 = 0
    var count: UInt32 = 0
    /// Beside its key, which saves a look at another place in memory. Reading it counts a reference,
    /// so it is not read before the key is the right one.
    var text = ""
  }

  let slots: [Slot]
  /// The bytes of all keys, one behind the other.
  private let bytes: [UInt8]
  let seed: KeyHash
  /// Slots with copies of texts, for each of ``ReplicaSelector`` from 1; see ``text(of:copy:)``.
  let copies = PublishedObjects<PublishedValues<Slot>>(count: ReplicaSelector.most)

  /// - Parameters:
  ///   - keys: no two with the same bytes; their numbers are their places. All of them together have
  ///     less than 4 GiB.
  ///   - texts: of the first of the keys, none of them empty.
  init(_ keys: [String], texts: [String], seed: KeyHash = .ofProcess) {
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
      var place = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[place].number != 0 { place = (place + 1) & (size - 1) }
      slots[place] = Slot(
        hash: UInt32(truncatingIfNeeded: hash >> 32), number: UInt32(number) + 1,
        start: UInt32(start), count: UInt32(bytes.count - start),
        text: number < texts.count ? texts[number] : "")
    }
    self.slots = slots
    self.bytes = bytes
    self.seed = seed
  }

  /// - Returns: the place of the key in the list that the index was made of.
  func number(of key: String) -> Int? {
    key.withRawBytes { key in place(of: key).map { Int(slots[$0].number) - 1 } }
  }

  /// - Returns: the text of the key, nil when the key is not there or has no plain text.
  func text(of key: String) -> String? {
    key.withRawBytes { key in
      guard let place = place(of: key) else { return nil }
      let text = slots[place].text
      return text.isEmpty ? nil : text
    }
  }

  @inline(__always)
  func place(of key: UnsafeRawBufferPointer) -> Int? {
    let hash = seed.hash(key)
    let half = UInt32(truncatingIfNeeded: hash >> 32)
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    // There is a free slot, so this ends.
    while slots[place].number != 0 {
      if slots[place].hash == half, isKey(slots[place].start, slots[place].count, key) {
        return place
      }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  @inline(__always)
  func isKey(_ start: UInt32, _ count: UInt32, _ key: UnsafeRawBufferPointer) -> Bool {
    guard Int(count) == key.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      // A slot names bytes that there are; an empty key may have no address.
      guard let own = bytes.baseAddress, let other = key.baseAddress, count > 0 else {
        return count == 0
      }
      return memcmp(own + Int(start), other, Int(count)) == 0
    }
  }

  /// The most slots that looking for one of the keys touches: for tests.
  var longestSearch: Int {
    var longest = 0
    for (place, slot) in slots.enumerated() where slot.number != 0 {
      let start = Int(slot.start)
      let hash = bytes.withUnsafeBytes {
        seed.hash(UnsafeRawBufferPointer(rebasing: $0[start..<(start + Int(slot.count))]))
      }
      let home = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      longest = max(longest, (place - home + slots.count) & (slots.count - 1) + 1)
    }
    return longest
  }
}

extension String {
  /// Calls `body` with the UTF-8 of the text.
  @inline(__always)
  func withRawBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withBytes { body(UnsafeRawBufferPointer($0)) }
  }
}

extension TextIndex {
  /// A copy of the text of a key, which is made when it is first asked for.
  ///
  /// The copies are slots in a table of their own, which has the same places as ``slots`` and the same hash:
  /// finding one looks at as much memory as finding the text itself.
  ///
  /// - Parameter copy: from 1.
  /// - Returns: nil when the key is not there or has no plain text.
  func text(of key: String, copy: Int) -> String? {
    key.withRawBytes { key in
      let found = copies.withObject(at: copy - 1) { text(of: key, in: $0) }
      if let found { return found }
      let new = PublishedValues<Slot>(count: slots.count)
      return text(of: key, in: copies.publish(new, at: copy - 1))
    }
  }

  @inline(__always)
  private func text(
    of key: UnsafeRawBufferPointer, in copies: PublishedValues<Slot>
  ) -> String? {
    let hash = seed.hash(key)
    let half = UInt32(truncatingIfNeeded: hash >> 32)
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    // There are no more copies than texts, so there is a free place and this ends.
    while true {
      let found: String?? = copies.withValue(at: place) { slot in
        guard slot.pointee.hash == half, isKey(slot.pointee.start, slot.pointee.count, key) else {
          return String?.none
        }
        return slot.pointee.text
      }
      guard let found else { return newCopy(of: key, in: copies, at: place) }
      if let found { return found }
      place = (place + 1) & (slots.count - 1)
    }
  }

  /// - Parameter free: the first place that the copy may have. Where another thread has just taken it, there
  ///   will be no copy before the next call: looking for another place could make two of one text.
  @inline(never)
  private func newCopy(
    of key: UnsafeRawBufferPointer, in copies: PublishedValues<Slot>, at free: Int
  ) -> String? {
    guard let place = place(of: key) else { return nil }
    var slot = slots[place]
    if slot.text.isEmpty { return nil }
    slot.text = slot.text.withBytes { String(decoding: $0, as: UTF8.self) }
    copies.publish(slot, at: free)
    return slot.text
  }
}
