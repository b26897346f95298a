import Foundation
import Testing
import TremaTestSupport

/// The hooks, run by pre-commit in an app's repository.
@Suite struct PreCommitTests {
  private let job: CIJob

  /// Publishes the hooks in a repository of their own, and installs them in the app's.
  init() throws {
    job = try CIJob()
    let result = try job.run(
      """
      mkdir ../hooks; cp -R "$scripts" ../hooks/Integrations
      cp "$scripts/../.pre-commit-hooks.yaml" ../hooks/
      (cd ../hooks; git init -q .; git add -A; git commit -qm hooks)
      cat >.pre-commit-config.yaml <<END
      repos:
        - repo: $(cd ../hooks; pwd)
          rev: $(git -C ../hooks rev-parse HEAD)
          hooks:
            - id: trema-check
            - id: trema-config-check
            - id: trema-format
            - id: trema-build
      END
      \(Self.preCommit) install --install-hooks
      """)
    try #require(result.status == 0, "\(result.output)\(result.errors)")
  }

  private static let preCommit =
    "PRE_COMMIT_HOME=$PWD/../cache '\(Judge.environmentPython.name)' -m pre_commit"

  /// Edits the app and commits everything. The installed hook runs in git.
  private func commit(_ lines: String) throws -> CIJob.Result {
    try job.run(
      "export PRE_COMMIT_HOME=$PWD/../cache\n\(lines)\ngit add -A; git commit -m change 2>&1",
      on: .other)
  }

  /// The lines about hooks in the output of pre-commit.
  private func hooks(_ result: CIJob.Result) -> [String] {
    result.output.split(separator: "\n")
      .filter { $0.hasPrefix("trema ") }
      .map { String($0).replacing(/\.{3,}(\(no files to check\))?/, with: " ") }
  }

  @Test func `a commit with a mistake in a catalogue is refused`() throws {
    let result = try commit("sed -i.old 's/Hello %1$@/Hello %1$d/' Texts.trm; rm Texts.trm.old")
    #expect(result.status == 1)
    #expect(
      hooks(result) == [
        "trema check Failed", "trema config check Skipped", "trema format Passed",
        "trema build --check Failed",
      ])
    #expect(
      result.output.contains(
        "Texts.trm:6:48: error: [placeholder-mismatch] 'app_name' in 'en': argument 1 is %1$d, but %1$@ in 'de'\n"
      ))
  }

  @Test func `a commit with a mistake in a configuration is refused`() throws {
    let result = try commit("echo '{ \"host\": 1 }' >Config/Configuration-staging.json")
    #expect(result.status == 1)
    #expect(
      hooks(result) == [
        "trema check Skipped", "trema config check Failed", "trema format Skipped",
        "trema build --check Skipped",
      ])
  }

  @Test func `a catalogue is formatted before it is committed`() throws {
    let edit = "sed -i.old 's/    <value/<value/; s/Goodbye/Ciao/' Texts.trm; rm Texts.trm.old"
    let first = try commit(edit)
    #expect(first.status == 1)
    #expect(hooks(first)[2] == "trema format Failed")
    #expect(first.output.contains("- files were modified by this hook\n"), "\(first.output)")
    let second = try commit("")
    #expect(second.status == 0, "\(second.output)")
    #expect(hooks(second)[2] == "trema format Passed")
  }

  @Test func `a catalogue whose name begins with a hyphen is formatted`() throws {
    let result = try commit("cp Texts.trm ./-x.trm")
    #expect(hooks(result)[2] == "trema format Passed", "\(result.output)")
  }

  @Test func `a missing command is an error with a remedy`() throws {
    let result = try commit("export TREMA=no-trema; echo >>Texts.trm")
    #expect(result.status == 1)
    #expect(
      result.output.contains(
        """
        trema: error: 'no-trema' is not installed
          hint: install trema (see Documentation/CI.md), or set TREMA to the path of the executable

        """))
  }
}
