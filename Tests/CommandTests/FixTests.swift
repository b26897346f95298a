import Foundation
import Testing
import TremaTestSupport

/// `trema check --fix` and the patch of a dry run.
@Suite struct FixTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let damaged = """
    <?xml version="1.0" encoding="UTF-8"?>
    <trema masterLang="en">
      <text key="a">
        <context>First
    @ignore empty-value there is none</context>
        <value lang="en" status="translated">Sign  in &amp; go  on</value>
        <value lang="de" status="translated">  Anmelden </value>
      </text>
      <text key="b">
        <context>@ignore empty-value</context>
        <value lang="en" status="translated">%d of 100 % 😀  done</value>
        <value lang="de" status="translated"><![CDATA[%d  <b> von 100 % 😀 fertig]]></value>
      </text>
    </trema>
    """

  private static let mended = """
    <?xml version="1.0" encoding="UTF-8"?>
    <trema masterLang="en">
      <text key="a">
        <context>First</context>
        <value lang="en" status="translated">Sign in &amp; go on</value>
        <value lang="de" status="translated">Anmelden</value>
      </text>
      <text key="b">
        <context></context>
        <value lang="en" status="translated">%d of 100 %% 😀 done</value>
        <value lang="de" status="translated"><![CDATA[%d <b> von 100 %% 😀 fertig]]></value>
      </text>
    </trema>
    """

  @Test(arguments: ["\n", "\r\n"]) func `unambiguous fixes are applied, and the rest is reported`(
    lineEnd: String
  ) throws {
    try folder.write(Self.damaged.replacing("\n", with: lineEnd), to: "T.trm")
    let result = try Tool.run(["check", "--fix", "T.trm"], in: folder)
    let text = try folder.text("T.trm").replacing("\r\n", with: "\n")
    #expect(text == Self.mended)
    // They include the second gap of a value, and a gap that the master value also has.
    #expect(result.errors == "fixed 10 findings in T.trm\n")
    #expect(
      result.output == """
        T.trm:11:42: warning: [markup-tags] the 'de' value does not close <b>
        11 |     <value lang="de" status="translated"><![CDATA[%d <b> von 100 %% 😀 fertig]]></value>
           |                                          ^ hint: use the same tags as the master
        1 warning

        """)
  }

  @Test(arguments: ["\n", "\r\n"]) func `the patch of a dry run makes the same change as a fix`(
    lineEnd: String
  ) throws {
    let damaged = Self.damaged.replacing("\n", with: lineEnd)
    try folder.write(damaged, to: "T.trm")
    let result = try Tool.run(["check", "--fix", "--dry-run", "T.trm"], in: folder)
    #expect(result.status == 1)
    #expect(try folder.text("T.trm") == damaged)
    try folder.write(result.output, to: "fix.patch")
    try folder.git("apply", "fix.patch")
    #expect(try folder.text("T.trm").replacing("\r\n", with: "\n") == Self.mended)
    let again = try Tool.run(["check", "--fix", "--dry-run", "T.trm"], in: folder)
    #expect(again == Tool.Result(status: 0, output: "", errors: ""))
  }

  @Test func `quotation marks are localized, and a wrong argument order is not numbered`()
    throws
  {
    func catalogue(_ german: String, _ french: String) -> String {
      """
      <trema masterLang="en">
        <text key="a"><context/>
          <value lang="en" status="translated">Remove “%@”?</value>
          <value lang="de" status="translated">\(german)</value>
          <value lang="fr" status="translated">\(french)</value>
        </text>
        <text key="b"><context/>
          <value lang="en" status="translated">%@ has %d files</value>
          <value lang="de" status="translated">%d Dateien hat %@</value>
        </text>
        <text key="c"><context/>
          <value lang="en" status="translated">Use --force -&gt; yes, 10 : 30, +/- key</value>
        </text>
      </trema>
      """
    }
    try folder.write(catalogue("“%@” entfernen?", "Supprimer &quot;%@&quot;"), to: "T.trm")
    #expect(
      try Tool.run(["check", "--fix", "--severity=quotes=note", "T.trm"], in: folder).status == 1)
    #expect(
      try folder.text("T.trm") == catalogue("„%@“ entfernen?", "Supprimer «\u{A0}%@\u{A0}»"))
  }

  @Test func `a file without fixable findings is not changed`() throws {
    try folder.write(Catalogue.small, to: "T.trm")
    let before = try Snapshot(of: folder)
    let result = try Tool.run(["check", "--fix", "T.trm"], in: folder)
    #expect(result.errors.isEmpty)
    #expect(try Snapshot(of: folder) == before)
    #expect(try Tool.run(["check", "--fix", "--dry-run", "T.trm"], in: folder).status == 0)
  }

  @Test func `fixes whose locations do not match the bytes are not applied`() throws {
    let utf16 = "\u{FEFF}" + Self.damaged.replacing("UTF-8", with: "UTF-16")
    let entity =
      "<!DOCTYPE trema [<!ENTITY dots \"...\">]>\n<trema masterLang='en'><text key='a'>"
      + "<context/><value lang='en' status='translated'>Load&dots; now  x</value></text></trema>"
    for (bytes, reason, hint) in [
      (
        Array(utf16.data(using: .utf16LittleEndian) ?? Data()), "it is not UTF-8",
        "convert it to UTF-8 with: trema format T.trm"
      ),
      (
        Array(Self.damaged.replacing("\n", with: "\r").utf8),
        "some of its lines end with a carriage return",
        "convert its line endings with: trema format T.trm"
      ),
      (
        Array(entity.utf8), "it has a document type declaration",
        "replace its entities with their text, and remove the declaration"
      ),
    ] {
      try folder.write(bytes, to: "T.trm")
      let result = try Tool.run(["check", "--fix", "T.trm"], in: folder)
      #expect(try folder.read("T.trm") == bytes)
      #expect(
        result.errors == """
          T.trm: warning: [unfixable] 'T.trm' was not fixed: \(reason)
            hint: \(hint)
          1 warning

          """)
    }
  }

  @Test func `a byte order mark is kept`() throws {
    try folder.write("\u{FEFF}\(Self.damaged)", to: "T.trm")
    _ = try Tool.run(["check", "--fix", "T.trm"], in: folder)
    #expect(try folder.text("T.trm").utf8.elementsEqual("\u{FEFF}\(Self.mended)".utf8))
  }

  @Test func `a patch of many changes applies, with added and removed lines`() throws {
    // Some texts lose a line, some lose a gap, and some are unchanged.
    let texts = (0..<400).map { number in
      let ignore = number % 3 == 0 ? "a\n@ignore tabs no" : "a"
      let gap = number % 7 == 0 ? "  " : " "
      return "<text key='k\(number)'><context>\(ignore)</context>\n"
        + "<value lang='en' status='translated'>Text\(gap)\(number)</value></text>\n"
    }
    try folder.write("<trema masterLang='en'>\n\(texts.joined())</trema>", to: "T.trm")
    let patch = try Tool.run(["check", "--fix", "--dry-run", "T.trm"], in: folder)
    try folder.write(patch.output, to: "fix.patch")
    _ = try Tool.run(["check", "--fix", "T.trm"], in: folder)
    let fixed = try folder.text("T.trm")
    try folder.write("<trema masterLang='en'>\n\(texts.joined())</trema>", to: "T.trm")
    try folder.git("apply", "fix.patch")
    #expect(try folder.text("T.trm") == fixed)
    #expect(patch.output.components(separatedBy: "\n-@ignore").count == 1 + 134)
  }

  @Test(arguments: [(".", "Texts/T.trm"), ("Texts", "T.trm"), ("Texts", "../Texts/T.trm")])
  func `a patch applies in the subfolder of the repository in which it was created`(
    place: String, file: String
  ) throws {
    let old = Array(Self.damaged.replacing("\n", with: "\r\n").utf8)
    try folder.write(old, to: "Texts/T.trm")
    try folder.git("init", "-q")
    try folder.git("add", "-A")
    try folder.git("commit", "-q", "-m", "old")
    func fix(_ words: String...) throws -> Tool.Result {
      try Tool.run(
        ["check", "--fix"] + words + [file], in: folder, shell: "cd '\(place)' && exec \"$@\"")
    }
    let patch = try fix("--dry-run")
    #expect(patch.errors == "", "\(patch)")
    _ = try fix()
    let fixed = try folder.read("Texts/T.trm")
    #expect(fixed != old)
    try folder.git("checkout", "-q", ".")
    try folder.write(patch.output, to: ".git/fix.patch")
    try folder.git("-C", place, "apply", folder.path + "/.git/fix.patch")
    #expect(try folder.read("Texts/T.trm") == fixed)
  }

  @Test func `findings muted by a baseline are not fixed`() throws {
    try folder.write(Self.damaged, to: "T.trm")
    _ = try Tool.run(["check", "--baseline", "b.json", "--update-baseline", "T.trm"], in: folder)
    let result = try Tool.run(["check", "--baseline", "b.json", "--fix", "T.trm"], in: folder)
    #expect(result.errors.isEmpty)
    #expect(try folder.text("T.trm") == Self.damaged)
  }

  @Test func `a dry run requires --fix`() throws {
    try folder.write(Catalogue.small, to: "T.trm")
    let result = try Tool.run(["check", "--dry-run", "T.trm"], in: folder)
    #expect(result.status == 2)
    #expect(
      result.errors == """
        trema: error: [usage] --dry-run requires --fix
          hint: run trema check --fix --dry-run
        1 error

        """)
  }

  @Test func `a dry run with an unreadable file fails and prints no patch`() throws {
    try folder.write("<trema", to: "T.trm")
    let result = try Tool.run(["check", "--fix", "--dry-run", "T.trm"], in: folder)
    #expect(result.status == 3)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("T.trm:1:1: error: "))
  }
}
