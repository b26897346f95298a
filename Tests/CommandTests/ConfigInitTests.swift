import Foundation
import Testing
import TremaTestSupport

/// `trema config init`.
@Suite struct ConfigInitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: String...) throws -> Tool.Result {
    try Tool.run(["config"] + words, in: folder)
  }

  static func plist(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \(body)
    </dict>
    </plist>

    """
  }

  private func writeShop() throws {
    try folder.write(
      Self.plist(
        """
          <!-- Where the app
               asks. -->
          <key>apiURL</key><string>https://api.example.com/v1</string>
          <!-- <key>old</key><string>https://old.example.com</string> -->
          <key>logLevel</key><string>info</string>
          <key>auth</key>
          <dict>
            <!-- hunter2-prod until May -->
            <key>password</key><string>hunter2-prod</string>
            <key>timeout</key><integer>30</integer>
          </dict>
          <key>launch</key><date>2026-01-01T00:00:00Z</date>
          <key>icon</key><data>AAEC</data>
          <key>ratio</key><real>0.5</real>
          <key>hosts</key><array><string>a</string></array>
        """), to: "Config/Configuration.plist")
    for name in ["development", "staging"] {
      try folder.write(
        Self.plist(
          """
            <key>apiURL</key><string>https://\(name).example.com/v1</string>
            <key>auth</key><dict><key>password</key><string>hunter2-\(name)</string></dict>
            <key>trace</key><true/>
          """), to: "Config/Configuration-\(name).plist")
    }
  }

  @Test func `the schema contains only what all environments have in common`() throws {
    try writeShop()
    let result = try run("init", "Config")
    #expect(
      result
        == Tool.Result(
          status: 0,
          output: """
            Config/Configuration.schema.json: 9 keys, 1 secret, 2 set by each environment, 1 distinct
            Config/Configuration.baseline.json: \(try muted()) muted
            trema.json: the environments development, staging, production

            """, errors: ""))
    #expect(
      try folder.text("Config/Configuration.schema.json") == """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "type": "object",
          "properties": {
            "apiURL": {
              "description": "Where the app asks.",
              "type": "string",
              "x-type": "url",
              "x-perEnvironment": true,
              "x-distinct": true
            },
            "auth": {
              "type": "object",
              "properties": {
                "password": {
                  "type": "string",
                  "x-secret": true,
                  "x-perEnvironment": true
                },
                "timeout": {
                  "type": "integer"
                }
              },
              "required": [
                "password",
                "timeout"
              ],
              "additionalProperties": false
            },
            "hosts": {
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "icon": {
              "type": "string",
              "x-type": "data"
            },
            "launch": {
              "type": "string",
              "x-type": "date"
            },
            "logLevel": {
              "type": "string",
              "enum": [
                "trace",
                "debug",
                "info",
                "notice",
                "warning",
                "error",
                "critical"
              ]
            },
            "ratio": {
              "type": "number"
            },
            "trace": {
              "type": "boolean"
            }
          },
          "required": [
            "apiURL",
            "auth",
            "hosts",
            "icon",
            "launch",
            "logLevel",
            "ratio"
          ],
          "additionalProperties": false
        }

        """)
    #expect(
      try folder.text("trema.json") == """
        {
          "configuration": {
            "directory": "Config",
            "environments": [
              "development",
              "staging",
              "production"
            ]
          }
        }

        """)
    let check = try run("check", "--fail-on=warning")
    #expect(check.status == 0, "\(check.output)")
    for name in ["Config/Configuration.schema.json", "Config/Configuration.baseline.json"] {
      #expect(!(try folder.text(name).contains("hunter2")))
    }
  }

  /// The number of findings in the baseline: it depends on the checks.
  private func muted() throws -> String {
    let count = try folder.text("Config/Configuration.baseline.json")
      .split(separator: "\n").filter { $0.contains("fingerprint") }.count
    return count == 1 ? "1 finding" : "\(count) findings"
  }

  /// The base and the overlay.
  @Test(arguments: [
    // The key in the overlay differs only in case.
    (#"{"baseUrl": "https://a.example.com"}"#, #"{"baseURL": "https://b.example.com"}"#),
    // Secrets in files, a literal dot in a key, and a value of a different type.
    (
      #"{"auth": {"password": "hunter2-x"}, "auth.username": "me", "secret": "s3cr3t-Zq81", "n": 1}"#,
      #"{"auth": {"username": "you"}, "n": "2"}"#
    ),
    // Empty files, and values whose type cannot be inferred.
    ("{}", "{}"),
    (#"{"a": [], "b": {}, "c": [1, "x", {"d": null}], "": "", "$$ref": 1}"#, #"{"a": [1.5]}"#),
    (
      #"{"a": 1, "b": {"c": 1}}"#, #"{"a": null, "b": {"$remove": ["c"]}, "x": {"$replace": true}}"#
    ),
    (#"{"logLevel": "verbose", "host": "localhost", "url": "http://$(HOST)/"}"#, #"{"host": "h"}"#),
    (#"{"caf\u00e9": 1, "cafe\u0301": 2, "CAFE": 3}"#, #"{"$remove": ["nothing"]}"#),
    (#"{"n": 1e999, "big": 18446744073709551615, "deep": {"a": [[{"b": [[]]}]]}}"#, "{}"),
  ])
  func `a check after init reports nothing, whatever the files contain`(
    base: String, overlay: String
  ) throws {
    try folder.write(base, to: "Configuration.json")
    try folder.write(overlay, to: "Configuration-staging.json")
    let result = try run("init")
    #expect(result.status == 0, "\(result.errors)")
    let check = try run("check", "--fail-on=warning")
    #expect(check.status == 0, "\(check.output)")
    // The schema is valid, and the common values follow it.
    try folder.write(
      """
      import json, jsonschema
      schema = json.load(open("Configuration.schema.json"))
      jsonschema.Draft202012Validator.check_schema(schema)
      assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
      """, to: "judge.py")
    let verdict = try Judge.environmentPython.run(["judge.py"], in: folder)
    #expect(verdict.status == 0, "\(verdict.complaint)")
  }

  @Test func `a merged configuration is valid against its schema`() throws {
    try folder.write(
      #"{"api": {"port": 1, "url": "https://a.example.com"}, "list": [{"id": 1}, {"id": 2, "x": 1}]}"#,
      to: "Configuration.json")
    try folder.write(#"{"api": {"port": 2, "beta": true}}"#, to: "Configuration-staging.json")
    #expect(try run("init").status == 0)
    try folder.write(
      """
      import json, jsonschema
      valid = jsonschema.Draft202012Validator(json.load(open("Configuration.schema.json"))).is_valid
      base = json.load(open("Configuration.json"))
      assert valid(base)
      base["api"]["beta"] = True
      assert valid(base)
      base["api"]["prot"] = 1
      assert not valid(base)
      del base["api"]["prot"]
      base["api"]["port"] = "1"
      assert not valid(base)
      del base["api"]["port"]
      assert not valid(base)
      """, to: "judge.py")
    let verdict = try Judge.environmentPython.run(["judge.py"], in: folder)
    #expect(verdict.status == 0, "\(verdict.complaint)")
  }

  @Test func `findings in existing files are added to the baseline`() throws {
    try folder.write(
      Self.plist("<key>apiURL</key><string>http://insecure.example.com</string>"),
      to: "Configuration.plist")
    try folder.write(
      Self.plist("<key>apiURL</key><string>https://s.example.com</string>"),
      to: "Configuration-staging.plist")
    try folder.write(
      Self.plist(
        """
          <key>NSAppTransportSecurity</key>
          <dict><key>NSExceptionDomains</key><dict><key>x</key><dict/></dict></dict>
        """), to: "Info.plist")
    #expect(try run("init").status == 0)
    let check = try run("check")
    #expect(check.status == 0 && !check.output.contains("outdated-baseline"), "\(check)")
  }

  @Test func `existing files are replaced only with --force`() throws {
    try folder.write(#"{"a": 1}"#, to: "Configuration.json")
    #expect(try run("init").status == 0)
    try folder.write(#"{"a": "x"}"#, to: "Configuration.json")
    let before = try Snapshot(of: folder)
    let result = try run("init")
    #expect(
      result
        == Tool.Result(
          status: 4, output: "",
          errors: """
            Configuration.schema.json: error: [already-there] 'Configuration.schema.json' already \
            exists
              hint: replace the schema and the baseline with --force
            1 error

            """))
    #expect(try Snapshot(of: folder) == before)
    #expect(try run("init", "--force").status == 0)
    #expect(try folder.text("Configuration.schema.json").contains(#""type": "string""#))
  }

  @Test func `an existing trema.json is kept, and the missing part is printed`() throws {
    let project = "{ \"languages\": [\"de\"] } // ours\n"
    try folder.write(project, to: "trema.json")
    try folder.write(#"{"a": 1}"#, to: "Config/Configuration.json")
    let result = try run("init", "Config")
    #expect(
      result.output == """
        Config/Configuration.schema.json: 1 key
        Config/Configuration.baseline.json: 0 findings muted

        add to trema.json:
          "configuration": {
            "directory": "Config",
            "environments": [
              "production"
            ]
          }

        """)
    #expect(try folder.text("trema.json") == project)
    #expect(try run("check", "Config").status == 0)
  }

  @Test func `nothing is written if a file cannot be read`() throws {
    try folder.write(#"{"a": 1}"#, to: "Configuration.json")
    try folder.write(#"{"a": "#, to: "Configuration-staging.json")
    let before = try Snapshot(of: folder)
    let result = try run("init")
    #expect(result.status == 3)
    #expect(result.errors.contains("Configuration-staging.json:1:7: error: [invalid-json]"))
    #expect(try Snapshot(of: folder) == before)
  }

  @Test func `keys whose values depend on the merge rule are listed with both locations`() throws {
    try folder.write(
      #"{"api": {"host": "a", "key": 1}, "apiSecret": {"x": "hunter2-a", "y": 1}, "same": 1}"#,
      to: "Configuration.json")
    try folder.write(
      #"{"api": {"host": "b"}, "apiSecret": {"y": 2}, "same": 2}"#,
      to: "Configuration-staging.json")
    let before = try Snapshot(of: folder)
    let result = try run("init", "--compare", "girders")
    #expect(
      result
        == Tool.Result(
          status: 0,
          output: """
            staging: 2 keys
              api.key
                deep     1  Configuration.json:1:30
                girders  no value
              apiSecret.x
                deep     <redacted: 9 characters>  Configuration.json:1:53
                girders  no value

            """, errors: ""))
    #expect(try Snapshot(of: folder) == before)
    try folder.write("{}", to: "Configuration-staging.json")
    #expect(
      try run("init", "--compare", "girders").output
        == "no key differs between the two merge rules\n")
  }
}
