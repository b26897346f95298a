/// Finds some bytes in others, in the time that both take to read: texts repeat themselves, and what is
/// looked for may be as long as they are.
///
/// Source: D. E. Knuth, J. H. Morris, V. R. Pratt, "Fast pattern matching in strings" (1977).
struct ByteSearch {
  private let bytes: ArraySlice<UInt8>
  /// How many of the first bytes are at the end of so many of them, by their number less one.
  private var borders: [Int]

  /// - Parameter bytes: what is looked for; nothing is nowhere.
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

  /// The places of the bytes in a text, in order; two places may have bytes in common.
  func places(in text: some Sequence<UInt8>) -> [Int] {
    var found: [Int] = []
    forEachPlace(in: text) {
      found.append($0)
      return true
    }
    return found
  }

  func isFound(in text: some Sequence<UInt8>) -> Bool {
    var isFound = false
    forEachPlace(in: text) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// - Parameter body: whether to go on.
  private func forEachPlace(in text: some Sequence<UInt8>, _ body: (Int) -> Bool) {
    if bytes.isEmpty { return }
    var known = 0
    for (index, byte) in text.enumerated() {
      while known > 0, bytes[bytes.startIndex + known] != byte { known = borders[known - 1] }
      if bytes[bytes.startIndex + known] == byte { known += 1 }
      if known == bytes.count {
        guard body(index + 1 - known) else { return }
        known = borders[known - 1]
      }
    }
  }
}
