import Foundation
import Testing
import TremaTestSupport

/// `trema diff`: files, revisions, its output, and calls by git.
@Suite struct DiffTests {
  private static let new = """
    <?xml version="1.0" encoding="UTF-8"?>
    <trema masterLang="de">
      <text key="farewell">
        <context/>
        <value lang="en" status="initial"><![CDATA[Bye]]></value>
        <value lang="de" status="verified">Tsch&#252;ss</value>
      </text>
      <text key="app_name">
        <context>Name of the app</context>
        <value lang="de" status="verified">Hallo, %1$@!</value>
        <value lang="en" status="verified">Hello %1$@</value>
        <value lang="fr" status="translated">Salut %1$@</value>
      </text>
      <text key="ok">
        <context/>
        <value lang="de" status="initial">OK</value>
      </text>
    </trema>

    """

  private static let told = """
    ~ bye → farewell
        de  initial → verified
    ~ app_name
        context
          - Name
          + Name of the app
        de  verified
          - Hallo %1$@
          + Hallo, %1$@!
        en  translated → verified
      + fr  translated  Salut %1$@
    + ok
        de  initial  OK

    1 text added, 1 renamed, 1 changed
    de: 1 value added, 1 changed, 1 with a different status
    en: 1 value with a different status
    fr: 1 value added

    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "Old.trm")
    try folder.write(Self.new, to: "New.trm")
  }

  private func git(_ words: String...) throws -> String {
    let verdict = try Judge.git.run(
      ["-c", "user.name=A", "-c", "user.email=a@example.com"] + words, in: folder)
    try #require(verdict.status == 0, "\(verdict.complaint)")
    return verdict.text
  }

  /// A repository whose branch `main` has the old catalogue, the working tree the new one.
  private func repository() throws {
    _ = try git("init", "-q", "-b", "main")
    try folder.write(Catalogue.small, to: "Texts.trm")
    try folder.write("{ \"catalogues\": [{ \"files\": [\"Texts.trm\"] }] }", to: "trema.json")
    _ = try git("add", "Texts.trm", "trema.json")
    _ = try git("commit", "-q", "-m", "old")
    try folder.write(Self.new, to: "Texts.trm")
  }

  @Test func `two files differ in keys, contexts, values and statuses`() throws {
    #expect(
      try Tool.run("diff", "Old.trm", "New.trm", in: folder)
        == Tool.Result(status: 0, output: Self.told, errors: ""))
  }

  @Test func `differences fail the command only with --fail-on`() throws {
    #expect(
      try Tool.run("diff", "Old.trm", "New.trm", "--fail-on=changes", in: folder)
        == Tool.Result(status: 1, output: Self.told, errors: ""))
    #expect(
      try Tool.run("diff", "Old.trm", "Old.trm", "--fail-on=changes", in: folder)
        == Tool.Result(status: 0, output: "", errors: ""))
  }

  @Test func `a single language can be compared`() throws {
    #expect(
      try Tool.run(
        "diff", "Old.trm", "-", "--languages=FR", in: folder, input: Array(Self.new.utf8)
      )
      .output == """
        ~ bye → farewell
        ~ app_name
            context
              - Name
              + Name of the app
          + fr  translated  Salut %1$@
        + ok

        1 text added, 1 renamed, 1 changed
        fr: 1 value added

        """)
  }

  @Test func `a revision is compared with the working tree, and with another revision`() throws {
    try repository()
    #expect(
      try Tool.run("diff", "--git", "main", "Texts.trm", in: folder)
        == Tool.Result(status: 0, output: Self.told, errors: ""))
    // Without files, the catalogues of trema.json are compared.
    #expect(try Tool.run("diff", "--git=HEAD", in: folder).output == Self.told)
    _ = try git("switch", "-q", "-c", "feature")
    _ = try git("commit", "-q", "-a", "-m", "new")
    #expect(try Tool.run("diff", "--git=HEAD", in: folder).output == "")
    for range in ["main..feature", "main..", "main...feature"] {
      #expect(try Tool.run("diff", "--git", range, in: folder).output == Self.told, "\(range)")
    }
    #expect(try Tool.run("diff", "--git", "feature...main", in: folder).output == "")
  }

  @Test func `a file that is missing in a revision is reported as added`() throws {
    try repository()
    #expect(
      try Tool.run("diff", "--git=main", "Old.trm", in: folder).output == """
        + Old.trm: the file is new
        + app_name
            context  Name
            de  verified  Hallo %1$@
            en  translated  Hello %1$@
        + bye
            de  initial  Tschüss
            en  initial  Bye

        2 texts added
        de: 2 values added
        en: 2 values added

