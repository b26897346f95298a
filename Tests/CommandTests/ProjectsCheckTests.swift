import Foundation
import Testing
import TremaTestSupport

/// `trema check` of several projects in one process.
@Suite struct ProjectsCheckTests {
  private let projects: Projects
  private var folder: TemporaryFolder { projects.folder }

  init() throws { projects = try Projects() }

  private func check(_ arguments: String...) throws -> Tool.Result {
    try projects.run(["check"] + arguments)
  }

  @Test(arguments: ["1", "2", "7"])
  func `all projects have one report`(_ jobs: String) throws {
    try projects.writeMixture()
    let result = try projects.run(["check", "--jobs", jobs] + Projects.mixture)
    #expect(
      result
        == Tool.Result(
          status: 3,
          output: """
            broken/trema.json:2:1: error: [invalid-json] expected a name or '}', found the end of the document
            broken/trema.json:1:1: note: the bracket was opened here
            gone/trema.json: error: [cannot-read] cannot read 'gone/trema.json': no such file or directory
              hint: check the path; relative paths start in the current folder
            twice/Texts.trm:3:3: error: [duplicate-key] key 'a' is defined twice (first on line 2)
            3 |   <text key="a"><context/><value lang="de" status="translated">Ja</value></text>
              |   ^ hint: rename or remove one of them
            twice/Texts.trm:2:3: note: 'a' is first defined here
            warned/Texts.trm:2:3: warning: [missing-translation] 'a' is not translated into 'en'
            2 |   <text key="a"><context/><value lang="de" status="translated">Ja</value></text>
              |   ^
            3 errors, 1 warning

            """, errors: ""))
  }

  @Test func `a report contains the findings of separate checks`() throws {
    try projects.writeMixture()
    let readable = ["good", "twice", "full", "warned"].map(Projects.file)
    var expected: Set<String> = []
    for project in readable {
      let report = try check("--report=json", "--project", project).output
      expected.formUnion(report.split(separator: "\n").filter { $0.contains("\"code\"") }.map(line))
    }
    #expect(expected.count == 2)
    let result = try projects.run(
      ["check", "--report=json", "--report=sarif=out.sarif", "--report=junit=out.xml"] + readable)
    #expect(result.status == 1)
    #expect(
      Set(result.output.split(separator: "\n").filter { $0.contains("\"code\"") }.map(line))
        == expected)
    for file in ["out.sarif", "out.xml"] {
      let report = try folder.text(file)
      #expect(report.contains("twice/Texts.trm"))
      #expect(report.contains("warned/Texts.trm"))
    }
  }

  /// Returns a line without the comma that follows all but the last finding.
  private func line(_ line: Substring) -> String {
    line.hasSuffix(",") ? String(line.dropLast()) : String(line)
  }

  @Test func `findings fail the run as for one project`() throws {
    try projects.writeMixture()
    #expect(try check("good/trema.json", "warned/trema.json").status == 0)
    #expect(try check("good/trema.json", "warned/trema.json", "--fail-on=warning").status == 1)
    #expect(try check("good/trema.json", "twice/trema.json").status == 1)
    #expect(
      try check("good/trema.json", "full/trema.json")
        == Tool.Result(status: 0, output: "", errors: ""))
  }

  @Test func `a finding in a shared catalogue is reported once`() throws {
    try projects.write("app", catalogue: Projects.twice)
    try folder.write(folder.text("app/trema.json"), to: "app/watch.json")
    let single = try check("app/trema.json")
    #expect(single.output.hasSuffix("\n1 error\n"))
    #expect(try check("app/trema.json", "app/watch.json") == single)
  }

  @Test func `each project has its own baseline`() throws {
    for name in ["a", "b"] {
      try projects.write(
        name, catalogue: Projects.twice, more: "\n\"baseline\": \"baseline.json\",")
    }
    let all = ["a", "b"].map(Projects.file)
    let updated = Tool.Result(status: 0, output: "2 muted\n", errors: "")
    #expect(try projects.run(["check", "--update-baseline"] + all) == updated)
    #expect(try projects.run(["check"] + all) == updated)
    #expect(try check("b/trema.json").output == "1 muted\n")
    try projects.write("b", catalogue: Projects.twice)
    let result = try projects.run(["check"] + all)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("b/Texts.trm:3:3: error: [duplicate-key]"))
    #expect(result.output.hasSuffix("\n1 error, 1 muted\n"))
  }

  @Test func `projects with the same baseline do not overwrite it`() throws {
    for name in ["a", "b"] {
      try projects.write(
        name, catalogue: Projects.twice, more: "\n\"baseline\": \"../baseline.json\",")
    }
    let before = try Snapshot(of: folder)
    #expect(
      try check("--update-baseline", "a/trema.json", "b/trema.json")
        == Tool.Result(
          status: 2, output: "",
          errors: """
            trema: error: [usage] --update-baseline: another project also has the baseline 'baseline.json' of 'b/trema.json'
              hint: give each project a baseline of its own
            1 error

            """))
    #expect(try Snapshot(of: folder) == before)
  }

  @Test func `an option that one project rejects is an error, and no report is written`() throws {
    try projects.writeMixture()
    let result = try check(
      "good/trema.json", "twice/trema.json", "--languages=xx", "--report=sarif=out.sarif")
    #expect(result.status == 2, "\(result)")
    #expect(result.output == "")
    #expect(try !Snapshot(of: folder).names.contains("out.sarif"))
  }

  @Test func `a report does not replace a file of any project`() throws {
    for name in ["a", "b"] { try projects.write(name) }
    #expect(
      try check("a/trema.json", "b/trema.json", "--report=json=b/Texts.trm")
        == Tool.Result(
          status: 2, output: "",
          errors: """
            trema: error: [usage] 'b/trema.json': --report: 'b/Texts.trm' is an input of this command
              hint: choose another file for the report
            1 error

            """))
    #expect(try folder.text("b/Texts.trm") == Projects.catalogue)
  }
}
