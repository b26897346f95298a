import Testing
import TremaTestSupport

/// `#include` in build settings: no file outside of the project is read.
@Suite struct ConfigIncludeTests {
  private let folder: TemporaryFolder

  /// A project in a folder of its own, and a file beside it.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write("root:planted-secret:0:0\n", to: "outside/hosts")
    try folder.write("NAME = b\n", to: "app/Shared/Base.xcconfig")
    try folder.write("{}", to: "app/trema.json")
  }

  private func check(_ line: String, _ script: String = "") throws -> Tool.Result {
    try folder.write(line + "\n", to: "app/Config/Configuration.xcconfig")
    return try Tool.run(
      "config", "check", "Config", in: folder, shell: "cd app\n\(script)\nexec \"$@\"")
  }

  @Test(arguments: ["../../outside/hosts", "../Config/../../outside/hosts", "../Link/hosts"])
  func `a file outside the project is refused, and its contents are not quoted`(path: String) throws
  {
    let result = try check("#include \"\(path)\"", "ln -s ../outside Link")
    let shown = path == "../Link/hosts" ? "Link/hosts" : "../outside/hosts"
    #expect(
      result
        == Tool.Result(
          status: 3,
          output: """
            Config/Configuration.xcconfig:1:10: error: [external-include] the included file \
            '\(shown)' is outside the project
            1 | #include "\(path)"
              |          ^ hint: copy the file or its settings into the project
            1 error

            """, errors: ""))
  }

  @Test func `an optional include outside the project is skipped with a note`() throws {
    let result = try check("#include? \"../../outside/hosts\"\nA = 1")
    #expect(result.status == 0)
    #expect(result.output.contains("note: [external-include]"))
    #expect(!result.output.contains("planted-secret"))
  }

  @Test func `a file in the project is read, even from another of its folders`() throws {
    let result = try check("#include \"../Shared/Base.xcconfig\"")
    #expect(result == Tool.Result(status: 0, output: "", errors: ""))
  }

  @Test func `the repository root is the project root`() throws {
    let line = "#include \"../../Common.xcconfig\""
    try folder.write("NAME = c\n", to: "Common.xcconfig")
    #expect(try check(line).status == 3)
    try folder.git("init", "--quiet", ".")
    #expect(try check(line) == Tool.Result(status: 0, output: "", errors: ""))
  }

  // MARK: - The field `includes`

  /// Checks a configuration whose project allows only some files, each of which may be a link to a
  /// file outside the project.
  private func check(_ line: String, includes: String) throws -> Tool.Result {
    try folder.write(line + "\n", to: "app/Config/Configuration.xcconfig")
    try folder.write(
      """
      {
        "configuration": {
          "files": ["Config/Configuration.xcconfig"], "includes": [\(includes)]
        }
      }
      """, to: "app/trema.json")
    return try Tool.run(
      "config", "merge", "--environment=production", "--format=json", in: folder,
      shell: """
        cd app
        ln -sf ../../outside/Linked.xcconfig Shared/Linked.xcconfig
        exec "$@"
        """)
  }

  @Test(arguments: ["Shared/Linked.xcconfig", "Config/.././Shared//Linked.xcconfig"])
  func `a listed file is read even if it is a link to a file outside the project`(
    listed: String
  ) throws {
    try folder.write("NAME = linked\n", to: "outside/Linked.xcconfig")
    let result = try check("#include \"../Shared/Linked.xcconfig\"", includes: "\"\(listed)\"")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("\"NAME\": \"linked\""))
  }

  @Test(arguments: ["", "\"Shared/Other.xcconfig\""])
  func `a file in the project that is not listed is refused, or skipped if it is optional`(
    includes: String
  ) throws {
    #expect(
      try check("#include \"../Shared/Base.xcconfig\"", includes: includes)
        == Tool.Result(
          status: 3, output: "",
          errors: """
            Config/Configuration.xcconfig:1:10: error: [external-include] the included file \
            'Shared/Base.xcconfig' is not in the project's 'includes'
            1 | #include "../Shared/Base.xcconfig"
              |          ^ hint: add it to "includes", or remove the #include
            1 error

            """))
    let optional = try check(
      "#include? \"../Shared/Base.xcconfig\"\nA = 1", includes: includes)
    #expect(
      optional == Tool.Result(status: 0, output: "{\n  \"A\": \"1\"\n}\n", errors: ""))
  }

  @Test func `a listed file that does not exist is missing`() throws {
    let listed = "\"Shared/None.xcconfig\""
    let result = try check("#include \"../Shared/None.xcconfig\"", includes: listed)
    #expect(result.status == 3)
    #expect(result.errors.contains("[missing-include]"))
    #expect(try check("#include? \"../Shared/None.xcconfig\"", includes: listed).status == 0)
  }
}
