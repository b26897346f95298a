/// A few words that are looked for among millions, most of which are refused by their first byte
/// and their length.
struct WordTable<Meaning: Sendable>: Sendable {
  private var words: [(bytes: [UInt8], meaning: Meaning)] = []
  /// The lengths by first byte, a bit for each; those from 63 on share one.
  private var lengths = [UInt64](repeating: 0, count: 256)

  mutating func add(_ word: String, _ meaning: Meaning) { add(Array(word.utf8), meaning) }

  mutating func add(_ word: [UInt8], _ meaning: Meaning) {
    guard let first = word.first else { return }
    words.append((word, meaning))
    lengths[Int(first)] |= 1 << UInt64(min(word.count, 63))
  }

  func meaning(of range: Range<Int>, in bytes: [UInt8]) -> Meaning? {
    guard !range.isEmpty,
      lengths[Int(bytes[range.lowerBound])] >> UInt64(min(range.count, 63)) & 1 == 1
    else { return nil }
    return words.first { $0.bytes.elementsEqual(bytes[range]) }?.meaning
  }
}
