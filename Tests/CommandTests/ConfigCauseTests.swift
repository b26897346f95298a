import Testing
import TremaTestSupport

/// Files of environments that are missing, misnamed or duplicated: one error each, and no errors
/// that follow from it.
@Suite struct ConfigCauseTests {
  private let folder: TemporaryFolder

  /// A schema with a dozen keys that staging must have.
  init() throws {
    folder = try TemporaryFolder()
    let keys = (1...12).map {
      "\"k\($0)\": {\"type\": \"integer\", \"x-requiredIn\": [\"staging\"]}"
    }
    try folder.write(
      "{\"properties\": {\(keys.joined(separator: ", "))}}", to: "Configuration.schema.json")
    try folder.write("{}", to: "Configuration.json")
  }

  private func declare() throws {
    try folder.write(
      "{\"configuration\": {\"environments\": [\"staging\", \"production\"]}}", to: "trema.json")
  }

  @Test func `a missing file is reported as one error`() throws {
    try declare()
    let result = try Tool.run("config", "check", in: folder)
    #expect(result.status == 1)
    #expect(result.output.hasSuffix("\n1 error\n"), "\(result.output)")
    #expect(result.output.contains("[missing-layer] the environment 'staging' has no file"))
  }

  @Test(
    arguments: [
      ("Configuration_staging.json", "Configuration-staging.json"),
      ("configuration-staging.json", "Configuration-staging.json"),
      ("Configuration.staging.yaml", "Configuration-staging.yaml"),
      ("ConfigurationStaging.plist", "Configuration-staging.plist"),
      ("Configuration-staging.JSON", "Configuration-staging.json"),
      ("Configuration-staging.toml", "Configuration-staging.plist"),
    ], [true, false])
  func `a misnamed file is reported as one error that suggests the correct name`(
    names: (String, String), isDeclared: Bool
  ) throws {
    if isDeclared { try declare() }
    try folder.write("{}", to: names.0)
    let result = try Tool.run("config", "check", in: folder)
    #expect(
      result
        == Tool.Result(
          status: 1,
          output: """
            \(names.0): error: [misnamed-layer] '\(names.0)' is ignored because of its name
              hint: rename it to \(names.1), or to a name that does not begin like a layer's name
            1 error

            """, errors: ""))
    #expect(try Tool.run("config", "init", "--force", in: folder).status == 1)
  }

  @Test func `two files for one environment are reported as one error`() throws {
    try folder.write("{}", to: "Configuration-staging.json")
    try folder.write("A=1\n", to: "Configuration-staging.env")
    let result = try Tool.run("config", "check", in: folder)
    #expect(result.status == 1)
    #expect(result.output.contains("[duplicate-layer] the environment 'staging' has two files"))
    #expect(result.output.hasSuffix("\n1 error\n"))
  }

  @Test func `a misspelled environment is reported as one error`() throws {
    try declare()
    try folder.write("{}", to: "Configuration-stagin.json")
    let result = try Tool.run("config", "check", in: folder)
    #expect(
      result.output == """
        Configuration-stagin.json: error: [undeclared-layer] the environment 'stagin' is not \
        declared in trema.json
          hint: did you mean 'staging'? If so, rename the file
        1 error

        """)
  }

  @Test func `a misnamed base is reported as the cause`() throws {
    let other = try TemporaryFolder()
    try other.write("{}", to: "configuration.json")
    try other.write("{}", to: "Configuration-staging.json")
    let result = try Tool.run("config", "check", in: other)
    #expect(result.status == 3)
    #expect(result.output.hasPrefix("configuration.json: error: [misnamed-layer]"))
    #expect(result.output.hasSuffix("\n1 error\n"))
  }

  @Test func `unrelated files are not treated as layers`() throws {
    let other = try TemporaryFolder()
    for name in [
      "ConfigurationTests.plist", "Configuration.swift", "configuration.json", "Configuration.md",
      "ConfigurationHelper.json", "Configuration+Keys.json", "MyConfiguration_staging.json",
    ] {
      try other.write("{}", to: name)
    }
    try other.write("{}", to: "Configuration.yaml")
    #expect(
      try Tool.run("config", "check", in: other) == Tool.Result(status: 0, output: "", errors: ""))
  }

  @Test(arguments: ["prod", "Production", "Release", "live"])
  func `common names for production are recognized`(name: String) throws {
    let other = try TemporaryFolder()
    try other.write(#"{"apiURL": "https://api.example.com"}"#, to: "Configuration.json")
    try other.write(
      #"{"apiURL": "https://qa.example.com"}"#, to: "Configuration-\(name).json")
    let result = try Tool.run("config", "check", in: other)
    #expect(result.output.contains("[test-host-in-production]"), "\(result)")
    #expect(result.output.contains("= environment: \(name)\n"))
    let merged = try Tool.run(
      "config", "merge", "--environment", "production", "--format", "json", in: other)
    #expect(merged.output.contains("qa.example.com") && merged.status == 0, "\(merged)")
  }
}
