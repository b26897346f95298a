import Testing
import TremaSupport
import TremaTestSupport

/// The order of a report, which is computed by sorting indices.
@Suite struct OrderTests {
  private static func finding(_ random: inout SeededGenerator) -> Diagnostic {
    var finding = Diagnostic(
      random.pick(Severity.allCases), random.pick(["a", "b"]),
      random.pick(["D2 x", "D10 x", "D02 x", "D2", "", "é1", "e\u{301}1", "D2 y"]))
    finding.subject = "\(random.number(0...1_000_000))"
    if random.once(in: 9) { return finding }
    finding.location = SourceLocation(file: random.pick(["b.trm", "a.trm", "", "ä.trm"]))
    if random.once(in: 9) { return finding }
    finding.location?.start = SourcePosition(
      line: random.number(1...3), column: random.number(1...2))
    return finding
  }

  @Test func `findings are sorted like a direct comparison sorts them`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      let findings = (0..<random.number(0...60)).map { _ in Self.finding(&random) }
      let expected = findings.sorted(by: Diagnostic.areInReadingOrder)
      #expect(findings.inReadingOrder() == expected)
      #expect(expected.inReadingOrder() == expected)
    }
  }

  @Test func `numbers in messages are compared as numbers, after any common prefix`() {
    let messages = ["a1b2", "a01b2", "a1b10", "a10b1", "a9", "a12x3", "a12x20", "a", ""]
    let sorted = messages.map { Diagnostic(.note, "x", $0) }.inReadingOrder().map(\.message)
    #expect(
      sorted == ["", "a", "a01b2", "a1b2", "a1b10", "a9", "a10b1", "a12x3", "a12x20"])
  }
}
