import Foundation
import Testing
import TremaTestSupport

/// The script that checks a job's texts and configuration, in a clone with the variables of a
/// runner.
@Suite struct IntegrationCheckTests {
  private let job: CIJob

  init() throws { job = try CIJob(change: CIJob.mistake) }

  private static let finding = """
    Texts.trm:6:48: error: [placeholder-mismatch] 'app_name' in 'en': argument 1 is %1$d, but %1$@ in 'de'
    6 |     <value lang="en" status="translated">Hello %1$d</value>
      |                                                ^ hint: use the placeholders of 'de'; number them to change their order
    Texts.trm:5:46: note: the 'de' value is here
    1 error

    """

  private static let annotation =
    "::error file=Texts.trm,line=6,endLine=6,col=48,endColumn=52,title=placeholder-mismatch"
    + "::'app_name' in 'en': argument 1 is %251$d, but %251$@ in 'de'%0A"
    + "hint: use the placeholders of 'de'; number them to change their order\n"

  @Test func `findings on GitHub are in the log, beside their lines and in the summary`() throws {
    let result = try job.run(#"TREMA_CONFIGURATION=true "$scripts/check""#)
    #expect(result.status == 1)
    #expect(result.errors == "")
    // The token differs in each run.
    let tokens = result.output.matches(of: /::stop-commands::([0-9a-f]{32})\n/).map(\.1)
    try #require(tokens.count == 2)
    #expect(
      result.output == """
        ::group::trema check: 1 error
        ::stop-commands::\(tokens[0])
        \(Self.finding)::\(tokens[0])::
        ::endgroup::
        \(Self.annotation)::group::trema config check: no findings
        ::stop-commands::\(tokens[1])
        ::\(tokens[1])::
        ::endgroup::

        """)
    let reports = "\(job.folder.path)/checkout/../temp/trema-reports"
    #expect(
      try job.text("output") == """
        reports=\(reports)
        texts-sarif=\(reports)/texts.sarif
        configuration-sarif=\(reports)/configuration.sarif
        status=1

        """)
    #expect(
      try job.text("summary.md") == """
        ### Texts: failed

        1 error

        ### Configuration: passed

        No findings.


        """)
    #expect(
      try Snapshot(of: job.folder, "temp/trema-reports").files == [
        "configuration.annotations", "configuration.html", "configuration.sarif",
        "configuration.txt", "texts.annotations", "texts.html", "texts.sarif", "texts.txt",
      ])
  }

  @Test func `findings on GitLab are in the log and in its reports`() throws {
    let result = try job.run(#"TREMA_CONFIGURATION=true "$scripts/check""#, on: .gitlab)
    #expect(result.status == 1)
    #expect(result.output == Self.finding)
    #expect(
      try Snapshot(of: job.folder, "checkout/trema-reports").files == [
        "configuration.html", "configuration.json", "configuration.txt", "configuration.xml",
        "texts.html", "texts.json", "texts.txt", "texts.xml",
      ])
  }

  @Test func `only the requested checks run, at the requested level`() throws {
    let configuration = try job.run(
      #"TREMA_TEXTS=false TREMA_CONFIGURATION=true "$scripts/check""#, on: .other)
    #expect(configuration.status == 0)
    #expect(configuration.output == "")
    let texts = try job.run(
      """
      sed -i.old 's/%1$d/%1$@  /' Texts.trm
      TREMA_FAIL_ON=warning TREMA_PROJECT=$PWD/trema.json "$scripts/check"
      """, on: .other)
    #expect(texts.status == 1)
    #expect(texts.output.hasPrefix("\(job.folder.path)/checkout/Texts.trm:6:"))
    #expect(texts.output.hasSuffix("\n1 warning\n"), "\(texts.output)")
  }

  @Test func `without annotations, the findings are only in the log`() throws {
    let result = try job.run(#"TREMA_ANNOTATIONS=false "$scripts/check""#)
    #expect(!result.output.contains("::error"))
    #expect(result.output.contains(Self.finding))
  }

  @Test func `a project that cannot be read fails the job with the status of trema`() throws {
    let result = try job.run(
      #"TREMA_PROJECT=none.json TREMA_CONFIGURATION=true "$scripts/check""#)
    #expect(result.status == 3)
    let error = """
      none.json: error: [cannot-read] cannot read 'none.json': no such file or directory
        hint: check the path; relative paths start in the current folder
      1 error

      """
    let failures = ["check", "config check"].map {
      error
        + "::error title=trema::'trema \($0)' failed: none.json: error: [cannot-read] cannot read "
        + "'none.json': no such file or directory%0Ahint: see the log of this step\n"
    }
    #expect(result.errors == failures.joined())
    #expect(try job.text("output").hasSuffix("trema-reports\nstatus=3\n"))
    #expect(
      try job.text("summary.md").hasPrefix(
        "### Texts (none.json): failed\n\nThe check did not run; see the log.\n"))
  }

  @Test func `two projects of a repository have reports of their own`() throws {
    let result = try job.run(
      """
      mkdir App; cp Texts.trm App/
      echo '{ "catalogues": [{ "files": ["Texts.trm"] }] }' >App/trema.json
      TREMA_PROJECT=App/trema.json "$scripts/check" || TREMA_PROJECT=trema.json "$scripts/check"
      """, on: .other)
    #expect(result.status == 1)
    #expect(
      result.output == "App/\(Self.finding)".replacing("\nTexts", with: "\nApp/Texts")
        + Self.finding)
    #expect(
      try Snapshot(of: job.folder, "checkout/trema-reports").files == [
        "texts-App+trema.json.html", "texts-App+trema.json.txt", "texts.html", "texts.txt",
      ])
  }

  @Test(arguments: ["texts", "configuration", "annotations", "sarif"])
  func `an input that is neither true nor false is an error`(_ input: String) throws {
    let variable = "TREMA_\(input.uppercased())"
    let result = try job.run("\(variable)=True \"$scripts/check\"", on: .other)
    #expect(result.status == 1)
    #expect(
      result.errors == """
        trema: error: '\(input)' must be 'true' or 'false', not 'True'
          hint: correct the input '\(input)' or the variable \(variable)

        """)
    #expect(result.output == "")
  }

  @Test func `a command that writes no report is an error`() throws {
    let result = try job.run(#"TREMA=true "$scripts/check""#, on: .other)
    #expect(result.status == 1)
    #expect(
      result.errors == """
        trema: error: 'true check' wrote no report
          hint: set TREMA to the path of trema

        """)
  }

  @Test(arguments: ["check", "compare"])
  func `a missing command is an error with a remedy`(_ script: String) throws {
    let result = try job.run(#"TREMA=no-trema "$scripts/\#(script)""#, on: .other)
    #expect(result.status == 1)
    #expect(
      result.errors == """
        trema: error: 'no-trema' is not installed
          hint: run Integrations/install first, or set TREMA to the path of the executable

        """)
  }
}
