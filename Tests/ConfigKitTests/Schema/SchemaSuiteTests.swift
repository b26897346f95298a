import Foundation
import Testing

@Suite struct SchemaSuiteTests {
  /// The number of required tests of draft 2020-12 in the pinned version of the suite.
  private static let required = 1257

  @Test func `all required tests of the official suite pass, others as documented`() throws {
    let results = try SchemaSuite().results()
    let required = results.filter { !$0.file.hasPrefix("optional/") }
    #expect(required.flatMap(\.failed) == [])
    #expect(required.reduce(0) { $0 + $1.passed.count } >= Self.required)
    #expect(results.count >= 80)

    let file = SchemaSuite.project.appendingPathComponent("Documentation/Configuration/Schema.md")
    let marker = "<!-- What the suite says. -->\n"
    let page = try String(contentsOf: file, encoding: .utf8)
    let parts = page.components(separatedBy: marker)
    try #require(parts.count == 3)
    let expected = SchemaSuite.page(results)
    if parts[1] != expected, ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try (parts[0] + marker + expected + marker + parts[2])
        .write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(parts[1] == expected, "RECORD_GOLDEN=1 writes the page anew")
  }
}
