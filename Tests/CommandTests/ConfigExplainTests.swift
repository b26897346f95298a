import Testing
import TremaTestSupport

/// `trema config explain`: the layers of a key, and the error for an unknown key.
@Suite struct ConfigExplainTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {
        "api": { "host": "example.com", "timeout": 30.5 },
        "api.host": "literal",
        "flags": ["a"],
        "old": 1
      }
      """, to: "Configuration.json")
    try folder.write(
      """
      {
        "api": { "timeout": 5 },
        "old": null,
        "flags": "b"
      }
      """, to: "Configuration-staging.json")
  }

  private func explain(_ words: String...) throws -> Tool.Result {
    try Tool.run(["config", "explain"] + words, in: folder)
  }

  @Test func `each environment is shown with its layers, the effective value and the rule`() throws
  {
    #expect(
      try explain("api.timeout")
        == Tool.Result(
          status: 0,
          output: """
            api.timeout

            staging: 5.0
                Configuration.json:2:35          30.5  overridden
              > Configuration-staging.json:2:12  5     overrides the layers below; the integer becomes a \
            real number

            production: 30.5
              > Configuration.json:2:35  30.5  sets it

            """, errors: ""))
  }

  @Test func `elements of an explained array are shown`() throws {
    try folder.write(#"{"list": ["a", {"x": 1}]}"#, to: "Lists/Configuration.json")
    #expect(
      try explain("list[0]", "Lists")
        == Tool.Result(
          status: 0,
          output: """
            list[0]
              part of the array 'list', which is set as a whole

            production: "a"
              > Lists/Configuration.json:1:2  ["a", a dictionary of 1 key]  sets it

            """, errors: ""))
    #expect(try explain("list[1].x", "Lists").output.contains("\nproduction: 1\n"))
    let absent = try explain("list[9]", "Lists")
    #expect(absent.status == 1 && absent.output.isEmpty)
    #expect(
      absent.errors.contains("[unknown-key] no environment has the element 'list[9]'"), "\(absent)")
  }

  @Test func `removed keys and refused values are shown`() throws {
    #expect(
      try explain("old", "--environment=staging").output == """
        old

        staging: not set
            Configuration.json:5:3          1  overridden
            Configuration-staging.json:3:3     removes 'old'

        """)
    #expect(
      try explain("flags", "--environment=staging").output == """
        flags

        staging: ["a"]
          > Configuration.json:4:3          ["a"]  sets it
            Configuration-staging.json:4:3  "b"    refused: [kind-conflict] 'flags' is a string here, \
        but an array in the layer below

        """)
  }

  @Test func `a dictionary is shown with its keys and their effective layers`() throws {
    #expect(
      try explain("api", "--environment", "staging").output == """
        api

        staging: a dictionary of 2 keys
          > Configuration.json:2:3          a dictionary of 2 keys  sets it
          > Configuration-staging.json:2:3  a dictionary of 1 key   merged key by key with the value below
          keys:
            host     "example.com"  Configuration.json:2:12
            timeout  5.0            Configuration-staging.json:2:12

        """)
  }

  @Test func `a key with exactly this name takes precedence over a path`() throws {
    #expect(
      try explain("api.host", "--environment=production").output == """
        "api.host"

        production: "literal"
          > Configuration.json:3:3  "literal"  sets it

        """)
    #expect(
      try explain(#""api".host"#, "--environment=production").output == """
        api.host

        production: "example.com"
          > Configuration.json:2:12  "example.com"  sets it

        """)
  }

  @Test func `the girders rule is shown`() throws {
    #expect(
      try explain("api.timeout", "--merge=girders", "--environment=staging").output == """
        api.timeout

        staging: 5
            Configuration.json:2:35          30.5  overridden
          > Configuration-staging.json:2:12  5     overrides: 'api' is replaced as a whole (girders)

        """)
    #expect(
      try explain(#""api".host"#, "--merge=girders", "--environment=staging").output == """
        api.host

        staging: not set
            Configuration.json:2:12         "example.com"  overridden
            Configuration-staging.json:2:3                 overrides: 'api' is replaced as a whole (girders)

        """)
  }

  @Test func `an unknown key is an error that suggests the closest match`() throws {
    #expect(
      try explain("api.timeuot")
        == Tool.Result(
          status: 1, output: "",
          errors: """
            trema: error: [unknown-key] unknown key 'api.timeuot'
              hint: did you mean 'api.timeout'?
            1 error

            """))
    #expect(
      try explain("x").errors == """
        trema: error: [unknown-key] unknown key 'x'
          hint: use one of '"api.host"', 'api', 'api.host', 'api.timeout', 'flags', 'old'
        1 error

        """)
  }

  @Test func `invalid options are usage errors`() throws {
    #expect(
      try explain().errors == """
        trema: error: [usage] no key is specified
          hint: run trema config explain api.timeout
        1 error

        """)
    let wrong = try explain("old", "--environment=production1")
    #expect(wrong.status == 2)
    #expect(
      wrong.errors == """
        trema: error: [usage] --environment: unknown environment 'production1'
          hint: did you mean 'production'?
        1 error

        """)
    let nothing = try explain("old", "nowhere/Configuration.plist")
    #expect(nothing.status == 3)
  }

  @Test
  func `an unreadable file is reported along with the readable layers`() throws {
    try folder.write("{", to: "Configuration-qa.json")
    let result = try explain("old", "--environment=production")
    #expect(result.status == 3)
    #expect(result.output.contains("\nproduction: 1\n"))
    #expect(result.errors.hasPrefix("Configuration-qa.json:1:2: error: [invalid-json]"))
  }

  @Test func `control characters in keys and values are not sent to the terminal`() throws {
    try folder.write(#"{"a\u001b[1m": "b\u001b[2m\n"}"#, to: "Configuration.json")
    let result = try explain("a\u{1B}[1m", "--environment=production")
    #expect(
      result.output == """
        "a\\u{1B}[1m"

        production: "b\\u{1B}[2m\\n"
          > Configuration.json:1:2  "b\\u{1B}[2m\\n"  sets it

        """)
  }

  @Test func `JSON output is machine-readable`() throws {
    let result = try explain("api.timeout", "--format=json", "--environment=staging")
    try folder.write(result.output, to: "out.json")
    let verdict = try Judge.python.run(
      [
        "-c",
        """
        import json
        d = json.load(open("out.json"))
        print(d["version"], d["key"], d["path"])
        for e in d["environments"]:
          print(e["name"], e["kind"], e["value"])
          for l in e["layers"]: print(json.dumps(l))
        """,
      ], in: folder)
    #expect(
      verdict.text == """
        1 api.timeout ['api', 'timeout']
        staging real 5.0
        {"layer": "Configuration.json", "role": "base", "effect": "sets", "inResult": false, \
        "kind": "real", "value": 30.5, "file": "Configuration.json", "line": 2, "column": 35}
        {"layer": "Configuration-staging.json", "role": "environment", "effect": "widens", \
        "inResult": true, "kind": "integer", "value": 5, "file": "Configuration-staging.json", \
        "line": 2, "column": 12}

        """)
  }
}
