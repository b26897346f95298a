/// A small set of words that is fast to search millions of times. Most words are rejected by their
/// first byte and length.
struct WordTable<Meaning: Sendable>: Sendable {
  /// The words and their meanings.
  private var words: [(bytes: [UInt8], meaning: Meaning)] = []
  /// The lengths of the words that start with each byte, as a bit set. Lengths from 63 up share one
  /// bit.
  private var lengths = [UInt64](repeating: 0, count: 256)

  /// Adds a word.
  mutating func add(_ word: String, _ meaning: Meaning) { add(Array(word.utf8), meaning) }

  /// Adds a word. An empty word is ignored.
  mutating func add(_ word: [UInt8], _ meaning: Meaning) {
    guard let first = word.first else { return }
    words.append((word, meaning))
    lengths[Int(first)] |= 1 << UInt64(min(word.count, 63))
  }

  /// Returns the meaning of a word, or `nil` if it has none.
  func meaning(of range: Range<Int>, in bytes: [UInt8]) -> Meaning? {
    guard !range.isEmpty,
      lengths[Int(bytes[range.lowerBound])] >> UInt64(min(range.count, 63)) & 1 == 1
    else { return nil }
    return words.first { $0.bytes.elementsEqual(bytes[range]) }?.meaning
  }
}
