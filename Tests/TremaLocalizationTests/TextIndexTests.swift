import Testing
import TremaSupport

@testable import TremaLocalization

@Suite struct TextIndexTests {
  @Test func `every key has an index and a text, unknown keys have none`() {
    let keys = (0..<10_000).map { "screen\($0 % 97).label\($0)" }
    let index = TextIndex(keys, texts: keys.prefix(6_000).map { "text of \($0)" })
    for (number, key) in keys.enumerated() {
      #expect(index.number(of: key) == number)
      #expect(index.text(of: key) == (number < 6_000 ? "text of \(key)" : nil))
      #expect(index.number(of: key + "x") == nil)
    }
    #expect(index.number(of: "") == nil)
    #expect(TextIndex([], texts: []).number(of: "a") == nil)
  }

  @Test func `keys of every length are distinguished`() {
    // Each ends where a word of the hash begins, ends, or overlaps the one before.
    let keys =
      (0...70).map { String(repeating: "a", count: $0) }
      + (0..<70).map { place in
        String(repeating: "a", count: place) + "b" + String(repeating: "a", count: 69 - place)
      }
    let index = TextIndex(keys, texts: [])
    for (number, key) in keys.enumerated() { #expect(index.number(of: key) == number) }
  }

  @Test func `keys are compared byte for byte`() {
    let keys = ["\u{E9}", "e\u{301}", "", "\0", "\0\0", "a\u{323}\u{307}", "a\u{307}\u{323}"]
    let index = TextIndex(keys, texts: [])
    for (number, key) in keys.enumerated() { #expect(index.number(of: key) == number) }
  }

  @Test func `no family of similar keys makes lookup slow`() {
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: count - digits.utf8.count) + digits
    }
    let families: [[String]] = [
      (0..<40_000).map { "key\($0)" },
      (0..<40_000).map { padded($0, 8) },
      (0..<40_000).map { padded($0, 16) + "tail that all of them have" },
      (0..<40_000).map { "head that all of them have, and long" + padded($0, 7) },
      (0..<40_000).map { String(repeating: "\0", count: $0 % 200) + "\($0 / 200)" },
      // Reordered words, which sums and products do not distinguish.
      (0..<40_000).map { padded($0 / 200, 8) + padded($0 % 200, 8) + padded($0 / 200, 8) },
    ]
    for keys in families {
      // Random keys need about 30 probes at this size; colliding keys would need thousands.
      #expect(TextIndex(keys, texts: []).longestSearch < 300)
    }
  }

  @Test func `another seed yields another hash`() {
    func hash(_ hash: KeyHash, _ text: String) -> UInt64 {
      Array(text.utf8).withUnsafeBytes { hash.hash($0) }
    }
    let (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (
      0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, 0xD6E8_FEB8_6659_FD93
    )
    let secrets = [KeyHash(a, b, c), KeyHash(d, b, c), KeyHash(a, d, c), KeyHash(a, b, d)]
    for text in ["", "a", "four", "eight888", "sixteen sixteen ", "longer than sixteen bytes"] {
      #expect(Set(secrets.map { hash($0, text) }).count == 4)
    }
    // Each process has a random seed; the probability of this one is negligible.
    #expect(hash(.perProcess, "a key") != hash(KeyHash(0, 0, 0), "a key"))
  }
}
