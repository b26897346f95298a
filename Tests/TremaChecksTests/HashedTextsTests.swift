import Testing
import TremaTestSupport

@testable import TremaChecks

@Suite struct HashedTextsTests {
  @Test func `texts with the same hash are paired with the first of them`() {
    var random = SeededGenerator(seed: 34)
    for size in [0, 1, 2, 40, 3_000] {
      var texts = HashedTexts()
      var (firsts, expected): ([Int: Int], [[Int]]) = ([:], [])
      for number in 0..<size {
        // Some share the upper half alone, which is used for the look-up.
        let high = random.number(0...size) << 32
        let hash = random.once(in: 2) ? high : high | random.number(0...2)
        let entry = number * 3
        texts.append(hash, entry: entry)
        if let first = firsts[hash] { expected.append([first, entry]) }
        firsts[hash] = firsts[hash] ?? entry
      }
      #expect(texts.pairs().map { [$0.first, $0.second] } == expected)
    }
  }
}
