import Foundation
import Testing
import TremaTestSupport

/// `trema config diff`: environments, files, folders and revisions.
@Suite struct ConfigDiffTests {
  private static let base = """
    {
      "api": { "host": "example.com", "port": 1 },
      "flags": ["a", "b"],
      "level": "info"
    }
    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.base, to: "Configuration.json")
    try folder.write(
      """
      {
        "api": { "host": "staging.example.com" },
        "flags": ["a", "x", "b"]
      }
      """, to: "Configuration-staging.json")
  }

  private func diff(_ words: String...) throws -> Tool.Result {
    try Tool.run(["config", "diff"] + words, in: folder)
  }

  /// A repository with the configuration of today on `main`, and another one in the folder.
  private func repository() throws {
    try folder.git("init", "-q", "-b", "main")
    try folder.commitAll("old")
    try folder.write(
      Self.base.replacing("example.com", with: "example.org")
        .replacing(#""info""#, with: "3"), to: "Configuration.json")
    try folder.write(#"{"verbose": true}"#, to: "Configuration-qa.json")
    try folder.write(#"{"mine": true}"#, to: "Configuration-local.json")
  }

  private static let told = """
    + the environment qa was added
    ~ api.host  in production, not in staging
        - "example.com"  main:Configuration.json:2:20
        + "example.org"  Configuration.json:2:20
    ~ level  in all environments: from a string to an integer
        - "info"  main:Configuration.json:4:12
        + 3  Configuration.json:4:12

    1 key changed, 1 changed kind, 1 environment added

    """

  @Test func `two environments of one configuration are compared`() throws {
    #expect(
      try diff("production", "staging")
        == Tool.Result(
          status: 0,
          output: """
            ~ api.host
                - "example.com"  Configuration.json:2:20
                + "staging.example.com"  Configuration-staging.json:2:20
            + flags[1]
                + "x"  Configuration-staging.json:3:18

            1 key added, 1 changed

            """, errors: ""))
    #expect(try diff("staging", "staging") == Tool.Result(status: 0, output: "", errors: ""))
  }

  @Test func `a key whose layers contradict each other is reported, not compared`() throws {
    try folder.write(#"{"a": 1}"#, to: "Odd/Configuration.json")
    try folder.write(#"{"a": "2"}"#, to: "Odd/Configuration-staging.json")
    try folder.write(#"{"a": true}"#, to: "Odd/Configuration-qa.json")
    let result = try diff("staging", "qa", "Odd")
    #expect(result.status == 1 && result.output.isEmpty, "\(result)")
    for file in ["staging", "qa"] {
      #expect(result.errors.contains("Odd/Configuration-\(file).json:1:"), "\(result)")
    }
  }

  @Test func `comparing revisions outside a repository is an error`() throws {
    let result = try diff("--git", "main")
    #expect(result.status == 3 && result.output.isEmpty)
    #expect(result.errors.contains("'.' is not in a git repository"), "\(result)")
  }

  @Test func `two files, and two folders by environment, are compared`() throws {
    #expect(
      try diff("Configuration.json", "Configuration-staging.json").output == """
        ~ api.host
            - "example.com"  Configuration.json:2:20
            + "staging.example.com"  Configuration-staging.json:2:20
        - api.port
            - 1  Configuration.json:2:43
        + flags[1]
            + "x"  Configuration-staging.json:3:18
        - level
            - "info"  Configuration.json:4:12

        1 key added, 2 removed, 1 changed

        """)
    try folder.write(#"{"a": {"b": 1, "c": [1]}}"#, to: "old/Configuration.json")
    try folder.write("{}", to: "new/Configuration.json")
    try folder.write("{}", to: "old/Configuration-dev.json")
    try folder.write("{}", to: "new/Configuration-dev.json")
    #expect(
      try diff("old", "new").output == """
        - a.b  in all environments
            - 1  old/Configuration.json:1:13
        - a.c  in all environments
            - [1]  old/Configuration.json:1:21

