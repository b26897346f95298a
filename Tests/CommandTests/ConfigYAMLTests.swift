import Testing
import TremaTestSupport

/// Configurations in YAML: layers, output and fixes.
@Suite struct ConfigYAMLTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      # The base.
      api: &api
        host: api.example.com
        timeout: 30
      other:
        <<: *api
        host: other.example.com
      old: 1
      country: "no"

      """, to: "Configuration.yaml")
    try folder.write("api:\n  timeout: 5\nold: ~\n", to: "Configuration-staging.yml")
  }

  private func run(_ words: String...) throws -> Tool.Result {
    try Tool.run(["config"] + words, in: folder)
  }

  private static let merged = """
    api:
      host: api.example.com
      timeout: 5
    country: "no"
    other:
      host: other.example.com
      timeout: 30

    """

  @Test func `layers are merged and written as YAML`() throws {
    let result = try run("merge", "--environment", "staging", "--format", "yaml")
    #expect(result.errors == "")
    #expect(result.output == Self.merged)
    #expect(try run("merge", "--environment", "staging", "-o", "out.yaml").status == 0)
    #expect(try folder.read("out.yaml") == Array(Self.merged.utf8))
  }

  @Test func `a finding is reported with its line and column`() throws {
    try folder.write("api:\n  timeout: \"5\"\n", to: "Configuration-staging.yml")
    let result = try run("merge", "--environment", "staging")
    #expect(result.status == 1 && result.output == "")
    #expect(
      result.errors.hasPrefix(
        "Configuration-staging.yml:2:12: error: [kind-conflict] "), "\(result.errors)")
  }

  @Test func `the type of a value is fixed, and no other byte changes`() throws {
    let text = "api:   # kept\r\n  timeout: \"5\"  # kept\r\n"
    try folder.write(text, to: "Configuration-staging.yml")
    let result = try run("fix")
    #expect(result.status == 0, "\(result)")
    #expect(
      try folder.read("Configuration-staging.yml")
        == Array(text.replacing("\"5\"", with: "5").utf8))
  }

  @Test func `two files for one environment are an error, whatever their extensions`() throws {
    try folder.write("{}", to: "Configuration-staging.json")
    let result = try run("check")
    #expect(result.status == 1)
    #expect(result.output.contains("[duplicate-layer] the environment 'staging' has two files"))
  }

  @Test func `invalid YAML stops the merge, and no secret is quoted`() throws {
    try folder.write("password: \"planted-secret\nhost: x\n", to: "Configuration-staging.yml")
    let result = try run("merge", "--environment", "staging")
    #expect(result.status == 3 && result.output == "")
    #expect(
      result.errors.contains(
        "Configuration-staging.yml:1:11: error: [invalid-yaml] unterminated string"),
      "\(result.errors)")
    #expect(!result.errors.contains("planted-secret"))
  }
}
