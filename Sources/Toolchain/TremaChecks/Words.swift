import TremaMessages

/// A reading's words, as byte ranges: letters with their marks, and apostrophes between them.
struct Words: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var index = 0

  init(in bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the range of the next word, or `nil` at the end.
  mutating func next() -> Range<Int>? {
    while index < bytes.count {
      let scalar = bytes.scalar(at: index)
      if !scalar.isWordPart {
        index += scalar.width
        continue
      }
      let start = index
      while index < bytes.count {
        let scalar = bytes.scalar(at: index)
        let joins =
          (scalar == "'" || scalar == "’")
          && bytes.scalar(at: index + scalar.width).isWordPart
        guard scalar.isWordPart || joins else { break }
        index += scalar.width
      }
      return start..<index
    }
    return nil
  }

  /// Returns the number of words, counting at most up to a limit.
  static func count(in bytes: [UInt8], upTo limit: Int) -> Int {
    var words = Words(in: bytes)
    var count = 0
    while count < limit, words.next() != nil { count += 1 }
    return count
  }
}
