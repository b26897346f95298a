import Testing
import TremaConfigValues
import TremaJSON
import TremaSupport
import TremaTestSupport

@testable import ConfigKit

/// Checks with thousands of unknown and known keys.
@Suite struct ManyUnknownKeysTests {
  private func json(_ count: Int, _ member: (Int) -> String) -> String {
    "{\((0..<count).map(member).joined(separator: ","))}"
  }

  @Test func `checking many unknown keys takes less than quadratic time`() throws {
    // There are so many keys that the search for similar names is skipped.
    let growth = try ThreadTime.growth(1100) { count in
      let matrix = try Environments(
        json(count) { #""first\#($0)": 1"# }, ["staging": json(count) { #""x\#($0)": 1"# }]
      ).matrix()
      return {
        var findings = ConfigFindings()
        UnknownKeyCheck.check(matrix, into: &findings)
        #expect(findings.diagnostics.count == count)
      }
    }
    #expect(growth < 9)
  }

  @Test func `a key in another Unicode normalization is suggested, one already set is not`() throws
  {
    let matrix = try Environments(
      #"{"caf\u00e9": 1, "title": 1, "titel": 1}"#,
      ["staging": #"{"cafe\u0301": 2, "titell": 1, "titel": 2}"#, "beta": #"{"titell": 1}"#]
    ).matrix()
    var findings = ConfigFindings()
    UnknownKeyCheck.check(matrix, into: &findings)
    let hints = findings.diagnostics.compactMap(\.hint)
    #expect(hints.contains("did you mean 'caf\u{e9}'?"))
    #expect(hints.contains("did you mean 'title'?"))
  }

  @Test func `the search for broken references is limited`() throws {
    let growth = try ThreadTime.growth(200) { count in
      let value = ConfigValue(
        try JSONValue.decode(
          Array(json(count) { #""someKeyName\#($0)": "${someKeyNmae\#($0)}""# }.utf8),
          file: "c.json"))
      let search = ClosestMatchSearch(limit: 50_000)
      return {
        let problems = ConfigInterpolation.resolve(value, search: search).problems
        #expect(problems.count == count)
        #expect(problems.first?.hint == "did you mean '${someKeyName0}'?")
      }
    }
    #expect(growth < 9)
  }
}
