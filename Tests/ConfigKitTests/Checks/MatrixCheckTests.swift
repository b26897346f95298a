import ConfigKit
import Testing
import TremaConfigValues
import TremaSupport

import struct TremaSupport.SourceLocation

/// The findings of checks that compare environments.
@Suite struct MatrixCheckTests {
  @Test func `a missing required key is one finding that lists all affected environments`() throws {
    let contract = ConfigContract(
      ["a": .init(), "b": .init(.string, at: 7)], required: ["a", "b"])
    let environments = Environments(
      #"{"a": 1}"#, ["dev": "{}", "staging": #"{"b": "x"}"#, "test": "{}"], contract: contract)
    let found = ConfigChecker.findings(in: try environments.matrix())
    #expect(found.map(\.code) == ["missing-key"])
    let finding = try #require(found.first)
    #expect(finding.environments == ["production", "dev", "test"])
    #expect(finding.message == "the required key 'b' is missing")
    #expect(
      finding.hint
        == "set it here or in each environment's file; searched base.json, dev.json, test.json")
    #expect(finding.related.map(\.role) == [.rule])
    #expect(finding.related.map(\.location.start?.line) == [7])
  }

  @Test func `a missing key is located at the end of the dictionary that should contain it`() throws
  {
    let contract = ConfigContract([
      "a": .init { $0.requiredIn = ["staging"] }, "b": .init { $0.requiredIn = ["*"] },
    ])
    // A finding about one environment is in its file; otherwise it is in the last shared file.
    let found = try Environments(
      "{\n}", ["dev": "{}", "staging": "{\n\n}"], contract: contract
    ).findings()
    #expect(
      found == [
        "base.json:2:1 missing-key b [production dev staging]",
        "staging.json:3:1 missing-key a [staging]",
      ])
  }

  @Test func `a secret that is supplied externally is not reported as missing`() throws {
    let contract = ConfigContract([
      "a": .init {
        $0.requiredIn = ["*"]
        $0.isSecret = true
        $0.isOverridable = true
      }
    ])
    #expect(try Environments("{}", ["dev": "{}"], contract: contract).findings() == [])
  }

  @Test func `a key that only some environments set is unknown, with a suggestion`() throws {
    let found = ConfigChecker.findings(
      in: try Environments(
        #"{"api": {"baseURL": "https://a.example.com", "timeout": 1}}"#,
        [
          "dev": #"{"api": {"baseUrl": "https://b.example.com"}}"#,
          "staging": #"{"api": {"timeuot": 2}, "new": 1}"#,
        ]
      ).matrix())
    #expect(found.map(\.code) == ["unknown-key", "unknown-key", "unknown-key"])
    #expect(
      Set(found.map { $0.hint ?? "" }) == [
        "did you mean 'api.baseURL'?", "did you mean 'api.timeout'?",
        "define it in the base, or declare it in the schema",
      ])
  }

  @Test func `a key that the same file already sets is not suggested`() throws {
    let found = ConfigChecker.findings(
      in: try Environments(#"{"host1": 1}"#, ["dev": #"{"host1": 2, "host2": 3}"#]).matrix())
    #expect(found.map(\.hint) == ["define it in the base, or declare it in the schema"])
  }

  @Test func `a key that every environment sets or the schema declares is known`() throws {
    var all = Environments("{}", ["dev": #"{"a": 1}"#, "staging": #"{"a": 2}"#])
    all.production = #"{"a": 3}"#
    #expect(try all.findings() == [])
    #expect(
      try Environments(
        "{}", ["dev": #"{"a": 1}"#], contract: ConfigContract(["a": .init()])
      ).findings() == [])
  }

  @Test func `keys inside an unknown dictionary are not reported again`() throws {
    #expect(
      try Environments("{}", ["dev": #"{"a": {"b": {"c": 1}}}"#]).findings() == [
        "dev.json:1:2 unknown-key a [dev]"
      ])
  }

  @Test func `value kinds are compared across environments if the base has no value`() throws {
    var environments = Environments(
      "{}", ["dev": #"{"a": "1"}"#, "qa": #"{"a": 2.5}"#, "staging": #"{"a": "2"}"#])
    environments.production = #"{"a": 1}"#
    let found = ConfigChecker.findings(in: try environments.matrix())
    // On a tie, the production value decides; its integer also matches real numbers.
    #expect(found.map(\.code) == ["kind-mismatch"])
    #expect(
      found.first?.message == "'a' is a string in dev, but an integer in production")
    #expect(found.first?.environments == ["dev", "staging"])
    #expect(found.first?.related.map(\.role) == [.definedHere])
  }

  @Test func `a kind conflict is reported once and suppresses other findings below it`() throws {
    #expect(
      try Environments(
        #"{"a": 1, "b": {"c": 1}}"#, ["dev": #"{"a": "x", "b": 5}"#, "qa": #"{"a": "x"}"#],
        contract: ConfigContract([
          "a": .init { $0.isPerEnvironment = true }, "b": .init { $0.isDistinct = true },
        ])
      ).findings() == [
        "dev.json:1:7 kind-conflict a [dev]", "dev.json:1:17 kind-conflict b [dev]",
        "qa.json:1:7 kind-conflict a [qa]",
      ])
  }

  @Test func `an override without effect is reported at the topmost key`() throws {
    #expect(
      try Environments(
        #"{"a": 1.0, "b": {"x": 1, "y": 2}, "c": [1], "d": {"x": 1, "y": 2}, "e": "x"}"#,
        ["dev": #"{"a": 1, "b": {"x": 1, "y": 2}, "c": [1], "d": {"x": 1, "y": 3}, "e": "X"}"#]
      ).findings() == [
        "dev.json:1:2 dead-override a [dev]", "dev.json:1:10 dead-override b [dev]",
        "dev.json:1:33 dead-override c [dev]", "dev.json:1:49 dead-override d.x [dev]",
      ])
  }

  @Test func `an equal override is accepted if arrays are appended or the schema requires it`()
    throws
  {
    let contract = ConfigContract([
      "a": .init { $0.arrayRule = .append }, "b": .init { $0.isPerEnvironment = true },
    ])
    #expect(
      try Environments(
        #"{"a": [1], "b": 1, "c": {"x": 1, "y": 1}}"#,
        ["dev": #"{"a": [1], "b": 1, "c": {"$replace": true, "x": 1}}"#], contract: contract
      ).findings() == [])
  }

  @Test func `a missing override is reported if the schema requires one per environment`() throws {
    let contract = ConfigContract(["a": .init(at: 3) { $0.isPerEnvironment = true }])
    #expect(
      try Environments(
        #"{"a": 1}"#, ["dev": #"{"a": 2}"#, "qa": "{}", "staging": "{}"], contract: contract
      ).findings() == ["base.json:1:7 not-overridden a [qa staging]"])
  }

  @Test func `a production value must be unique if the schema requires it`() throws {
    let contract = ConfigContract([
      "a": .init { $0.isDistinct = true },
      "b": .init {
        $0.isDistinct = true
        $0.isPerEnvironment = true
      },
    ])
    // A missing override is reported once, though the value is not distinct either.
    #expect(
      try Environments(
        #"{"a": "key", "b": "key"}"#,
        ["dev": #"{"a": "own"}"#, "qa": #"{"a": "key", "b": "key"}"#, "staging": #"{"b": "s"}"#],
        contract: contract
      ).findings() == [
        "base.json:1:19 not-overridden b [dev]", "qa.json:1:7 not-distinct a [qa staging]",
        "qa.json:1:19 not-distinct b [qa]",
      ])
  }

  @Test func `a deprecated key is reported in each file, with its replacement`() throws {
    let contract = ConfigContract([
      "new": .init(),
      "old": .init {
        $0.deprecation = .init(since: "2.0", replacement: "new", removeBy: "3.0")
      },
    ])
    let found = ConfigChecker.findings(
      in: try Environments(
        #"{"old": 1}"#, ["dev": #"{"old": 2}"#, "qa": "{}", "staging": #"{"new": 3}"#],
        contract: contract
      ).matrix())
    #expect(found.map(\.code) == ["deprecated-key", "deprecated-key", "replaced-key"])
    #expect(found.map(\.environments) == [["production", "qa"], ["dev"], ["staging"]])
    #expect(found[0].message == "'old' is deprecated since 2.0")
    #expect(found[0].hint == "use 'new' instead; it will be removed by 3.0")
    #expect(found[2].message == "'old' and its replacement 'new' are both set")
  }

  @Test func `similar keys of two files are reported once`() throws {
    #expect(
      try Environments("{}", ["dev": #"{"debugMenu": 1}"#, "qa": #"{"debugmenu": 1}"#]).findings()
        == [
          "dev.json:1:2 unknown-key debugMenu [dev]",
          "qa.json:1:2 near-duplicate-key debugmenu [qa]",
        ])
    // One key is composed, the other decomposed.
    #expect(
      try Environments(
        "{}", ["dev": "{\"x\": {\"caf\u{E9}\": 1}}", "qa": "{\"x\": {\"cafe\u{301}\": 1}}"]
      ).findings().contains { $0.contains("near-duplicate-key") })
  }

  @Test func `a key that contains a dot and reads as a path is ambiguous`() throws {
    #expect(
      try Environments(
        #"{"a.b": 1, "c.d": 1, "a": {"b": 2}}"#, ["dev": "{}"]
      ).findings() == ["base.json:1:2 ambiguous-key \"a.b\" [production dev]"])
  }

  @Test func `a schema suppresses a finding with a reason, and an unused one is reported`() throws {
    func line(_ line: Int) -> SourceLocation {
      SourceLocation(file: "schema.json", start: SourcePosition(line: line, column: 1))
    }
    let contract = ConfigContract([
      "a": .init { $0.suppressions = [.init("dead-override", reason: "on purpose", at: line(1))] },
      "b": .init {
        $0.suppressions = ["dead-overide", "not-distinct"].map {
          .init($0, reason: "x", at: line(2))
        }
      },
      "c": .init { $0.suppressions = [.init("unknown-key", reason: "x", at: line(3))] },
    ])
    let found = ConfigChecker.findings(
      in: try Environments(#"{"a": 1}"#, ["dev": #"{"a": 1}"#], contract: contract).matrix())
    #expect(
      found.map { "\($0.location?.start?.line ?? 0): \($0.message); \($0.hint ?? "")" } == [
        "2: unknown check 'dead-overide'; did you mean 'dead-override'?",
        "2: 'not-distinct' is suppressed, but is not reported here; remove it from 'x-ignore'",
        "3: 'unknown-key' is suppressed, but is not reported here; remove it from 'x-ignore'",
      ])
  }

  @Test func `a page explains the finding, the reason and the remedy`() {
    for rule in ConfigChecker.pages {
      #expect(!rule.why.isEmpty && !rule.example.isEmpty && !rule.fix.isEmpty, "\(rule.code)")
    }
  }
}