        2 keys removed

        """)
  }

  @Test func `a revision and the folder are compared by environment`() throws {
    try repository()
    #expect(try diff("--git", "main") == Tool.Result(status: 0, output: Self.told, errors: ""))
    #expect(try diff("--git=main", ".").output == Self.told)
    try folder.git("switch", "-q", "-c", "feature")
    try folder.git("rm", "-q", "--cached", "Configuration-staging.json")
    try FileManager.default.removeItem(atPath: "\(folder.path)/Configuration-staging.json")
    try folder.commitAll("new")
    try folder.git("switch", "-q", "main")
    let range = try diff("--git=main..feature").output
    #expect(range.contains("- the environment staging was removed\n"))
    #expect(range.contains("+ \"example.org\"  feature:Configuration.json:2:20\n"))
    #expect(
      try diff("--git=feature..main").output.contains("+ the environment staging was added\n"))
    #expect(try diff("--git=main...feature").output.hasSuffix(range.suffix(60)))
    #expect(try diff("--git=main").output == "")
  }

  @Test func `the project file of the revision is used`() throws {
    try folder.git("init", "-q", "-b", "main")
    try folder.write(#"{"a": 1}"#, to: "Old/Configuration.json")
    try folder.write(#"{"configuration": {"directory": "Old"}}"#, to: "trema.json")
    try folder.commitAll("old")
    try FileManager.default.removeItem(atPath: "\(folder.path)/Old")
    try folder.write(#"{"a": 2}"#, to: "New/Configuration.json")
    try folder.write(#"{"configuration": {"directory": "New"}}"#, to: "trema.json")
    #expect(
      try diff("--git=main")
        == Tool.Result(
          status: 0,
          output: """
            ~ a  in production
                - 1  main:Old/Configuration.json:1:7
                + 2  New/Configuration.json:1:7

            1 key changed

            """, errors: ""))
  }

  @Test func `a new or deleted configuration is a difference`() throws {
    try folder.git("init", "-q", "-b", "main")
    try folder.write("x", to: "README")
    try folder.git("add", "README")
    try folder.git("commit", "-q", "-m", "empty")
    #expect(
      try diff("--git=main").output == """
        + the environment staging was added
        + the environment production was added

        2 environments added

        """)
    try folder.commitAll("all")
    for name in ["Configuration.json", "Configuration-staging.json"] {
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    }
    #expect(try diff("--git=main").output.hasPrefix("- the environment staging was removed\n"))
    #expect(
      try diff("--git=main~1").errors == """
        trema: error: [missing-base] no configuration was found in 'main~1' or the working tree
          hint: specify the folder of Configuration.plist or Configuration.json
        1 error

        """)
  }

  @Test func `differences fail the command only with --fail-on, depending on their keys`() throws {
    try repository()
    #expect(try diff("--git=main", "--fail-on=warning").status == 1)
    #expect(try diff("--git=main", "--fail-on=note").status == 1)
    try folder.write(Self.base, to: "Configuration.json")
    #expect(try diff("--git=main", "--fail-on=warning").status == 0)
    #expect(try diff("--git=main", "--fail-on=note").status == 1)
    // The local layer is an error, because the schema marks no key as overridable.
    try folder.write("{}", to: "Configuration-local.json")
    #expect(try diff("staging", "production", "--fail-on=note").status == 1)
    #expect(try diff("staging", "staging", "--fail-on=note").status == 0)
  }

  @Test func `annotations are at the location of the new value`() throws {
    try repository()
    #expect(
      try diff("--git=main", "--format=github").output == """
        ::notice title=environment-changed::the environment 'qa' was added
        ::warning file=Configuration.json,line=2,endLine=2,col=20,endColumn=33,\
        title=configuration-changed::'api.host' changed in production, not in staging: from \
        "example.com" to "example.org"
        ::warning file=Configuration.json,line=4,endLine=4,col=12,endColumn=13,\
        title=configuration-changed::'level' changed in all environments: from "info" to 3

