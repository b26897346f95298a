/// A search for a byte sequence in linear time, even if both the text and the sequence are long and
/// repetitive.
///
/// See D. E. Knuth, J. H. Morris, V. R. Pratt, "Fast pattern matching in strings" (1977).
struct ByteSearch {
  private let bytes: ArraySlice<UInt8>
  /// For each prefix of the sequence, the length of its longest proper border: a prefix that is
  /// also a suffix. The index is the prefix's length minus one.
  private var borders: [Int]

  /// Creates a search.
  ///
  /// - Parameter bytes: The sequence to find. An empty sequence is never found.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    borders = Array(repeating: 0, count: bytes.count)
    var border = 0
    for index in borders.indices.dropFirst() {
      let byte = bytes[bytes.startIndex + index]
      while border > 0, bytes[bytes.startIndex + border] != byte { border = borders[border - 1] }
      if bytes[bytes.startIndex + border] == byte { border += 1 }
      borders[index] = border
    }
  }

  /// Returns the offsets of all occurrences in a text, in ascending order. Occurrences may overlap.
  func offsets(in text: some Sequence<UInt8>) -> [Int] {
    var found: [Int] = []
    forEachOccurrence(in: text) {
      found.append($0)
      return true
    }
    return found
  }

  /// Returns whether the sequence occurs in a text.
  func isFound(in text: some Sequence<UInt8>) -> Bool {
    var isFound = false
    forEachOccurrence(in: text) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Calls a closure with the offset of each occurrence.
  ///
  /// - Parameter body: Returns whether the search continues.
  private func forEachOccurrence(in text: some Sequence<UInt8>, _ body: (Int) -> Bool) {
    if bytes.isEmpty { return }
    var known = 0
    for (index, byte) in text.enumerated() {
      while known > 0, bytes[bytes.startIndex + known] != byte { known = borders[known - 1] }
      if bytes[bytes.startIndex + known] == byte { known += 1 }
      // An occurrence may overlap the next one, so the search continues with its longest border.
      if known == bytes.count {
        guard body(index + 1 - known) else { return }
        known = borders[known - 1]
      }
    }
  }
}
