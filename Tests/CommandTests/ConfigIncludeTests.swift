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
}
