import Testing
import TremaTestSupport

/// `trema config merge`: its output, the written files, and the cases in which it writes none.
@Suite struct ConfigMergeTests {
  private static let merged = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>api</key>
    \t<dict>
    \t\t<key>host</key>
    \t\t<string>staging.example.com</string>
    \t\t<key>timeout</key>
    \t\t<real>5</real>
    \t</dict>
    \t<key>flags</key>
    \t<array>
    \t\t<string>a</string>
    \t</array>
    </dict>
    </plist>

    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {"flags": ["a"], "api": {"timeout": 30.5, "host": "example.com"}, "old": 1}
      """, to: "Configuration.json")
    try folder.write(
      """
      {"api": {"host": "staging.example.com", "timeout": 5}, "old": null}
      """, to: "Configuration-staging.json")
  }

  private func merge(_ words: String...) throws -> Tool.Result {
    try Tool.run(["config", "merge"] + words, in: folder)
  }

  @Test(arguments: [
    ("trema.json", "the project file"), ("Configuration.schema.json", "the schema"),
    ("Configuration.baseline.json", "the baseline"),
  ])
  func `an output that the project would read as a layer is refused`(name: String, what: String)
    throws
  {
    let before = try Snapshot(of: folder)
    let result = try merge("--environment=staging", "-o", name)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(
      result.errors.contains("-o: '\(name)' would be read as \(what) in later runs"), "\(result)")
    #expect(try Snapshot(of: folder) == before)
  }

  @Test func `a missing file is reported as missing, whatever its name`() throws {
    let result = try merge("--environment=staging", "absent.plist")
    #expect(result.status == 3 && result.output.isEmpty)
    #expect(result.errors.contains("no such file or directory"), "\(result)")
  }

  @Test func `an environment is merged into one property list`() throws {
    #expect(
      try merge("--environment", "staging")
        == Tool.Result(status: 0, output: Self.merged, errors: ""))
    try folder.write(Self.merged, to: "again/Configuration.plist")
    #expect(try merge("--environment=production", "again").output == Self.merged)
  }

  @Test func `the format is determined by the file name or an option`() throws {
    let json = """
      {
        "api": {
          "host": "staging.example.com",
          "timeout": 5.0
        },
        "flags": [
          "a"
        ]
      }

      """
    #expect(try merge("--environment=staging", "--format=json").output == json)
    #expect(try merge("--environment=staging", "-o", "out/c.json").status == 0)
    #expect(String(decoding: try folder.read("out/c.json"), as: UTF8.self) == json)
    #expect(
      try merge("--environment=staging", "--format=binary", "-o", "out/c.plist").status == 0)
    #expect(try merge("--environment=staging", "-o", "out/x.plist").status == 0)
    let verdict = try Judge.python.run(
      [
        "-c",
        """
        import plistlib
        b, x = (plistlib.load(open(f"out/{n}.plist", "rb")) for n in "cx")
        print(open("out/c.plist", "rb").read(8), b == x, b)
        """,
      ], in: folder)
    #expect(
      verdict.text == """
        b'bplist00' True {'api': {'host': 'staging.example.com', 'timeout': 5.0}, 'flags': ['a']}

        """)
  }

  @Test func `a file that is up to date is not rewritten`() throws {
    #expect(try merge("--environment=staging", "-o", "out/Configuration.plist").status == 0)
    let before = try Snapshot(of: folder)
    #expect(
      try merge("--environment=staging", "-o", "out/Configuration.plist")
        == Tool.Result(status: 0, output: "", errors: ""))
    #expect(try Snapshot(of: folder).identities == before.identities)
  }

  @Test func `--check reports whether the file would change, and writes nothing`() throws {
    #expect(try merge("--environment=staging", "-o", "out/Configuration.plist").status == 0)
    #expect(
      try merge("--environment=staging", "-o", "out/Configuration.plist", "--check")
        == Tool.Result(status: 0, output: "", errors: ""))
    let before = try Snapshot(of: folder)
    #expect(
      try merge("--environment=production", "-o", "out/Configuration.plist", "--check")
        == Tool.Result(
          status: 1,
          output:
            "out/Configuration.plist would change: it differs from the merged configuration of production\n",
          errors: ""))
    #expect(try merge("--environment=staging", "-o", "out/new.plist", "--check").status == 1)
    #expect(try Snapshot(of: folder).identities == before.identities)
    #expect(
      try merge("--environment=staging", "--check").errors == """
        trema: error: [usage] --check requires an output file
          hint: specify it: -o Resources/Configuration.plist
        1 error

