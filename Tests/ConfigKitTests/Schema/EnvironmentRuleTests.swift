import ConfigKit
import Testing
import TremaConfigValues
import TremaJSON
import TremaSupport

/// Schema rules for single environments, and suppressions.
@Suite struct EnvironmentRuleTests {
  private func findings(
    _ schema: String, base: String, overlay: String = "{}", production: String = "production"
  ) throws -> ConfigOutcome {
    let (compiled, problems) = ConfigSchema.compile(
      try JSONValue.decode(Array(schema.utf8), file: "schema.json"))
    #expect(problems.map(\.message) == [])
    let layer = ConfigLayer(.base, name: "base", try CheckedValues.value(base, file: "base"))
    let own = ConfigLayer(
      .environment("staging"), name: "staging", try CheckedValues.value(overlay, file: "staging"))
    let matrix = ConfigMatrix(
      [
        ConfigEnvironment("staging", isProduction: false, layers: [layer, own]),
        ConfigEnvironment(production, isProduction: true, layers: [layer]),
      ], schema: compiled)
    return ConfigChecker.outcome(in: matrix, including: [])
  }

  private func lines(_ outcome: ConfigOutcome) -> [String] {
    outcome.diagnostics.map {
      "\($0.code): \($0.message) [\($0.environments.joined(separator: " "))]"
    }
  }

  private func places(_ outcome: ConfigOutcome) -> [String] {
    outcome.diagnostics.map {
      "\($0.code) \($0.key ?? "") [\($0.environments.joined(separator: " "))]"
    }.sorted()
  }

  private static let schema = """
    {"properties": {
      "debug": {"type": "boolean", "x-environments": {"production": {"const": false}}},
      "level": {"x-environments": {"staging": {"enum": ["debug", "info"]}}},
      "api": {"x-environments": {"production": {"required": ["pin"],
        "properties": {"timeout": {"maximum": 30}}}}}}}
    """

  @Test(arguments: ["production", "live"])
  func `a rule for one environment applies only to that environment`(production: String) throws {
    #expect(
      places(
        try findings(
          Self.schema, base: #"{"debug": true, "level": "error", "api": {"timeout": 60}}"#,
          production: production))
        == [
          "invalid-choice debug [\(production)]", "invalid-choice level [staging]",
          "missing-key api.pin [\(production)]", "out-of-range api.timeout [\(production)]",
        ])
    #expect(
      lines(
        try findings(
          Self.schema,
          base: #"{"debug": false, "level": "info", "api": {"timeout": 30, "pin": "x"}}"#,
          overlay: #"{"debug": true}"#, production: production)) == [])
  }

  @Test func `an unknown environment is reported with the closest name`() throws {
    let outcome = try findings(
      #"{"properties": {"a": {"x-environments": {"stagin": {"const": 1}}}}}"#, base: #"{"a": 2}"#)
    #expect(
      outcome.diagnostics.map { "\($0.message); \($0.hint ?? "")" } == [
        "unknown environment 'stagin'; did you mean 'staging'?"
      ])
  }

  @Test func `any finding about a key can be suppressed with a reason and is then counted`() throws
  {
    let schema = """
      {"properties": {
        "port": {"type": "integer", "x-ignore": {"invalid-type": "the old server"}},
        "list": {"x-ignore": {"edge-space": "a pattern", "placeholder-value": "x"}},
        "mail": {"x-ignore": {"placeholder-value": "not known yet"}}}}
      """
    let outcome = try findings(
      schema, base: #"{"port": "80", "list": ["a ", "b "], "mail": "TODO"}"#)
    #expect(
      outcome.suppressed.map { "\($0.severity) \($0.code) \($0.key ?? "")" }.sorted() == [
        "error invalid-type port", "error placeholder-value mail", "warning edge-space list[0]",
        "warning edge-space list[1]",
      ])
    #expect(
      lines(outcome) == [
        "unused-ignore: 'placeholder-value' is suppressed, but is not reported here []"
      ])
  }

  @Test func `an empty required value is reported unless it is allowed`() throws {
    let schema = """
      {"required": ["a", "b", "c", "d"], "properties": {"a": {"type": "string"},
        "b": {"type": "string", "minLength": 0}, "c": {"enum": ["", "x"]},
        "d": {"type": "string", "default": ""}, "e": {"type": "string"},
        "f": {"type": "string", "x-requiredIn": ["production"]}}}
      """
    #expect(
      lines(
        try findings(schema, base: #"{"a": "", "b": "", "c": "", "d": "", "e": "", "f": ""}"#)) == [
          "empty-required-value: the required value of 'a' is empty [staging production]",
          "empty-required-value: the required value of 'f' is empty [production]",
        ])
  }

  @Test func `a token in a description is never shown`() throws {
    let token = ["gh", "p_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fG3hJ5"].joined()
    let (compiled, _) = ConfigSchema.compile(
      try JSONValue.decode(
        Array("{\"properties\": {\"a\": {\"description\": \"as \(token)\"}}}".utf8),
        file: "schema.json"))
    #expect(compiled?.contract["a"]?.node.summary == "as <redacted>")
  }
}
