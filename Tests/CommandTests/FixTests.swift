import Foundation
import Testing
import TremaTestSupport

/// `trema check --fix` and the patch that it would make.
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
        <value lang="en" status="translated">Sign in &amp; go  on</value>
        <value lang="de" status="translated">Anmelden</value>
      </text>
      <text key="b">
        <context></context>
        <value lang="en" status="translated">%d of 100 %% 😀 done</value>
        <value lang="de" status="translated"><![CDATA[%d  <b> von 100 %% 😀 fertig]]></value>
      </text>
    </trema>
    """

  @Test(arguments: ["\n", "\r\n"]) func `what is surely right is done, and the rest told`(
    lineEnd: String
  ) throws {
    try folder.write(Self.damaged.replacing("\n", with: lineEnd), to: "T.trm")
    let result = try Tool.run(["check", "--fix", "T.trm"], in: folder)
    let text = try folder.text("T.trm").replacing("\r\n", with: "\n")
    #expect(text == Self.mended)
    #expect(result.errors == "fixed 8 findings in T.trm\n")
    // The second gap of a value, and one that the master had as well, were not told before.
    #expect(result.output.contains("T.trm:5:"))
    #expect(result.output.contains("[double-space]"))
    #expect(!result.output.contains("[edge-space]"))
    #expect(!result.output.contains("[unused-ignore]"))
  }

  @Test(arguments: ["\n", "\r\n"]) func `the patch of a dry run makes of the file what a fix would`(
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
    #expect(try Tool.run(["check", "--fix", "--dry-run", "T.trm"], in: folder).status == 1)
  }

  @Test func `a file without anything to fix is left alone`() throws {
    try folder.write(Catalogue.small, to: "T.trm")
    let before = try Snapshot(of: folder)
    let result = try Tool.run(["check", "--fix", "T.trm"], in: folder)
    #expect(result.errors.isEmpty)
    #expect(try Snapshot(of: folder) == before)
    #expect(try Tool.run(["check", "--fix", "--dry-run", "T.trm"], in: folder).status == 0)
  }

  @Test func `places that are not those of the bytes are not touched`() throws {
    let utf16 = "\u{FEFF}" + Self.damaged.replacing("UTF-8", with: "UTF-16")
    for (bytes, reason) in [
      (Array(utf16.data(using: .utf16LittleEndian) ?? Data()), "it is not in UTF-8"),
      (
        Array(Self.damaged.replacing("\n", with: "\r").utf8),
        "some of its lines end with a carriage return"
      ),
      (Array("\u{FEFF}\(Self.damaged)".utf8), "it begins with a byte order mark"),
    ] {
      try folder.write(bytes, to: "T.trm")
      let result = try Tool.run(["check", "--fix", "T.trm"], in: folder)
      #expect(try folder.read("T.trm") == bytes)
      #expect(
        result.errors == """
          T.trm: warning: [unfixable] 'T.trm' is not fixed: \(reason)
            hint: trema format T.trm rewrites it in UTF-8 with line feeds
          1 warning

          """)
    }
  }

  @Test func `what a baseline mutes stays as it is`() throws {
    try folder.write(Self.damaged, to: "T.trm")
    _ = try Tool.run(["check", "--baseline", "b.json", "--update-baseline", "T.trm"], in: folder)
    let result = try Tool.run(["check", "--baseline", "b.json", "--fix", "T.trm"], in: folder)
    #expect(result.errors.isEmpty)
    #expect(try folder.text("T.trm") == Self.damaged)
  }

  @Test func `a dry run is one of something`() throws {
    try folder.write(Catalogue.small, to: "T.trm")
    let result = try Tool.run(["check", "--dry-run", "T.trm"], in: folder)
    #expect(result.status == 2)
    #expect(
      result.errors == """
        trema: error: [usage] --dry-run shows what --fix would change
          hint: trema check --fix --dry-run
        1 error

        """)
  }
}
