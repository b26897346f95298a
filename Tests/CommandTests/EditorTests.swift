import Foundation
import Testing
import TremaTestSupport

/// The settings on the page about editors, applied to real output of the command.
@Suite struct EditorTests {
  private static let page = CIJob.root.appendingPathComponent("Documentation/Editors.md").path

  /// Applies patterns to the lines of a report and prints the matches. `regress` has the regular
  /// expressions of JavaScript, which VS Code and the runner of GitHub read the patterns as.
  private static let judge = """
    import json, re, sys
    import regress
    page = open(sys.argv[1]).read()
    lines = open("report.txt").read().splitlines()
    blocks = [json.loads(b) for b in re.findall(r"```json\\n(.*?)```", page, re.S)]
    task = next(b for b in blocks if "tasks" in b)["tasks"][0]
    github = json.load(open(sys.argv[2]))["problemMatcher"]
    def matches(matchers):
        for line in lines:
            for matcher in matchers:
                pattern = matcher["pattern"]
                if isinstance(pattern, list): (pattern,) = pattern
                found = regress.Regex(pattern["regexp"]).find(line)
                if not found: continue
                part = {k: line.encode()[found.group(n)].decode() for k, n in pattern.items() if type(n) is int}
                severity = part.get("severity", matcher.get("severity"))
                yield [part["file"], part.get("line"), part.get("column"), severity, part["code"], part["message"]]
    vscode = [[m if m != "info" else "notice" for m in match] for match in matches(task["problemMatcher"])]
    assert vscode == list(matches(github)), vscode
    for match in vscode: print(*match, sep=" | ")

    """

  private let folder: TemporaryFolder

  /// Writes the reports of several runs into `report.txt`.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      Catalogue.small.replacing("Hello %1$@", with: "größer 10:20:30: error: [x] y %1$d")
        .replacing("\"initial\">Bye", with: "\"begun\">Bye"), to: "My Texts.trm")
    try folder.write("<trema masterLang=\"de\">", to: "b.trm")
    let runs = [
      ["check", "My Texts.trm", "--severity=unknown-status=note"], ["check", "b.trm"],
      ["check", "none.trm"], ["check", "--bad"],
    ]
    var report = ""
    for run in runs {
      let result = try Tool.run(run, in: folder)
      report += result.output + result.errors
    }
    try folder.write(report, to: "report.txt")
  }

  @Test func `the problem matchers of VS Code and GitHub find all findings in a report`() throws {
    let verdict = try Judge.environmentPython.run(
      ["-c", Self.judge, Self.page, "\(CIJob.scripts)/problem-matcher.json"], in: folder)
    #expect(verdict.complaint == "")
    #expect(
      verdict.text == """
        My Texts.trm | 6 | 74 | error | placeholder-mismatch | 'app_name' in 'en': argument 1 is %1$d, but %1$@ in 'de'
        My Texts.trm | 11 | 30 | notice | unknown-status | unknown status 'begun' of 'bye' in 'en'
        b.trm | 1 | 24 | error | malformed-xml | the file ends inside the element 'trema'
        none.trm | None | None | error | cannot-read | cannot read 'none.trm': no such file or directory

        """)
  }

  /// IntelliJ's class RegexpFilter replaces the macros by these patterns.
  private static let outputFilter = """
    import re, sys
    filter = re.search(r"^\\| Output filters.*?\\| `(.*?)` \\|$", open(sys.argv[1]).read(), re.M)[1]
    for macro, pattern in {"FILE_PATH": r"(?:[A-Za-z]\\:)?[0-9 a-z_A-Z\\-\\\\./]+", "LINE": "[0-9]+", "COLUMN": "[0-9]+"}.items():
        filter = filter.replace(f"${macro}$", f"({pattern})")
    for line in sys.stdin:
        if found := re.search(filter, line): print(*found.groups(), sep=" | ")
    """

  @Test func `the output filter of JetBrains finds the places in a report with absolute paths`()
    throws
  {
    let report = try Tool.run(["check", "\(folder.path)/My Texts.trm"], in: folder).output
    let verdict = try Judge.environmentPython.run(
      ["-c", Self.outputFilter, Self.page], input: Array(report.utf8), in: folder)
    #expect(verdict.complaint == "")
    let path = "\(folder.path)/My Texts.trm"
    #expect(
      verdict.text == "\(path) | 6 | 74\n\(path) | 5 | 46\n\(path) | 11 | 30\n")
  }

  /// Validates a base, one with a mistake, and a layer by a schema, as editors do.
  private static let schemaJudge = """
    import json, plistlib, sys, jsonschema
    schema = json.load(open(sys.argv[1] + "/Configuration.schema.json"))
    jsonschema.Draft202012Validator.check_schema(schema)
    base = plistlib.load(open(sys.argv[1] + "/Configuration.plist", "rb"))
    validator = jsonschema.Draft202012Validator(schema)
    for value in [base, {**base, "logLevel": "loud"}, {"logLevel": "debug"}]:
        print([error.validator for error in validator.iter_errors(value)])
    """

  @Test func `the schema of the example accepts the base, and only the base`() throws {
    let verdict = try Judge.environmentPython.run(
      [
        "-c", Self.schemaJudge,
        CIJob.root.appendingPathComponent("Examples/Bistro/Config").path,
      ])
    #expect(verdict.complaint == "")
    #expect(verdict.text == "[]\n['enum']\n['required']\n")
  }
}
