import Testing
import TremaTestSupport

@testable import TremaDiagnostics
@testable import TremaSupport

/// Compares the fast path for quoting a line with the general path.
@Suite struct PlainExcerptTests {
  @Test func `the fast path quotes a line like the general path`() {
    var random = SeededGenerator(seed: 4)
    var short = 0
    for _ in 0..<3000 {
      let pieces =
        random.once(in: 3)
        ? ["„", "“", "–", "…", "word "]
        : ["word ", "déjà ", "<value lang=\"de\">", "Größe", "a", "ſ", "ŉ"]
      let rare = ["\u{2028}", "\u{200B}", "\t", "e\u{301}", "日本", "\u{A0}", "😀", "\u{7F}", "ʼ"]
      let count = random.once(in: 10) ? random.number(60...2000) : random.number(0...60)
      let line = (0..<count).map { _ in
        random.once(in: 60 + count) ? random.pick(rare) : random.pick(pieces)
      }.joined()
      let offset = random.number(0...line.utf8.count)
      guard let quick = SourceExcerpt.ofPlainLetters(line[...], offset) else { continue }
      short += 1
      let plain = SourceExcerpt.ofCharacters(line[...], offset)
      #expect(quick.line == plain.line, "\(offset): \(line)")
      #expect(quick.indentation == plain.indentation, "\(offset): \(line)")
    }
    #expect(short > 1000)
  }

  @Test func `a character of several megabytes is read only as far as it is shown`() {
    func time(_ count: Int) -> Duration {
      let line = "e" + String(repeating: "\u{301}", count: count)
      return (0..<5).map { _ in
        ThreadTime.of { #expect(SourceExcerpt(line, column: 2).line.utf8.count < 20_000) }
      }.min() ?? .zero
    }
    #expect(time(2_000_000) < time(20_000) * 20)
  }
}
