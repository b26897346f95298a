import Testing
import TremaCatalog
import TremaTestSupport

@testable import TremaChecks

/// The block-wise byte tests agree with a byte-by-byte test.
@Suite struct ByteBlockTests {
  private static func bytes(
    _ random: inout SeededGenerator, of parts: [String], upTo most: Int
  ) -> [UInt8] {
    Array((0..<random.number(0...most)).map { _ in random.pick(parts) }.joined().utf8)
  }

  @Test func `a mask has a bit for each space in a block of 64 bytes`() {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<2_000 {
      let bytes = Self.bytes(
        &random, of: [" ", "a", "\u{A0}", "\u{20AC}", "  ", "!", "@"], upTo: 90)
      for start in stride(from: 0, to: bytes.count, by: 64) {
        let bits = bytes.withUnsafeBufferPointer { $0.spaces(from: start) }
        for bit in 0..<64 {
          let isSpace = start + bit < bytes.count && bytes[start + bit] == 0x20
          #expect((bits >> UInt64(bit) & 1 == 1) == isSpace)
        }
      }
    }
  }

  @Test func `a repeated word is possible if the bytes around a space are equal`() {
    var random = SeededGenerator(seed: 32)
    let parts = ["the", "The", "th", "thé", "a", "ab", "abc", "menu", "o", " ", " ", " ", ",", "शा"]
    var count = 0
    for _ in 0..<5_000 {
      let bytes = Self.bytes(&random, of: parts, upTo: random.once(in: 5) ? 70 : 12)
      let words = bytes.split(separator: 0x20, omittingEmptySubsequences: false)
      let isTwice = zip(words, words.dropFirst()).contains { word, next in
        let rest = bytes[next.startIndex...].prefix(word.count)
        return word.count >= 2 && rest.elementsEqual(word) { $0 | 0x20 == $1 | 0x20 }
      }
      let mightMatch = bytes.withUnsafeBufferPointer {
        RepeatedWordCheck.mightMatch(in: $0, comparedTo: nil)
      }
      #expect(mightMatch == isTwice, "\(String(decoding: bytes, as: UTF8.self))")
      count += isTwice ? 1 : 0
    }
    #expect(count > 150)
  }

  @Test func `a much longer text is checked`() {
    var random = SeededGenerator(seed: 33)
    var count = 0
    for _ in 0..<5_000 {
      let letters = random.pick([["a"], ["é", "a"], ["漢"], ["😀"], ["a", "漢", "é", "ไ"]])
      let own = Self.bytes(&random, of: letters, upTo: random.pick([3, 20, 80, 200, 400]))
      let other = Self.bytes(
        &random, of: random.pick([letters, ["a"], ["漢", "😀"]]), upTo: random.pick([3, 20, 60]))
      let (one, two) = (Self.length(own), Self.length(other))
      let isFar = max(one, two) > 4 * min(one, two) && max(one, two) > min(one, two) + 40
      let mightMatch = own.withUnsafeBufferPointer { own in
        other.withUnsafeBufferPointer {
          LengthRatioCheck.mightMatch(in: own, comparedTo: $0)
        }
      }
      #expect(mightMatch || !isFar)
      count += isFar ? 1 : 0
    }
    #expect(count > 500)
  }

  /// The length in letters: an ideograph counts as two and a half.
  private static func length(_ bytes: [UInt8]) -> Int {
    bytes.scalars.reduce(0) { $0 + ($1.scalar.isIdeographic ? 5 : 2) } / 2
  }
}
