import Testing
import TremaCatalog
import TremaSupport

@testable import TremaChecks

@Suite struct SuppressionTests {
  private func unused(_ context: String, value: String = "x") throws -> [Diagnostic] {
    try CheckedFile(
      texts:
        "<text key='k'><context>\(context)</context><value lang='de'>\(value)</value></text>\n",
      depth: .everything
    ).findings.filter { $0.code == "unused-ignore" }
  }

  @Test
  func `the first of many lines that name no check are reported, and the others counted`() throws {
    let lines = (0..<8).map { "@ignore edge-spac\($0) because" }
    let findings = try unused((lines + ["@ignore numbers"]).joined(separator: "\n"))
    #expect(
      findings.map(\.message) == [
        "'k' ignores 'edge-spac0', which is not a check",
        "'k' ignores 'edge-spac1', which is not a check",
        "'k' ignores 'edge-spac2', which is not a check",
        "'k' ignores 'edge-spac3', which is not a check",
        "'k' ignores 'edge-spac4', which is not a check (and 3 more in this context)",
        "'k' ignores 'numbers', which has no findings in it",
      ])
    #expect(findings.first?.hint == "did you mean 'edge-space'?")
    #expect(findings.map { $0.location?.start?.line } == [2, 3, 4, 5, 6, 10])
    // Their lines can be removed; the others are reported the next time.
    #expect(findings.map(\.fixes.count) == [1, 1, 1, 1, 1, 1])
  }

  @Test func `a check is suppressed by the last of thousands of lines`() throws {
    let lines = (0..<3_000).map { "@ignore nothing\($0)\n" }.joined()
    let suppressed = try unused(lines + "@ignore unknown-escape", value: "\\q")
    #expect(suppressed.count == 5 && suppressed.allSatisfy { $0.message.contains("'nothing") })
    let file = try CheckedFile(
      texts:
        "<text key='k'><context>\(lines)@ignore empty-value</context><value lang='de'></value>"
        + "<value lang='en'>x</value></text>\n")
    #expect(file.summary.isEmpty)
  }

  @Test func `a repeated line has no effect`() throws {
    let findings = try unused("@ignore abc\n@ignore abc\n@ignore abc")
    #expect(findings.map(\.message) == ["'k' ignores 'abc', which is not a check"])
  }
}
