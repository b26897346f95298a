import Foundation
import Testing
import TremaTestSupport

/// Values set from outside the files: `--set` and variables of the process.
@Suite struct ConfigOverrideTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {
        "properties": {
          "api": {
            "properties": {
              "host": { "type": "string" },
              "timeout": { "type": "integer", "x-overridable": true },
              "token": { "type": "integer", "x-overridable": true, "x-secret": true }
            }
          },
          "logLevel": { "type": "string", "x-overridable": true },
          "a.b": { "type": "string", "x-overridable": true }
        }
      }
      """, to: "Configuration.schema.json")
    try folder.write(
      """
      {"a.b": "x", "api": {"host": "example.com", "timeout": 60}, "logLevel": "info"}
      """, to: "Configuration.json")
    try folder.write(
      #"{"api": {"host": "staging.example.com", "timeout": 30}}"#,
      to: "Configuration-staging.json")
  }

  private func merge(
    _ words: String..., variables: [String: String] = [:], environment: String = "staging"
  ) throws -> Tool.Result {
    try Tool.run(
      ["config", "merge", "--format", "json", "--environment", environment] + words, in: folder,
      environment: variables)
  }

  private func merged(host: String, timeout: Int, level: String, ab: String = "x") -> Tool.Result {
    Tool.Result(
      status: 0,
      output: """
        {
          "a.b": "\(ab)",
          "api": {
            "host": "\(host)",
            "timeout": \(timeout)
          },
          "logLevel": "\(level)"
        }

        """, errors: "")
  }

  private func refused(_ lines: String) -> Tool.Result {
    Tool.Result(status: 1, output: "", errors: lines + "\n1 error\n")
  }

  @Test func `a key that the schema allows to override is set with the schema's type`() throws {
    let host = "staging.example.com"
    #expect(
      try merge("--set", "api.timeout=5", "--set=\"a.b\"=y=z", "--set", "api.timeout=6")
        == merged(host: host, timeout: 6, level: "info", ab: "y=z"))
    #expect(
      try merge(variables: ["CONFIG__API__TIMEOUT": "7", "CONFIG": "x"])
        == merged(host: host, timeout: 7, level: "info"))
    // The command line takes precedence over variables.
    #expect(
      try merge("--set", "api.timeout=8", variables: ["CONFIG__API__TIMEOUT": "7"])
        == merged(host: host, timeout: 8, level: "info"))
    #expect(try merge("--set", "logLevel=").output.contains("\"logLevel\": \"\""))
  }

  @Test func `production can be overridden like other environments`() throws {
    #expect(
      try merge("--set", "logLevel=debug", environment: "production")
        == merged(host: "example.com", timeout: 60, level: "debug"))
    #expect(
      try merge("--set", "api.host=localhost", environment: "production")
        == refused(
          """
          trema: error: [not-overridable] --set api.host sets 'api.host', which is not overridable
            hint: mark the key with "x-overridable": true in the schema to allow this
            environment: production
          """))
  }

  @Test func `a key that may not be overridden is refused, and nothing is written`() throws {
    #expect(
      try merge("-o", "out.json", variables: ["CONFIG__API__HOST": "localhost"])
        == refused(
          """
          trema: error: [not-overridable] the variable CONFIG__API__HOST sets 'api.host', which is not overridable
            hint: mark the key with "x-overridable": true in the schema to allow this
            environment: staging
          """))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/out.json"))
    #expect(try merge("--set", "api.hsot=x").status == 1)
  }

  @Test func `without a schema no key may be set`() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/Configuration.schema.json")
    #expect(
      try merge("--set", "logLevel=debug")
        == refused(
          """
          trema: error: [not-overridable] --set logLevel sets 'logLevel', which is not overridable
            hint: add a schema that marks the key with "x-overridable": true
            environment: staging
          """))
  }

  @Test func `a value of the wrong type is refused, and a secret is not shown`() throws {
    #expect(
      try merge("--set", "api.timeout=soon")
        == refused(
          """
          trema: error: [invalid-value] --set api.timeout: 'api.timeout' must be an integer, not 'soon'
            hint: use an integer from -2^63 to 2^64 - 1 in decimal digits
          Configuration.schema.json:6:20: note: rule in the schema
          """))
    #expect(
      try merge(variables: ["CONFIG__API__TOKEN": "hunter2-Planted"])
        == refused(
          """
          trema: error: [invalid-value] the variable CONFIG__API__TOKEN: 'api.token' must be an integer
            hint: use an integer from -2^63 to 2^64 - 1 in decimal digits
          Configuration.schema.json:7:18: note: rule in the schema
          """))
  }

  @Test func `a variable that matches no key or several keys is refused`() throws {
    #expect(
      try merge(variables: ["CONFIG__API__TIMEOT": "5"])
        == refused(
          """
          trema: error: [unknown-variable] the variable CONFIG__API__TIMEOT does not match any key
            hint: did you mean 'CONFIG__API__TIMEOUT'?
          """))
    try folder.write(
      #"{"logLevel": "info", "loglevel": "x"}"#, to: "two/Configuration.json")
    let result = try Tool.run(
      ["config", "merge", "--environment", "production", "two"], in: folder,
      environment: ["CONFIG__LOGLEVEL": "debug"])
    #expect(result.status == 1)
    #expect(
      result.errors.hasPrefix(
        """
        trema: error: [ambiguous-variable] the variable CONFIG__LOGLEVEL matches several keys: 'logLevel', 'loglevel'
          hint: rename one of the keys, or set it in another layer

        """))
  }

  @Test func `an invalid --set option is a usage error`() throws {
    #expect(
      try merge("--set", "logLevel")
        == Tool.Result(
          status: 2, output: "",
          errors: """
            trema: error: [usage] '--set logLevel' has no value
              hint: add the value, such as --set api.timeout=30
            1 error

            """))
    #expect(
      try merge("--set", "a..b=1")
        == Tool.Result(
          status: 2, output: "",
          errors: """
            trema: error: [usage] 'a..b' in --set is not a key path
              hint: use a path such as api.timeout; put a key that contains a dot in quotation marks
            1 error

            """))
  }

  @Test func `explain shows variables and options as layers`() throws {
    let result = try Tool.run(
      [
        "config", "explain", "api.timeout", "--environment", "staging", "--set", "api.timeout=8",
      ], in: folder, environment: ["CONFIG__API__TIMEOUT": "7"])
    #expect(
      result
        == Tool.Result(
          status: 0,
          output: """
            api.timeout
              an integer, overridable (Configuration.schema.json:6:20)

            staging: 8
                Configuration.json:1:45            60  overridden
                Configuration-staging.json:1:41    30  overridden
                the variable CONFIG__API__TIMEOUT  7   overridden
              > --set api.timeout                  8   overrides the layers below

            """, errors: ""))
  }

  @Test func `check, diff and generate use only the files`() throws {
    for words in [["check"], ["diff", "staging", "production"]] {
      let plain = try Tool.run(["config"] + words, in: folder)
      let set = try Tool.run(
        ["config"] + words, in: folder, environment: ["CONFIG__API__TIMEOUT": "soon"])
      #expect(set == plain)
      #expect(try Tool.run(["config"] + words + ["--set", "a=b"], in: folder).status == 2)
    }
  }

  @Test func `a suppression in the schema mutes a finding, and an unused one is reported`() throws {
    try folder.write(#"{"timeout": 60, "name": "x"}"#, to: "one/Configuration.json")
    try folder.write(#"{"timeout": 60}"#, to: "one/Configuration-staging.json")
    func check(_ ignore: String) throws -> String {
      try folder.write(
        """
        {"properties": {"name": {}, "timeout": {"type": "integer",
          "x-ignore": \(ignore)}}}
        """, to: "one/Configuration.schema.json")
      return try Tool.run("config", "check", "one", in: folder).output
    }
    let dead = "Configuration-staging.json:1:2: warning: [dead-override]"
    #expect(try check("{}").contains(dead))
    let excuse = #""dead-override": "said on purpose""#
    #expect(try check("{\(excuse)}") == "1 ignored\n")
    #expect(
      try check("{\(excuse), \"dead-overide\": \"x\"}") == """
        one/Configuration.schema.json:2:52: warning: [unused-ignore] unknown check \
        'dead-overide'
        2 |   "x-ignore": {"dead-override": "said on purpose", "dead-overide": "x"}}}}
          |                                                    ^ hint: did you mean 'dead-override'?
        1 warning, 1 ignored

        """)
    // An invalid excuse excuses nothing.
    let wrong = try check(#"["dead-override"]"#)
    #expect(wrong.contains(dead) && wrong.contains("error: [invalid-schema] 'x-ignore' must be"))
  }
}
