import Foundation
import Testing
import TremaTestSupport

/// Arguments that name several projects.
@Suite struct ProjectArgumentTests {
  private static let separately = "build each project in a separate call"

  /// The command line, the message and the hint.
  static let cases: [([String], String, String?)] = [
    (["build", "a"], "'a' is a folder", "specify its project file: a/trema.json"),
    (["build", "a/"], "'a/' is a folder", "specify its project file: a/trema.json"),
    (
      ["build", "a/trema.json", "a/trema.json"], "project 'a/trema.json' is specified twice",
      "remove one of them"
    ),
    (
      ["build", "a/trema.json", "b/../a/trema.json"],
      "'a/trema.json' and 'b/../a/trema.json' are the same project file", "remove one of them"
    ),
    (
      ["check", "link.json", "b/trema.json", "a/trema.json"],
      "'link.json' and 'a/trema.json' are the same project file", "remove one of them"
    ),
    (
      ["build", "b/trema.json", "a/trema.json", "a/watch.json"],
      "'a/trema.json' and 'a/watch.json' have the same list of outputs, 'a/.trema-build.json'",
      "move one of them to another folder"
    ),
    (
      ["build", "a/trema.json", "--project", "b/trema.json"],
      "--project cannot be combined with project files as arguments",
      "specify all project files as arguments"
    ),
    (
      ["check", "a/trema.json", "--project", "b/trema.json"],
      "--project cannot be combined with project files as arguments",
      "specify all project files as arguments"
    ),
    (
      ["build", "a/trema.json", "b/trema.json", "--watch"],
      "--watch cannot be combined with several projects", "watch each project in a separate call"
    ),
    (
      ["build", "a/trema.json", "b/trema.json", "--output-root=x"],
      "--output-root cannot be combined with several projects", separately
    ),
    (
      ["build", "a/trema.json", "b/trema.json", "--planned=x"],
      "--planned cannot be combined with several projects", separately
    ),
    (
      ["build", "a/trema.json", "b/trema.json", "--stale-stamp=x"],
      "--stale-stamp cannot be combined with several projects", separately
    ),
    (
      ["build", "a/trema.json", "b/trema.json", "--jobs=0"],
      "--jobs must be a positive integer, not '0'", nil
    ),
    (
      ["build", "a/trema.json", "b/trema.json", "-jtwo"],
      "--jobs must be a positive integer, not 'two'", nil
    ),
    (["check", "-j-1"], "--jobs must be a positive integer, not '-1'", nil),
    (
      ["build", "a/trema.json", "b/trema.json", "--severity=missing-translation"],
      "--severity: 'missing-translation' is not CODE=LEVEL",
      "use for example missing-translation=error; the levels are error, warning, note and off"
    ),
    (
      ["check", "a/trema.json", "b/trema.json", "--fix"],
      "--fix cannot be combined with several projects", "fix each project in a separate call"
    ),
    (
      ["check", "a/trema.json", "b/trema.json", "--baseline=x"],
      "--baseline cannot be combined with several projects",
      "add \"baseline\" to each trema.json"
    ),
    (
      ["check", "a/trema.json", "b/trema.json", "--dry-run"],
      "--dry-run cannot be combined with several projects", "fix each project in a separate call"
    ),
    (
      ["check", "a/trema.json", "b/trema.json", "--update-baseline"],
      "'a/trema.json': --update-baseline: no baseline is specified",
      "specify its file with --baseline trema-baseline.json, or \"baseline\" in trema.json"
    ),
    (
      ["check", "a/trema.json", "b/trema.json", "--report=html"],
      "--report=html shows the texts of only one project",
      "write this report in a separate call for each project"
    ),
    (
      ["check", "a/trema.json", "b/Texts.trm"],
      "'b/Texts.trm' is a catalogue, but 'a/trema.json' is a project file",
      "check catalogues and projects in separate calls"
    ),
  ]

  @Test(arguments: cases)
  func `arguments that cannot be combined are rejected before anything is written`(
    _ line: [String], _ message: String, _ hint: String?
  ) throws {
    let projects = try Projects()
    try projects.write("a")
    try projects.write("b")
    try projects.folder.write(projects.folder.text("a/trema.json"), to: "a/watch.json")
    try FileManager.default.createSymbolicLink(
      atPath: "\(projects.folder.path)/link.json", withDestinationPath: "a/trema.json")
    let before = try Snapshot(of: projects.folder)
    #expect(
      try projects.run(line)
        == Tool.Result(
          status: 2, output: "",
          errors: "trema: error: [usage] \(message)\n" + (hint.map { "  hint: \($0)\n" } ?? "")
            + "1 error\n"))
    #expect(try Snapshot(of: projects.folder) == before)
  }
}