        """)
  }

  @Test func `a pull request comment is a table`() throws {
    try repository()
    try folder.write(
      #"{"api": {"host": "staging.example.com"}, "note": "a|b @who <b>"}"#,
      to: "Configuration-staging.json")
    let result = try diff("--git=main", "--format=markdown", "-o", "out.md")
    #expect(result == Tool.Result(status: 0, output: "", errors: ""))
    let text = String(decoding: try folder.read("out.md"), as: UTF8.self)
    #expect(text.hasPrefix("### Configuration: "))
    #expect(text.contains("\nThe environment <code>qa</code> was added.\n"))
    #expect(
      text.contains(
        """
        | :warning: | <code>api.host</code> | in production, not in staging | \
        <code>&#34;example.com&#34;</code> | <code>&#34;example.org&#34;</code> |

        """))
    #expect(
      text.contains(
        "<code>&#34;a&#124;b &#64;who &#60;b&#62;&#34;</code>"))
  }

  @Test func `JSON output is machine-readable`() throws {
    try repository()
    try folder.write(try diff("--git=main", "--format=json").output, to: "out.json")
    let verdict = try Judge.python.run(
      [
        "-c",
        """
        import json
        d = json.load(open("out.json"))
        print(d["version"], d["addedEnvironments"], d["removedEnvironments"])
        for c in d["changes"]: print(json.dumps(c))
        """,
      ], in: folder)
    #expect(
      verdict.text == """
        1 ['qa'] []
        {"key": "api.host", "change": "changed", "severity": "warning", \
        "environments": ["production"], "otherEnvironments": ["staging"], \
        "old": {"kind": "string", "value": "example.com", "file": "main:Configuration.json", \
        "line": 2, "column": 20}, "new": {"kind": "string", "value": "example.org", \
        "file": "Configuration.json", "line": 2, "column": 20}}
        {"key": "level", "change": "kindChanged", "severity": "warning", \
        "environments": ["staging", "production"], "otherEnvironments": [], \
        "old": {"kind": "string", "value": "info", "file": "main:Configuration.json", \
        "line": 4, "column": 12}, "new": {"kind": "integer", "value": 3, \
        "file": "Configuration.json", "line": 4, "column": 12}}

        """)
  }

  @Test func `inputs that cannot be compared are reported`() throws {
    try repository()
    func errors(_ words: String...) throws -> String {
      let result = try Tool.run(["config", "diff"] + words, in: folder)
      #expect(result.output == "")
      return "\(result.status) \(result.errors)"
    }
    #expect(
      try errors("staging") == """
        2 trema: error: [usage] no environments or revision are specified
          hint: run trema config diff staging production, or trema config diff --git main
        1 error

        """)
    #expect(
      try errors("stagnig", "production") == """
        2 trema: error: [unknown-environment] unknown environment 'stagnig'
          hint: did you mean 'staging'?
        1 error

        """)
    #expect(
      try errors("Configuration.json", ".") == """
        2 trema: error: [usage] a file cannot be compared with a folder
          hint: specify two files, or two folders
        1 error

        """)
    #expect(
      try errors("--git=nowhere") == """
        3 trema: error: [git] unknown git revision 'nowhere' in '.'
          hint: list the revisions with: git log --oneline
        1 error

        """)
    try folder.commitAll("good")
    try folder.write("{", to: "Configuration-staging.json")
    #expect(
      try errors("--git=main").hasPrefix("3 Configuration-staging.json:1:2: error: [invalid-json]"))
    try folder.commitAll("bad")
    try folder.write("{}", to: "Configuration-staging.json")
    // The line is that of the revision.
    #expect(
      try errors("--git=main").hasPrefix(
        "3 main:Configuration-staging.json:1:2: error: [invalid-json]"))
    #expect(try errors("--git=main").contains("\n1 | {\n"))
  }
}
