import Testing
import TremaTestSupport
import TremaXML

/// Compares the validator with the standard library, and blocks with single bytes.
@Suite struct UTF8ValidatorTests {
  /// The offset of the first bad byte, or the end if a sequence is incomplete there.
  private func firstInvalid(in bytes: [UInt8], pieces: Int) -> Int? {
    var validator = UTF8Validator()
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      let piece = bytes[start..<min(bytes.count, start + pieces)]
      let found = piece.withUnsafeBufferPointer { validator.firstInvalid(in: $0) }
      if let found { return start + found }
    }
    return validator.isInsideCharacter ? bytes.count : nil
  }

  private func isGood(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(0)
  }

  @Test func `two bytes are validated like the standard library does, anywhere in a block`() {
    let following: [UInt8] = [0, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC3, 0xE1, 0xFF]
    let rests: [[UInt8]] = [[], [0x80], [0xA0, 0xBF]]
    for (character, size) in [("a", 1), ("é", 2), ("語", 3), ("😀", 4)] {
      let around = Array(String(repeating: character, count: 40).utf8)
      for first in UInt8(0x7F)...0xFF {
        for second in following {
          for unit in rests.map({ [first, second] + $0 }) {
            let isGood = isGood(unit)
            for characters in 28 / size...36 / size {
              let bytes = around[..<(characters * size)] + unit + around
              #expect(
                (firstInvalid(in: Array(bytes), pieces: .max) == nil) == isGood,
                "\(unit) behind \(characters) times \(character)")
            }
          }
        }
      }
    }
  }

  @Test func `the first invalid byte is the same in one chunk and byte by byte`() {
    var random = SeededGenerator(seed: 8)
    let characters = ["a", "plain words, ", "é", "ß", "Ж", "ע", "अ", "ไ", "퟿", "", "語", "😀", "􏿿"]
    var bad = 0
    for _ in 0..<3000 {
      let usual = random.pick([["a", "plain words, "], characters])
      var bytes = Array((0..<random.number(0...120)).map { _ in random.pick(usual) }.joined().utf8)
      if !bytes.isEmpty, random.once(in: 2) {
        bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(0...255))
      }
      if random.once(in: 4) { bytes.removeLast(min(bytes.count, random.number(0...3))) }
      let found = firstInvalid(in: bytes, pieces: .max)
      #expect(found == firstInvalid(in: bytes, pieces: 1))
      #expect(found == firstInvalid(in: bytes, pieces: random.number(2...70)))
      #expect((found == nil) == isGood(bytes))
      bad += found == nil ? 0 : 1
    }
    #expect((600...2400).contains(bad))
  }
}
