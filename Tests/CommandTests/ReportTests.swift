import Foundation
import Testing
import TremaTestSupport

/// The reports of `trema check` as files, read by the tools that consume them.
@Suite struct ReportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      <trema masterLang="de">
        <text key="a"><context/>
          <value lang="de" status="verified">Größe 😀 %d &lt;/script&gt;</value>
          <value lang="en" status="translated">Größe 😀 %@</value>
          <value lang="fr" status="translated"> ]]&gt; %d\\q</value>
        </text>
      </trema>
      """, to: "Texts.trm")
  }

  private static let judge = """
    import json, sys, jsonschema
    from junitparser import JUnitXml
    report = json.load(open("out/a.sarif", encoding="utf-8"))
    jsonschema.Draft4Validator(json.load(open(sys.argv[1]))).validate(report)
    run = report["runs"][0]
    for result in run["results"]:
        rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
        assert rule["id"] == result["ruleId"] and rule["shortDescription"]["text"]
        assert "\\n\\n" in rule["help"]["markdown"]
        place = result["locations"][0]["physicalLocation"]
        print(result["ruleId"], place["artifactLocation"]["uri"], place["region"]["startLine"],
              place["region"]["startColumn"])
    junit = JUnitXml.fromfile("out/a.xml")
    print("junit", junit.tests, junit.failures, junit.errors)
    print("gitlab", [(i["check_name"], i["location"]["path"]) for i in json.load(open("out/a.json"))])
    """

  private static let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .appendingPathComponent("TremaDiagnosticsTests/Fixtures/sarif-schema-2.1.0.json").path

  @Test func `several reports are written in one run, and their tools can read them`() throws {
    let result = try Tool.run(
      "check", "./Texts.trm", "--report=sarif=out/a.sarif", "--report=junit=out/a.xml",
      "--report=gitlab=out/a.json", "--report=html=out/a.html", "--report=github", in: folder)
    #expect(result.status == 1)
    #expect(result.errors == "")
    #expect(
      result.output == """
        ::warning file=Texts.trm,line=3,endLine=3,col=40,title=markup-tags::the 'de' value has \
        different numbers of <script> and </script> tags%0Ahint: use the same tags as the master
        ::error file=Texts.trm,line=4,endLine=4,col=51,endColumn=53,title=placeholder-mismatch\
        ::'a' in 'en': argument 1 is %25@, but %25d in 'de'%0Ahint: use the placeholders of 'de'; \
        number them to change their order
        ::warning file=Texts.trm,line=5,endLine=5,col=42,title=brackets::']' is unmatched in \
        'fr'%0Ahint: add the matching bracket, or remove this one
        ::warning file=Texts.trm,line=5,endLine=5,col=42,title=edge-space::the whitespace at the \
        beginning of 'a' in 'fr' differs from the master%0Ahint: use the same leading and trailing whitespace as the master
        ::warning file=Texts.trm,line=5,endLine=5,col=52,endColumn=54,title=unknown-escape\
        ::unknown escape sequence '\\q' in 'fr'%0Ahint: write \\\\ for a backslash, or set rawBackslash \
        if the catalogue has no escapes

        """)
    let verdict = try Judge.environmentPython.run(["-c", Self.judge, Self.schema], in: folder)
    #expect(verdict.complaint == "")
    #expect(
      verdict.text == """
        markup-tags Texts.trm 3 40
        placeholder-mismatch Texts.trm 4 51
        brackets Texts.trm 5 42
        edge-space Texts.trm 5 42
        unknown-escape Texts.trm 5 52
        junit 5 1 0
        gitlab [('markup-tags', 'Texts.trm'), ('placeholder-mismatch', 'Texts.trm'), \
        ('brackets', 'Texts.trm'), ('edge-space', 'Texts.trm'), ('unknown-escape', 'Texts.trm')]

        """)
    #expect(try Snapshot(of: folder, "out").files == ["a.html", "a.json", "a.sarif", "a.xml"])
  }

  @Test func `either all reports are written or none`() throws {
    try folder.write("old", to: "a.sarif")
    let result = try Tool.run(
      "check", "Texts.trm", "--report=sarif=a.sarif", "--report=json=Texts.trm/a.json", in: folder)
    #expect(result.status == 4)
    #expect(try folder.text("a.sarif") == "old")
    #expect(try Snapshot(of: folder).names == ["Texts.trm", "a.sarif"])
  }

  @Test(arguments: [
    (["--report=json=./Texts.trm"], "--report: './Texts.trm' is an input of this command"),
    (
      ["--report=json=a", "--report=text=x/../a"],
      "--report: two outputs would be written to 'x/../a'"
    ),
    (
      ["--report=pdf"],
      "--report: 'pdf' is not one of text, json, sarif, github, gitlab, junit, html"
    ),
    (["--report=html="], "--report: 'html=' has no file name"),
  ])
  func `a report path that is in use is refused`(_ options: [String], _ message: String) throws {
    try folder.write("x", to: "x/y")
    let before = try Snapshot(of: folder)
    let result = try Tool.run(["check", "Texts.trm"] + options, in: folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("trema: error: [usage] \(message)\n"), "\(result)")
    #expect(try Snapshot(of: folder) == before)
  }

  @Test(arguments: ["sarif", "github", "gitlab", "junit", "html"])
  func `an unreadable catalogue appears in every report`(_ format: String) throws {
    let result = try Tool.run("check", "No.trm", "--report", format, in: folder)
    #expect(result.status == 3)
    #expect(result.output.contains("cannot-read"))
    #expect(result.errors == "")
  }

  @Test(arguments: ["sarif", "github", "gitlab", "junit", "html"])
  func `reports are byte-identical regardless of the order of findings`(_ format: String) throws {
    let again = try TemporaryFolder()
    try again.write(folder.read("Texts.trm"), to: "Texts.trm")
    let output = try Tool.run("check", "Texts.trm", "--report", format, in: folder).output
    #expect(try Tool.run("check", "Texts.trm", "--report", format, in: again).output == output)
    #expect(!output.contains(folder.path))
  }
}