        """)
  }

  @Test func `a conflict between layers prevents writing`() throws {
    try folder.write(#"{"flags": {"a": true}}"#, to: "Configuration-staging.json")
    try folder.write("old", to: "out/Configuration.plist")
    let before = try Snapshot(of: folder)
    #expect(
      try merge("--environment=staging", "-o", "out/Configuration.plist")
        == Tool.Result(
          status: 1, output: "",
          errors: """
            Configuration-staging.json:1:11: error: [kind-conflict] 'flags' is a dictionary here, but \
            an array in the layer below
            1 | {"flags": {"a": true}}
              |           ^ hint: use the same kind in both layers, or remove the key in one and set it in the next
              = environment: staging
            Configuration.json:1:11: note: an array, first defined here
            1 error

            """))
    #expect(try merge("--environment=staging").output == "")
    // The other environments are not affected.
    #expect(try merge("--environment=production").status == 0)
    #expect(try Snapshot(of: folder) == before)
  }

  @Test(arguments: [
    ("{\"api\": ", "3 Configuration-staging.json:1:9: error: [invalid-json]"),
    ("[1]", "3 Configuration-staging.json:1:1: error: [wrong-root]"),
    (#"{"a": 1, "a": 2}"#, "1 Configuration-staging.json:1:10: error: [duplicate-key]"),
  ])
  func `an invalid file prevents merging any environment`(_ text: String, _ words: String) throws {
    try folder.write(text, to: "Configuration-staging.json")
    for environment in ["staging", "production"] {
      let result = try merge("--environment", environment, "-o", "out.plist")
      #expect("\(result.status) \(result.errors)".hasPrefix(words), "\(result)")
      #expect(result.output == "")
      #expect(try Snapshot(of: folder)[text: "out.plist"] == nil)
    }
  }

  @Test func `an environment must be specified and must exist`() throws {
    func errors(_ words: String...) throws -> String {
      let result = try Tool.run(["config", "merge"] + words, in: folder)
      #expect(result.output == "")
      return "\(result.status) \(result.errors)"
    }
    #expect(
      try errors() == """
        2 trema: error: [usage] --environment is missing
          hint: use one of 'staging', 'production'
        1 error

        """)
    #expect(
      try errors("--environment=stagnig") == """
        2 trema: error: [usage] --environment: unknown environment 'stagnig'
          hint: did you mean 'staging'?
        1 error

        """)
    #expect(
      try errors("--environment=zzz") == """
        2 trema: error: [usage] --environment: unknown environment 'zzz'
          hint: use one of 'staging', 'production'
        1 error

        """)
    #expect(
      try errors("--environment=staging", "--format=toml") == """
        2 trema: error: [usage] --format must be one of xml, binary, json, yaml, not 'toml'
        1 error

        """)
    try folder.write("", to: "some")
    #expect(
      try errors("--environment=staging", "some").hasPrefix(
        "2 trema: error: [usage] the name of 'some' does not identify a layer\n"))
  }

  @Test func `an output that is an input, or would become one, is refused`() throws {
    func errors(_ file: String) throws -> String {
      let before = try Snapshot(of: folder)
      let result = try merge("--environment=staging", "-o", file)
      #expect(result.status == 2)
      #expect(try Snapshot(of: folder) == before)
      return result.errors
    }
    for file in ["Configuration.json", "./Configuration-staging.json"] {
      #expect(
        try errors(file) == """
          trema: error: [usage] -o: '\(file)' is an input of this command
            hint: choose another file for the result
          1 error

