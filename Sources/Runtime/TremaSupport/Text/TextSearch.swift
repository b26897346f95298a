/// The search for words in a text, byte by byte.
///
/// Swift's own is part of its regular expressions: a command that calls it has all of them in it, and
/// the loader goes through them at each start. These come before those of the same name.
extension StringProtocol {
  package func contains(_ words: String) -> Bool { firstRange(of: words) != nil }

  /// Returns the first range whose bytes are those of `words`; the empty range at the start where `words`
  /// is empty.
  package func firstRange(of words: String) -> Range<Index>? {
    var words = words
    let offset = words.withUTF8 { sought in
      utf8.withContiguousStorageIfAvailable { $0.firstOffset(of: sought) }
        ?? Array(utf8).withUnsafeBufferPointer { $0.firstOffset(of: sought) }
    }
    guard let offset else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: words.utf8.count)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first place with the same bytes as `sought`.
  ///
  /// Uses functions of C, because a debug build runs a loop over the view of a string slowly.
  fileprivate func firstOffset(of sought: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let words = sought.baseAddress, let first = sought.first else { return 0 }
    guard let base = baseAddress else { return nil }
    var start = 0
    while count - start >= sought.count {
      // In bounds: `sought` still fits at each of these offsets.
      let room = count - start - sought.count + 1
      guard let found = memchr(base + start, Int32(first), room) else { return nil }
      start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if memcmp(base + start, words, sought.count) == 0 { return start }
      start += 1
    }
    return nil
  }
}

extension String {
  // Literals would go to Swift's own otherwise.
  package func contains(_ words: String) -> Bool { firstRange(of: words) != nil }
}

extension [String] {
  /// Swift's own is made for all sequences of all texts, and looks each up by its name at the first call.
  package func joined(separator: String = "") -> String {
    guard var text = first else { return "" }
    for part in dropFirst() {
      text += separator
      text += part
    }
    return text
  }
}