        """)
    try FileManager.default.removeItem(atPath: "\(folder.path)/Texts.trm")
    let gone = try Tool.run("diff", "--git=main", in: folder)
    #expect(gone.status == 0)
    #expect(gone.output.hasPrefix("- main:Texts.trm: the file was removed\n- app_name\n"))
    #expect(
      gone.output.hasSuffix("\n2 texts removed\nde: 2 values removed\nen: 2 values removed\n"))
  }

  @Test func `a file in a removed folder is compared with its revision`() throws {
    try repository()
    try folder.write(Catalogue.small, to: "a/b/T.trm")
    _ = try git("add", "-A")
    _ = try git("commit", "-q", "-m", "deep")
    for folders in ["a/b", "a"] {
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(folders)")
      for path in ["a/b/T.trm", "./a//b/T.trm", "\(folder.path)/a/b/T.trm"] {
        let gone = try Tool.run("diff", "--git=HEAD", path, in: folder)
        #expect(gone.status == 0, "\(gone)")
        #expect(gone.output.hasPrefix("- HEAD:\(path): the file was removed\n- app_name\n"))
      }
    }
  }

  @Test func `several files are reported separately`() throws {
    try repository()
    let output = try Tool.run("diff", "--git=main", "Texts.trm", "Old.trm", in: folder).output
    #expect(output.hasPrefix("Texts.trm:\n~ bye → farewell\n"))
    #expect(output.contains("\n+ Old.trm: the file is new\n"))
  }

  @Test func `inputs that cannot be compared are reported`() throws {
    try repository()
    func errors(_ words: String...) throws -> String {
      let result = try Tool.run(["diff"] + words, in: folder)
      #expect(result.output == "")
      return "\(result.status) \(result.errors)"
    }
    #expect(
      try errors("Old.trm") == """
        2 trema: error: [usage] no catalogues or revision are specified
          hint: run trema diff Old.trm New.trm, or trema diff --git main Texts.trm
        1 error

        """)
    #expect(
      try errors("--git=nowhere", "Texts.trm") == """
        3 trema: error: [git] unknown git revision 'nowhere' in '.'
          hint: list the revisions with: git log --oneline
        1 error

        """)
    #expect(
      try errors("--git=main", "No.trm") == """
        3 trema: error: [cannot-read] 'No.trm' is neither in 'main' nor in the working tree
          hint: check the path or the revision
        1 error

        """)
    try folder.write("<trema masterLang=\"de\"><text/></trema>", to: "Bad.trm")
    #expect(try errors("Old.trm", "Bad.trm").hasPrefix("3 Bad.trm:1:24: error: "))
  }

  @Test func `the JSON output is the same on every run`() throws {
    let result = try Tool.run(
      "diff", "Old.trm", "New.trm", "--format=json", "-o", "out.json", in: folder)
    #expect(result == Tool.Result(status: 0, output: "", errors: ""))
    let verdict = try Judge.python.run(
      [
        "-c",
        """
        import json
        d = json.load(open("out.json"))
        print(d["version"], d["files"][0]["old"], d["files"][0]["new"], json.dumps(d["summary"]))
        for t in d["files"][0]["texts"]: print(json.dumps(t, ensure_ascii=False))
        """,
      ], in: folder)
    #expect(
      verdict.text == """
        1 Old.trm New.trm {"added": 1, "removed": 0, "renamed": 1, "changed": 1, "contexts": 1, \
        "languages": [{"language": "de", "added": 1, "removed": 0, "changed": 1, "status": 1}, \
        {"language": "en", "added": 0, "removed": 0, "changed": 0, "status": 1}, \
        {"language": "fr", "added": 1, "removed": 0, "changed": 0, "status": 0}]}
        {"change": "renamed", "key": "farewell", "oldKey": "bye", "values": [{"language": "de", \
        "old": {"text": "Tschüss", "status": "initial"}, "new": {"text": "Tschüss", "status": "verified"}}]}
        {"change": "changed", "key": "app_name", "context": {"old": "Name", "new": "Name of the app"}, \
        "values": [{"language": "de", "old": {"text": "Hallo %1$@", "status": "verified"}, \
        "new": {"text": "Hallo, %1$@!", "status": "verified"}}, {"language": "en", \
        "old": {"text": "Hello %1$@", "status": "translated"}, \
        "new": {"text": "Hello %1$@", "status": "verified"}}, {"language": "fr", \
        "new": {"text": "Salut %1$@", "status": "translated"}}]}
        {"change": "added", "key": "ok", "values": [{"language": "de", "new": {"text": "OK", "status": "initial"}}]}

        """, "\(verdict.complaint)")
  }

  @Test func `git runs the command as an external diff`() throws {
    try repository()
    _ = try git("mv", "trema.json", "moved.json")
    try folder.write("*.trm diff=trema\n", to: ".gitattributes")
    _ = try git("config", "diff.trema.command", "'\(Tool.path)' diff --driver --")
    #expect(
      try git("diff", "--", "Texts.trm")
        == "diff --trema a/Texts.trm b/Texts.trm\n"
        + String(Self.told.prefix(upTo: try #require(Self.told.range(of: "\n1 text")).lowerBound)))
    _ = try git("add", "Old.trm")
    #expect(
      try git("diff", "--cached", "--", "Old.trm").hasPrefix(
        """
        diff --trema a/Old.trm b/Old.trm
        new file mode 100644
        + b/Old.trm: the file is new
        + app_name

        """))
    // A file that is moved and edited, and one that is no longer a catalogue.
    _ = try git("mv", "-f", "Texts.trm", "Moved.trm")
    let moved = try git("diff", "-M10", "HEAD", "--", "Texts.trm", "Moved.trm")
    #expect(moved.hasPrefix("diff --trema a/Texts.trm b/Moved.trm\nsimilarity index "))
    #expect(moved.contains("rename to Moved.trm\n"))
    #expect(moved.contains("\n~ bye → farewell\n"))
    try folder.write("<trema", to: "Moved.trm")
    #expect(try git("diff").contains("b/Moved.trm:1:1: error: "))
  }

  @Test func `an unfinished merge is reported to git`() throws {
    #expect(
      try Tool.run("diff", "--driver", "--", "Texts.trm", in: folder)
        == Tool.Result(status: 0, output: "* Unmerged path Texts.trm\n", errors: ""))
  }
}
