import Foundation
import Testing
import TremaTestSupport

/// `trema export`: the files for translators.
@Suite struct ExportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.catalogue, to: "Texts.trm")
  }

  private static let catalogue = """
    <trema masterLang="en">
      <text key="title"><context>Of the page
        @max 40</context><value lang="en" status="verified">Hello %@</value>
        <value lang="fr" status="verified">Bonjour %@</value></text>
      <text key="sum"><context>- a formula</context><value lang="en" status="translated">=1+1</value>
        <value lang="fr" status="initial"/></text>
      <text key="draft"><context/><value lang="en" status="translated">A\\nB</value>
        <value lang="fr" status="initial">C</value></text>
      <text key="missing"><context/><value lang="en" status="translated">007</value></text>
      <text key="brand"><context>@translatable false</context>
        <value lang="en" status="translated">Bistro</value></text>
    </trema>

    """

  private func export(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(["export"] + arguments, in: folder)
  }

  private func ran(_ result: Tool.Result, _ output: String) {
    #expect(result.status == 0 && result.output == output, "\(result)")
  }

  @Test func `a table contains the context, the original, the status and the limit`() throws {
    ran(
      try export("--to", "csv", "--language", "fr", "Texts.trm"),
      "wrote Texts_fr.csv\n1 output, 1 written\n")
    #expect(
      try folder.text("Texts_fr.csv")
        == """
        \u{FEFF}Key,Status,Master (en),Value (fr) ['],Context,Limit
        title,verified,Hello %@,Bonjour %@,Of the page,40
        sum,initial,'=1+1,,'- a formula,
        draft,initial,"A
        B",C,,
        missing,initial,'007,,,

        """.replacingOccurrences(of: "\n", with: "\r\n")
        .replacingOccurrences(of: "A\r\nB", with: "A\nB"))
  }

  @Test func `both XLIFF versions and PO represent the length limit`() throws {
    func text(_ arguments: String...) throws -> String {
      let result = try Tool.run(
        ["export", "--language", "fr", "Texts.trm", "-o", "-", "--to"] + arguments, in: folder)
      #expect(result.status == 0, "\(result)")
      return result.output
    }
    let one = try text("xliff")
    #expect(
      one.contains(
        """
              <trans-unit id="title" xml:space="preserve" approved="yes" maxwidth="40" size-unit="char">
                <source>Hello %@</source>
                <target state="final">Bonjour %@</target>
                <note>Of the page</note>
              </trans-unit>
        """))
    let two = try text("xliff", "--xliff-version", "2.0")
    #expect(two.contains("xml:space=\"preserve\" slr:sizeRestriction=\"40\">"))
    let po = try text("po")
    #expect(
      po.contains(
        """
        # status: verified
        #. Of the page
        #. @max 40
        #, objc-format
        msgctxt "title"
        msgid "Hello %@"
        msgstr "Bonjour %@"
        """))
    for text in [one, two, po] { #expect(!text.contains("Bistro")) }
  }

  @Test func `a workbook contains no formulas, and openpyxl reads its texts`() throws {
    ran(
      try export("--to", "xlsx", "--language", "fr", "Texts.trm", "-o", "out.xlsx"),
      "wrote out.xlsx\n1 output, 1 written\n")
    let verdict = try Judge.environmentPython.run(
      [
        "-c",
        """
        import openpyxl
        sheet = openpyxl.load_workbook("out.xlsx").active
        for row in sheet.rows:
          print([(c.value, c.data_type) for c in row if c.value is not None])
        """,
      ], in: folder)
    #expect(
      verdict.text == """
        [('Key', 's'), ('Status', 's'), ('Master (en)', 's'), ('Value (fr)', 's'), ('Context', 's'), \
        ('Limit', 's')]
        [('title', 's'), ('verified', 's'), ('Hello %@', 's'), ('Bonjour %@', 's'), ('Of the page', \
        's'), ('40', 's')]
        [('sum', 's'), ('initial', 's'), ('=1+1', 's'), ('- a formula', 's')]
        [('draft', 's'), ('initial', 's'), ('A\\nB', 's'), ('C', 's')]
        [('missing', 's'), ('initial', 's'), ('007', 's')]

        """, "\(verdict.complaint)")
  }

  /// The keys of a table on standard output.
  private func keys(_ arguments: String...) throws -> [String] {
    let result = try Tool.run(
      ["export", "--to", "csv", "-o", "-", "--language", "fr"] + arguments, in: folder)
    #expect(result.status == 0, "\(result)")
    return result.output.components(separatedBy: "\r\n").dropFirst().compactMap {
      $0.split(separator: ",").first.map(String.init)
    }
  }

  @Test func `only untranslated texts are exported`() throws {
    #expect(try keys("--only", "untranslated", "Texts.trm") == ["sum", "draft", "missing"])
    ran(
      try export(
        "--to", "csv", "--language", "fr,it", "--only", "untranslated", "Texts.trm", "-o", "out"),
      "wrote out/Texts_fr.csv\nwrote out/Texts_it.csv\n2 outputs, 2 written\n")
    #expect(try folder.text("out/Texts_it.csv").contains("title,initial,Hello %@,,Of the page,40"))
  }

  private func git(_ arguments: String...) throws {
    let verdict = try Judge.git.run(
      ["-c", "user.name=a", "-c", "user.email=a@example.com"] + arguments, in: folder)
    #expect(verdict.status == 0, "\(verdict.complaint)")
  }

  @Test func `only texts whose original changed since a revision are exported`() throws {
    try git("init", "-q")
    try git("add", "Texts.trm")
    try git("commit", "-qm", "first")
    try git("tag", "v1")
    #expect(try keys("--only", "changed-since", "v1", "Texts.trm") == [])
    try folder.write(
      Self.catalogue.replacing("Hello", with: "Hi").replacing("Of the page", with: "Of a page")
        .replacing(">C<", with: ">D<").replacing("- a formula", with: "a formula")
        .replacing(
          "</trema>",
          with:
            "<text key='new'><context/><value lang='en' status='initial'>New</value></text></trema>"
        ), to: "Texts.trm")
    for words in [["changed-since", "v1"], ["changed-since=HEAD"]] {
      let result = try Tool.run(
        ["export", "--to", "csv", "-o", "-", "--language", "fr", "Texts.trm", "--only"] + words,
        in: folder)
      #expect(
        result.output.replacing("\r\n", with: "\n")
          == """
          \u{FEFF}Key,Status,Master (en),Value (fr) ['],Context,Limit
          title,verified,Hi %@,Bonjour %@,Of a page,40
          new,initial,New,,,

          """)
    }
    // A missing old file makes the whole file new.
    try folder.write(Self.catalogue, to: "Other.trm")
    #expect(try keys("--only", "changed-since", "v1", "Other.trm").count == 4)
    let unknown = try export(
      "--to", "csv", "--language", "fr", "--only", "changed-since", "v9", "Texts.trm")
    #expect(
      unknown
        == Tool.Result(
          status: 3, output: "",
          errors: """
            trema: error: [git] unknown git revision 'v9' in '.'
              hint: list the revisions with: git log --oneline
            1 error

            """))
  }

  @Test func `without files, each catalogue of the project is exported to a file`() throws {
    try folder.write(Self.catalogue, to: "More/Menu.trm")
    try folder.write(
      #"{"catalogues": [{"files": ["Texts.trm"]}, {"files": ["More/Menu.trm"]}]}"#,
      to: "trema.json")
    ran(
      try export("--to", "po", "--language", "pt-BR"),
      "wrote Texts_pt_BR.po\nwrote Menu_pt_BR.po\n2 outputs, 2 written\n")
  }

  @Test(arguments: ["csv", "xliff", "po", "xlsx"])
  func `a translation of an older original is exported, with a warning`(
    format: String
  ) throws {
    try folder.write(
      Self.catalogue.replacing("Hello %@", with: "Hello %1$@ and %2$d"), to: "Texts.trm")
    let result = try export("--to", format, "--language", "fr", "Texts.trm", "-o", "out")
    #expect(result.status == 0)
    #expect(
      result.errors.contains(
        "warning: [dropped-placeholder] the 'fr' value of 'title' omits argument 2 (%2$d) of the 'en' value"
      ),
      "\(result)")
    let imported = try Tool.run(
      ["import", "out", "--from", format, "--into", "Texts.trm", "--language", "fr"], in: folder)
    #expect(imported.status == 0, "\(imported)")
    #expect(imported.output.contains(" 0 conflicts"), "\(imported)")
  }

  @Test func `errors of the catalogue are reported, and nothing is written`() throws {
    try folder.write(
      """
      <trema masterLang="en">
        <text key="a"><context/><value lang="en" status="translated">%@</value>
          <value lang="fr" status="translated">{n, plural, one {x}}</value></text>
        <text key="b"><context/><value lang="en" status="translated">B</value></text>
      </trema>
      """, to: "Bad.trm")
    let result = try export("--to", "csv", "--language", "fr", "Bad.trm")
    #expect(result.status == 1 && result.output == "")
    #expect(
      result.errors.contains(
        "Bad.trm:3:61: error: [invalid-message] the 'fr' value is not a valid message: the branch 'other' "
          + "is missing\n"), "\(result)")
    #expect(!result.errors.contains("missing-translation"))
    #expect(try Snapshot(of: folder).files.sorted() == ["Bad.trm", "Texts.trm"])
    let rest = try export("--to", "csv", "--language", "fr", "Bad.trm", "--keep-going")
    #expect(rest.status == 1)
    #expect(try folder.text("Bad_fr.csv").contains("\r\nb,initial,B,,,\r\n"))
  }

  private static let usage: [(line: [String], errors: String)] = [
    (
      ["Texts.trm", "--language", "fr"],
      """
      trema: error: [usage] --to is missing
        hint: specify one of xliff, csv, xlsx, po
      1 error

      """
    ),
    (
      ["Texts.trm", "--to", "csv"],
      """
      trema: error: [usage] --language is missing
        hint: specify it: --language fr
      1 error

      """
    ),
    (
      ["Texts.trm", "--to", "csv", "--language", "fr", "--only", "changed-since"],
      """
      trema: error: [usage] --only changed-since requires an argument
      1 error

      """
    ),
    (
      ["Texts.trm", "--to", "csv", "--language", "fr", "--only", "changed"],
      """
      trema: error: [usage] --only must be one of untranslated, changed-since, not 'changed'
      1 error

      """
    ),
    (
      ["Texts.trm", "--to", "csv", "--language", "fr,it", "-o", "-"],
      """
      trema: error: [usage] there are several outputs, but standard output accepts only one
        hint: choose one language and one catalogue, or specify a folder: --output DIR
      1 error

      """
    ),
  ]

  @Test(arguments: usage.indices)
  func `invalid command lines are reported with a complete message`(index: Int) throws {
    let result = try Tool.run(["export"] + Self.usage[index].line, in: folder)
    #expect(result == Tool.Result(status: 2, output: "", errors: Self.usage[index].errors))
  }
}
