import Testing

@testable import TremaDiagnostics
@testable import TremaSupport

@Suite struct NearestTests {
  /// The whole table of distances of each word.
  private func plain(_ word: String, _ words: [String]) -> String? {
    func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
      var table = (0...a.count).map { i in (0...b.count).map { i == 0 ? $0 : $0 == 0 ? i : 0 } }
      for i in a.indices {
        for j in b.indices {
          var count = min(
            table[i][j] + (a[i] == b[j] ? 0 : 1), table[i][j + 1] + 1, table[i + 1][j] + 1)
          if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
            count = min(count, table[i - 1][j - 1] + 1)
          }
          table[i + 1][j + 1] = count
        }
      }
      return table[a.count][b.count]
    }
    func small(_ word: String) -> [UInt8] {
      word.utf8.map { (65...90).contains($0) ? $0 | 32 : $0 }
    }
    return words.map { (word: $0, count: distance(small(word), small($0))) }
      .filter { $0.count <= max(1, word.utf8.count / 3) }.min { $0.count < $1.count }?.word
  }

  @Test func `the closest match is the first candidate with the fewest edits`() {
    var state: UInt64 = 1
    func number(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    func word() -> String {
      String((0..<number(14)).map { _ in Array("abcAB")[number(5)] })
    }
    for _ in 0..<400 {
      let words = (0..<12).map { _ in word() }
      let wanted = word()
      #expect(closestMatch(to: wanted, among: words) == plain(wanted, words), "\(wanted) \(words)")
    }
    #expect(closestMatch(to: "", among: ["ab", "a"]) == "a")
    #expect(closestMatch(to: "Größe", among: ["größen", "Grosse"]) == "größen")
  }

  @Test func `a search ends after its maximum of steps`() {
    var search = ClosestMatchSearch(limit: 10_000)
    let words = (0..<100).map { "word\($0)" }
    #expect(search.closestMatch(to: "wrod7", among: words) == "word7")
    var found = 0
    for _ in 0..<100 where search.closestMatch(to: "wrod7", among: words) != nil { found += 1 }
    #expect(found < 10)
    // A word that is too long does not affect the others.
    var other = ClosestMatchSearch(limit: 100_000)
    let long = String(repeating: "ab", count: 2000)
    #expect(other.closestMatch(to: long, among: [String(repeating: "ba", count: 1500)]) == nil)
    #expect(other.closestMatch(to: "wrod7", among: words) == "word7")
  }
}
