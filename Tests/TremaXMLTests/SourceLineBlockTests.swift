import Testing
import TremaTestSupport
import TremaXML

/// The index finds lines that are far apart as well as adjacent ones.
@Suite struct SourceLineBlockTests {
  @Test func `requested lines are found however the document is divided into chunks`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      let usual = random.pick([0, 3, 40, 700])
      var document: [UInt8] = Array("<a>".utf8)
      for _ in 0..<random.number(0...3000) {
        let length = random.number(0...usual)
        document += (0..<length).map { _ in random.pick([0x0B, 0x20, 0x61, 0x8A, 0xC3]) }
        document.append(0x0A)
      }
      let lines = document.split(separator: 0x0A, omittingEmptySubsequences: false)
      var wanted: Set<Int> = [lines.count]
      for _ in 0..<random.number(0...12) { wanted.insert(random.number(1...lines.count + 2)) }
      var rest = document[...]
      let piece = random.pick([1000, 5000, 1 << 20])
      let found = SourceLines.collect(wanted, limit: 1 << 20) {
        if rest.isEmpty { return nil }
        defer { rest = rest.dropFirst(piece) }
        return Array(rest.prefix(piece))
      }
      for number in wanted where number <= lines.count {
        #expect(found[number] ?? [] == Array(lines[number - 1]))
      }
    }
  }
}
