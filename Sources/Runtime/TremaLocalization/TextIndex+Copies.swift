internal import TremaSupport

extension TextIndex {
  /// A copy of the text of a key, which is made when it is first asked for.
  ///
  /// The copies are slots in a table of their own, which has the same places as ``slots`` and the same hash:
  /// finding one looks at as much memory as finding the text itself.
  ///
  /// - Parameter copy: from 1.
  /// - Returns: nil when the key is not there or has no plain text.
  func text(of key: String, copy: Int) -> String? {
    key.withBytes { key in
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