          """)
    }
    #expect(
      try errors("Configuration-merged.plist") == """
        trema: error: [usage] -o: 'Configuration-merged.plist' would be read as the environment \
        'merged' in later runs
          hint: choose another name or folder for the result
        1 error

        """)
    #expect(
      try errors("Configuration.plist") == """
        trema: error: [usage] -o: 'Configuration.plist' would be read as another base in later runs
          hint: choose another name or folder for the result
        1 error

        """)
  }

  @Test func `a full disk leaves the old file unchanged`() throws {
    try folder.write("old", to: "out/Configuration.plist")
    let full = try Tool.run(
      ["config", "merge", "--environment=staging", "-o", "out/Configuration.plist"], in: folder,
      shell: Surroundings.fullDisk(rooms: 0))
    #expect(
      full
        == Tool.Result(
          status: 4, output: "",
          errors: """
            out/Configuration.plist: error: [cannot-write] cannot write 'out/Configuration.plist': \
            no space left on device
              hint: free disk space; the outputs are unchanged
            1 error

            """))
    #expect(try Snapshot(of: folder, "after")[text: "Configuration.plist"] == "old")
    let device = try merge("--environment=staging", "-o", "/dev/full")
    #expect(device.status == 4)
    #expect(
      device.errors == """
        /dev/full: error: [cannot-write] cannot write '/dev/full': no space left on device
          hint: free disk space; the outputs are unchanged
        1 error

        """)
  }

  @Test func `the girders rule replaces top-level keys as a whole`() throws {
    try folder.write(
      #"{"api": {"timeout": 5}, "old": 2}"#, to: "Configuration-staging.json")
    #expect(
      try merge("--environment=staging", "--format=json", "--merge=girders").output == """
        {
          "api": {
            "timeout": 5
          },
          "flags": [
            "a"
          ],
          "old": 2
        }

        """)
  }

  @Test func `the girders rule refuses null, which would remove a key`() throws {
    #expect(
      try merge("--environment=staging", "--merge=girders")
        == Tool.Result(
          status: 1, output: "",
          errors: """
            Configuration-staging.json:1:63: error: [null-value] null is not allowed with the merge \
            rule 'girders'
            1 | {"api": {"host": "staging.example.com", "timeout": 5}, "old": null}
              |                                                               ^ hint: remove the key from \
            the layer that has it
            1 error

            """))
  }

  @Test func `trema.json sets the folder and the environments`() throws {
    try folder.write(#"{"a": 1}"#, to: "Config/Configuration.json")
    try folder.write(#"{"b": 2}"#, to: "Config/Configuration-test.json")
    try folder.write(#"{"c": 3}"#, to: "Config/Configuration-eu.json")
    try folder.write(
      """
      {"configuration": {"directory": "Config",
        "environments": ["test", {"name": "eu", "extends": "test"}]}}
      """, to: "project/../trema.json")
    #expect(
      try merge("--environment=eu", "--format=json").output
        == "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n")
    #expect(
      try merge("--environment=staging").errors == """
        trema: error: [usage] --environment: unknown environment 'staging'
          hint: use one of 'test', 'eu'
        1 error

        """)
  }

  @Test func `trema.json can name the files, and all others are ignored`() throws {
    try folder.write(#"{"a": 1}"#, to: "Config/Configuration.json")
    try folder.write(#"{"b": 2}"#, to: "Config/Configuration-test.json")
    try folder.write(#"{"a": 3}"#, to: "Config/Configuration-local.json")
    try folder.write("no schema", to: "Config/Configuration.schema.json")
    try folder.write(
      """
      {"configuration": {"files": ["Config/Configuration.json", "Config/Configuration-test.json"]}}
      """, to: "trema.json")
    #expect(
      try merge("--environment=test", "--format=json").output == "{\n  \"a\": 1,\n  \"b\": 2\n}\n")
    try folder.write(#"{"configuration": {"files": []}}"#, to: "trema.json")
    #expect(
      try merge("--environment=test").errors == """
        trema.json:1:29: error: [invalid-field] 'files' must not be empty
        1 | {"configuration": {"files": []}}
          |                             ^ hint: enter a value, or remove the field
        1 error

        """)
  }
}
