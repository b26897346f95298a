import Foundation
import Testing
import TremaTestSupport

/// `trema build` of several projects in one process.
@Suite struct ProjectsBuildTests {
  private let projects: Projects
  private var folder: TemporaryFolder { projects.folder }

  init() throws { projects = try Projects() }

  private func build(_ arguments: String..., shell: String? = nil) throws -> Tool.Result {
    try projects.run(["build"] + arguments, shell: shell)
  }

  /// Returns the output without the name of the project in each summary.
  private func withoutNames(_ output: String) -> String {
    output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let parts = line.split(separator: ": ", maxSplits: 1)
      return parts.count == 2 && parts[0].hasSuffix("trema.json") ? parts[1] : line
    }.joined(separator: "\n")
  }

  @Test(arguments: ["1", "2", "7"])
  func `several projects have the files and output of one build after the other`(
    _ jobs: String
  ) throws {
    try projects.writeMixture()
    let singles = try Projects()
    try singles.writeMixture()
    var expected = Tool.Result(status: 3, output: "", errors: "")
    var statuses: [Int32] = []
    for project in Projects.mixture {
      let result = try singles.run(["build", "--project", project])
      statuses.append(result.status)
      expected.output += result.output
      expected.errors += result.errors
    }
    #expect(statuses == [0, 1, 3, 4, 3, 0])
    expected.errors +=
      "4 of 6 projects failed: twice/trema.json, gone/trema.json, full/trema.json, broken/trema.json\n"
    var result = try projects.run(["build", "--jobs", jobs] + Projects.mixture)
    #expect(result.output.contains("good/trema.json: 2 outputs, 2 written\n"))
    result.output = withoutNames(result.output)
    #expect(result == expected)
    #expect(try Snapshot(of: folder) == Snapshot(of: singles.folder))
  }

  @Test func `a project as argument is the same as the option`() throws {
    try projects.write("a")
    #expect(
      try build("a/trema.json")
        == Tool.Result(
          status: 0, output: "wrote a/out/de.lproj/Localizable.strings\n1 output, 1 written\n",
          errors: ""))
    #expect(try build("--project", "a/trema.json").output == "1 output, 0 written\n")
  }

  /// Projects of ``Projects/writeMixture()``, and the exit status.
  static let mixtures: [([String], Int32)] = [
    (["good", "warned"], 0), (["good", "twice"], 1), (["full", "good", "twice"], 4),
    (["twice", "full", "broken"], 3), (["gone", "good"], 3),
  ]

  @Test(arguments: mixtures)
  func `the exit status is that of the most serious project`(
    _ names: [String], _ status: Int32
  ) throws {
    try projects.writeMixture()
    #expect(try projects.run(["build"] + names.map(Projects.file)).status == status)
  }

  @Test func `an unchanged project is not built again`() throws {
    for name in ["a", "b", "c"] { try projects.write(name) }
    try projects.age()
    let all = ["a", "b", "c"].map(Projects.file)
    #expect(try projects.run(["build"] + all).status == 0)
    #expect(try projects.traces.count == 3)
    // A count that a real build would not report shows that the trace is used.
    try projects.replaceTraces { $0.replacingOccurrences(of: "\n1\n", with: "\n11\n") }
    #expect(
      try projects.run(["build"] + all).output == """
        a/trema.json: 11 outputs, 0 written
        b/trema.json: 11 outputs, 0 written
        c/trema.json: 11 outputs, 0 written

        """)
    try projects.write("b", catalogue: Projects.catalogue.replacing("Ja", with: "Doch"))
    // The number of projects and of jobs does not matter.
    #expect(
      try build("--jobs=1", "c/trema.json", "b/trema.json").output == """
        c/trema.json: 11 outputs, 0 written
        wrote b/out/de.lproj/Localizable.strings
        b/trema.json: 1 output, 1 written

        """)
    #expect(try build("--project", "a/trema.json").output == "11 outputs, 0 written\n")
    #expect(try projects.run(["build", "--quiet"] + all).output == "")
  }

  @Test func `outputs that are out of date are listed for each project`() throws {
    for name in ["a", "b"] { try projects.write(name) }
    #expect(try build("a/trema.json").status == 0)
    let before = try Snapshot(of: folder)
    #expect(
      try build("--check", "--stamp", "stamp", "a/trema.json", "b/trema.json")
        == Tool.Result(
          status: 1,
          output: """
            a/trema.json: 1 output, 0 out of date
            out of date: b/out/de.lproj/Localizable.strings
            b/trema.json: 1 output, 1 out of date

            """, errors: ""))
    #expect(try Snapshot(of: folder) == before)
  }

  @Test func `the stamp is touched only if all projects are built`() throws {
    for name in ["a", "b"] { try projects.write(name) }
    try projects.write("twice", catalogue: Projects.twice)
    #expect(try build("--stamp=stamp", "a/trema.json", "twice/trema.json").status == 1)
    #expect(try !Snapshot(of: folder).names.contains("stamp"))
    #expect(try build("--stamp=stamp", "a/trema.json", "b/trema.json").status == 0)
    #expect(try Snapshot(of: folder).names.contains("stamp"))
  }

  @Test func `two projects that write the same file are an error in each build`() throws {
    for name in ["a", "b"] {
      try projects.write(
        name, catalogue: Projects.catalogue.replacing("Ja", with: "Wort aus \(name)"),
        directory: "../both")
    }
    try projects.write("c")
    let all = ["a", "b", "c"].map(Projects.file)
    for _ in 0..<3 {
      try projects.age()
      let result = try projects.run(["build"] + all)
      #expect(result.status == 1)
      #expect(
        result.errors == """
          b/trema.json: error: [output-collision] 'a/trema.json' and 'b/trema.json' write to the same file, 'b/../both/de.lproj/Localizable.strings'
            hint: give an output of one project a different directory, table or type
          1 error
          1 of 3 projects failed: b/trema.json

          """)
      let text = try folder.text("both/de.lproj/Localizable.strings")
      #expect(text.contains("Wort aus a") != text.contains("Wort aus b"))
      #expect(try Snapshot(of: folder).temporaryFiles == [])
    }
  }

  @Test func `an output that moves to another project is not removed`() throws {
    let files = ["a/trema.json", "a/sub/trema.json"]
    try projects.write("a", directory: "sub/x")
    try projects.write("a/sub", directory: "y")
    #expect(try projects.run(["build"] + files).status == 0)
    try projects.write("a", directory: "z")
    try projects.write("a/sub", directory: "x")
    #expect(
      try projects.run(["build"] + files)
        == Tool.Result(
          status: 0,
          output: """
            wrote a/z/de.lproj/Localizable.strings
            a/trema.json: 1 output, 1 written
            a/sub/trema.json: 1 output, 0 written
            removed a/sub/y/de.lproj/Localizable.strings

            """, errors: ""))
    let names = try Snapshot(of: folder).names
    #expect(names.contains("a/sub/x/de.lproj/Localizable.strings"))
    #expect(!names.contains("a/sub/y/de.lproj/Localizable.strings"))
    // The file belongs to the other project now.
    #expect(try !folder.text("a/.trema-build.json").contains("sub/x"))
    #expect(
      try projects.run(["build"] + files).output
        == "a/trema.json: 1 output, 0 written\na/sub/trema.json: 1 output, 0 written\n")
  }

  @Test func `an output that cannot be printed does not stop the builds`() throws {
    for name in ["a", "b", "c"] { try projects.write(name) }
    try projects.write("twice", catalogue: Projects.twice)
    let result = try build(
      "a/trema.json", "twice/trema.json", "b/trema.json", "c/trema.json", "--stamp=stamp",
      shell: "exec \"$@\" >/dev/full")
    #expect(result.status == 4)
    #expect(result.errors.contains("twice/Texts.trm:3:3: error: [duplicate-key]"))
    #expect(
      result.errors.hasSuffix(
        """
        trema: error: [cannot-write] cannot write to standard output: no space left on device
        1 error

        """))
    let names = try Snapshot(of: folder).names
    for name in ["a", "b", "c"] {
      #expect(names.contains("\(name)/out/de.lproj/Localizable.strings"))
    }
    #expect(!names.contains("stamp"))
  }

  @Test func `files are listed for each project in order`() throws {
    for name in ["a", "b"] {
      try projects.write(name)
      try folder.write(
        folder.text("\(name)/trema.json").replacing("Texts.trm", with: "../Shared.trm"),
        to: "\(name)/trema.json")
    }
    try folder.write(Projects.catalogue, to: "Shared.trm")
    let result = try build("--verbose", "a/trema.json", "b/trema.json")
    #expect(
      result.errors == """
        reading a/trema.json
        reading Shared.trm
        reading b/trema.json
        reading Shared.trm

        """)
  }

  @Test func `many outputs need only few open files`() throws {
    let languages = Catalogue.languages(40)
    let all = try (0..<8).map { number in
      try projects.write(
        "p\(number)", catalogue: Catalogue.large(20, languages: languages),
        more: "\n\"languages\": [\(languages.map { "\"\($0)\"" }.joined(separator: ", "))],")
      return Projects.file("p\(number)")
    }
    let result = try projects.run(
      ["build", "-j8"] + all, shell: "ulimit -n 160; exec \"$@\"")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("p7/trema.json: 40 outputs, 40 written\n"))
  }

  @Test func `memory does not grow with the number of projects`() throws {
    let catalogue = Catalogue.large(200)
    let all = try (0..<48).map { number in
      try projects.write("p\(number)", catalogue: catalogue)
      return Projects.file("p\(number)")
    }
    let few = try Cost(of: ["build", "-j2"] + all.prefix(6), in: folder)
    let many = try Cost(of: ["build", "-j2"] + all, in: folder)
    // One project takes some MiB.
    #expect(many.peak < few.peak + (8 << 20), "\(few.peak) \(many.peak)")
  }

  #if os(Linux)
    @Test func `a full disk affects only the project on it`() throws {
      try projects.write("a")
      try projects.write("out", catalogue: Catalogue.large(5000))
      try projects.write("z")
      let before = try Snapshot(of: folder, "out")
      let result = try projects.run(
        ["build", "-j3"] + ["a", "out", "z"].map(Projects.file),
        shell: Surroundings.fullDisk(rooms: 64))
      #expect(result.status == 4, "\(result)")
      #expect(result.errors.contains("': no space left on device\n"))
      #expect(
        result.output == """
          wrote a/out/de.lproj/Localizable.strings
          a/trema.json: 1 output, 1 written
          wrote z/out/de.lproj/Localizable.strings
          z/trema.json: 1 output, 1 written

          """)
      #expect(try Snapshot(of: folder, "after") == before)
    }
  #endif
}
