import Testing
import TremaTestSupport

/// The files that `trema config check` merges, and its errors about invalid ones.
@Suite struct ConfigLayerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"api": {"title": "a"}, "level": 1}"#, to: "Configuration.json")
  }

  private func check(ci: String = "") throws -> Tool.Result {
    try Tool.run("config", "check", in: folder, environment: ["CI": ci])
  }

  @Test func `lines of a file set the keys that their names map to`() throws {
    try folder.write("API__TITLE=b\n", to: "Configuration-staging.env")
    try folder.write("#include \"Shared.xcconfig\"\n", to: "Configuration-qa.xcconfig")
    try folder.write("API__TITLE = c // d\n", to: "Shared.xcconfig")
    #expect(try check() == Tool.Result(status: 0, output: "", errors: ""))
    let explained = try Tool.run(
      "config", "explain", "api.title", in: folder, environment: ["CI": ""])
    #expect(explained.status == 0)
    #expect(explained.output.contains("qa: \"c\"") && explained.output.contains("staging: \"b\""))
  }

  @Test func `an unreadable layer is an error with its path`() throws {
    for (name, text, report) in [
      (
        "Configuration-a.json", "",
        "Configuration-a.json: error: [empty-layer] the file is empty\n  hint: add an empty dictionary, or remove the file\n1 error\n"
      ),
      (
        "Configuration-a.plist", "\u{FEFF} \r\n\t",
        "Configuration-a.plist: error: [empty-layer] the file is empty\n  hint: add an empty dictionary, or remove the file\n1 error\n"
      ),
      (
        "Configuration-a.env", "broken",
        "Configuration-a.env:1:1: error: [invalid-env] <redacted> has no value\n1 | ******\n  | ^ hint: use KEY=VALUE, or begin a comment with #\n1 error\n"
      ),
      (
        "Configuration-a.json", "[1]",
        "Configuration-a.json:1:1: error: [wrong-root] the top-level value must be a dictionary, not an array\n1 | [1]\n  | ^ hint: put the values in a dictionary\n1 error\n"
      ),
      (
        "Configuration-a.plist/x", "",
        "Configuration-a.plist: error: [cannot-read] cannot read 'Configuration-a.plist': is a directory\n  hint: specify a file in it\n1 error\n"
      ),
    ] {
      let folder = try TemporaryFolder()
      try folder.write("{}", to: "Configuration.json")
      try folder.write(text, to: name)
      let result = try Tool.run("config", "check", in: folder)
      #expect(result == Tool.Result(status: 3, output: report, errors: ""))
    }
  }

  @Test(arguments: ["Configuration-a.json", "Configuration.schema.json", "Info.plist"])
  func `a pipe is refused as a configuration file`(name: String) throws {
    let result = try Tool.run(
      "config", "check", in: folder, shell: "mkfifo \(name) && exec timeout 60 \"$@\"",
      environment: ["CI": ""])
    #expect(
      result.output.contains(
        "\(name): error: [cannot-read] cannot read '\(name)': not a regular file\n  hint: replace it with a file, or with a link to a file\n"
      ))
    #expect(result.status == 3)
  }

  @Test func `a device cannot be included`() throws {
    try folder.write("#include \"/dev/zero\"\n", to: "Configuration-a.xcconfig")
    let result = try Tool.run(
      "config", "check", in: folder,
      shell: #"ln -s /dev/zero Configuration-b.json && exec timeout 60 "$@""#,
      environment: ["CI": ""])
    #expect(
      result.output.contains(
        "Configuration-a.xcconfig:1:10: error: [external-include] the included file '/dev/zero' is outside the project\n"
      ))
    #expect(result.output.contains("cannot read 'Configuration-b.json': not a regular file\n"))
    #expect(result.status == 3)
  }

  @Test func `a broken link is an error, not a missing layer`() throws {
    let result = try Tool.run(
      "config", "check", in: folder, shell: #"ln -s gone Configuration-a.json && exec "$@""#)
    #expect(result.status == 3)
    #expect(
      result.output == """
        Configuration-a.json: error: [cannot-read] cannot read 'Configuration-a.json': no such file or directory
          hint: check the path; relative paths start in the current folder
        1 error

        """)
  }

  @Test func `duplicate files for a layer and a missing base are reported`() throws {
    try folder.write("{}", to: "Configuration-a.json")
    try folder.write("A=1\n", to: "Configuration-a.env")
    #expect(
      try check().output.contains("[duplicate-layer] the environment 'a' has two files"))
    let empty = try TemporaryFolder()
    #expect(
      try Tool.run("config", "check", in: empty)
        == Tool.Result(
          status: 3,
          output: """
            trema: error: [missing-base] no base configuration was found in '.'
              hint: create one of Configuration.plist, Configuration.json, Configuration.yaml, Configuration.env, Configuration.xcconfig, or specify its folder as an argument or in "directory" of "configuration" in trema.json
            1 error

            """, errors: ""))
  }

  @Test func `the local layer is ignored in continuous integration`() throws {
    #expect(try check(ci: "1").status == 0)
    try folder.write("{}", to: "Configuration-local.json")
    #expect(try check(ci: "").status == 0)
    #expect(try check(ci: "false").status == 0)
    #expect(
      try check(ci: "true")
        == Tool.Result(
          status: 1,
          output: """
            Configuration-local.json: error: [local-layer-in-ci] the local layer must not be used in continuous integration
              hint: remove it from the repository, and add it to .gitignore; the variable CI is set
            1 error

            """, errors: ""))
  }

  @Test func `invalid environments are reported at their locations in trema.json`() throws {
    try folder.write(
      """
      {"configuration": {"environments": [
        "local",
        "a", "a",
        {"name": "b", "extends": "nowhere"},
        {"name": "d", "extends": "e"},
        {"name": "e", "extends": "d"},
        "f"
      ]}}
      """, to: "trema.json")
    try folder.write("{}", to: "Configuration-a.json")
    try folder.write("{}", to: "Configuration-zz.json")
    let lines = try check().output.split(separator: "\n").filter { $0.contains("error: [") }
    #expect(
      lines == [
        "Configuration-zz.json: error: [undeclared-layer] the environment 'zz' is not declared in trema.json",
        "trema.json:2:3: error: [reserved-environment] the environment name 'local' is reserved",
        "trema.json:3:8: error: [duplicate-environment] the environment 'a' is declared twice",
        "trema.json:4:28: error: [unknown-environment] unknown environment 'nowhere'",
        "trema.json:5:28: error: [environment-cycle] the environment 'd' extends itself: d -> e -> d",
        "trema.json:7:3: error: [missing-layer] the environment 'f' has no file",
      ])
  }
}
