import Foundation
import Testing
import TremaTestSupport

/// `trema pseudo`: a language made from the master, in the same file.
@Suite struct PseudoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let source = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- kept -->
    <trema masterLang="en">
      <text key="hello">
        <context>@param 1 name</context>
        <value lang="en" status="verified">Hello <![CDATA[<b>]]>%1$@&lt;/b>, it's\\n100 %% &amp; \\"more\\"</value>
        <!-- of the German -->
        <value lang="de" status="initial"><![CDATA[Hallo %1$@]]></value>
      </text>
      <text key="days">
        <context/>
        <value lang="en" status="verified">{count, plural, one {# day} other {# days}} left, it''s '{'on'}'</value>
      </text>
      <text key="old">
        <context/>
        <!-- before -->
        <value lang="en-xa" status="initial">stale</value>
        <value lang="en" status="verified">Save</value>
      </text>
      <text key="name">
        <context>@translatable false</context>
        <value lang="en" status="verified">Trema</value>
      </text>
      <text key="short">
        <context>@max 8</context>
        <value lang="en" status="verified">Cancel</value>
      </text>
      <text key="none">
        <context/>
        <value lang="de" status="initial">Nur deutsch</value>
      </text>
    </trema>

    """

  private static let made = source.replacing(
    "    <value lang=\"de\" status=\"initial\"><![CDATA[Hallo %1$@]]></value>\n",
    with: """
          <value lang="de" status="initial"><![CDATA[Hallo %1$@]]></value>
          <value lang="en-XA" status="translated">[Ĥéļļö &lt;b>%1$@&lt;/b>, îţ'š\\n100 %% &amp; "ɱöŕé" öñé ţŵö]</value>

      """
  ).replacing(
    " left, it''s '{'on'}'</value>\n",
    with: """
       left, it''s '{'on'}'</value>
            <value lang="en-XA" status="translated">[{count, plural, one {# ðåý öñé} other {# ðåýš öñé}} ļéƒţ, îţ''š '{'öñ'}' öñé ţŵö]</value>

      """
  ).replacing(
    "<value lang=\"en-xa\" status=\"initial\">stale<",
    with: "<value lang=\"en-xa\" status=\"translated\">[Šåṽé öñé]<"
  ).replacing(
    "Cancel</value>\n",
    with: """
      Cancel</value>
            <value lang="en-XA" status="translated">[Çåñçéļ]</value>

      """)

  /// The values of the languages that are not pseudo-languages, and all other lines.
  private func rest(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { !$0.lowercased().contains("lang=\"en-xa") }
  }

  @Test func `a value is generated for each text, and nothing else changes`() throws {
    try folder.write(Self.source, to: "Texts.trm")
    #expect(
      try Tool.run("pseudo", "Texts.trm", "-o", "Pseudo.trm", in: folder)
        == Tool.Result(status: 0, output: "wrote Pseudo.trm\n4 values generated\n", errors: ""))
    let made = try folder.text("Pseudo.trm")
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n").map { $0.drop { $0 == " " } }
    }
    #expect(lines(made) == lines(Self.made))
    #expect(rest(made) == rest(Self.source))
    // A filter gives the same result, and from its own result, too.
    let again = try Tool.run("pseudo", "-", "-o", "-", in: folder, input: Array(made.utf8))
    #expect(again == Tool.Result(status: 0, output: made, errors: ""))
  }

  @Test(arguments: [["en-XA"], ["ar-XB"], ["ar-XB", "en-XA"]])
  func `a pseudo-language adds no findings to a check`(_ languages: [String]) throws {
    try folder.write(Catalogue.small, to: "Texts.trm")
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/both-platforms.trm")
    try folder.write([UInt8](try Data(contentsOf: fixture)), to: "Both.trm")
    for file in ["Texts.trm", "Both.trm"] {
      let before = try Tool.run("check", file, "--fail-on=note", in: folder)
      let words = ["pseudo", file, "-o", "Pseudo.trm"] + languages.map { "--language=\($0)" }
      #expect(try Tool.run(words, in: folder).status == 0)
      let after = try Tool.run("check", "Pseudo.trm", "--fail-on=note", in: folder)
      #expect(after.status == before.status, "\(after.output)")
      let findings = after.output.split(separator: "\n").filter { $0.contains("[") }
      let known = before.output.split(separator: "\n").filter { $0.contains("[") }
      #expect(findings.count == known.count, "\(after.output)")
      for language in languages {
        #expect(try folder.text("Pseudo.trm").contains("lang=\"\(language)\""))
      }
    }
  }

  @Test func `aapt2 compiles a pseudo-language`() throws {
    let build = try AndroidBuild()
    try build.folder.write(Self.source, to: "Texts.trm")
    let words = [
      "pseudo", "Texts.trm", "-o", "Pseudo.trm", "--language=en-XA", "--language=ar-XB",
    ]
    #expect(try Tool.run(words, in: build.folder).status == 0)
    let converted = try Tool.run(
      "convert", "Pseudo.trm", "-o", "res", "--format=android", "--languages=en,en-XA,ar-XB",
      in: build.folder)
    #expect(converted.status == 0, "\(converted.errors)")
    let files = try Snapshot(of: build.folder, "res").files
    #expect(files.contains("values-en-rXA/strings.xml"))
    #expect(files.contains("values-ar-rXB/strings.xml"))
    let table = ResourceTable.texts(try build.table())
    #expect(
      table[ResourceTable.Text(locale: "en-XA", name: "old")] == ExactString("[Šåṽé öñé]"))
    #expect(
      table[ResourceTable.Text(locale: "ar-XB", name: "old")]
        == ExactString("\u{200F}\u{202E}Save\u{202C}\u{200F}"))
    #expect(table.keys.contains { $0.locale == "en-XA" && $0.name == "days#one" })
  }

  @Test func `errors in master values are reported with their locations`() throws {
    try folder.write(
      """
      <trema masterLang="en"><text key="a"><context/>
      <value lang="en" status="initial">{n, plural, one {x}}</value></text></trema>
      """, to: "Texts.trm")
    let result = try Tool.run("pseudo", "Texts.trm", "-o", "Pseudo.trm", in: folder)
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("Texts.trm:2:54: error: [invalid-message] "))
    #expect(try Snapshot(of: folder).files == ["Texts.trm"])
    #expect(try Tool.run("pseudo", "Texts.trm", in: folder).status == 2)
  }
}
