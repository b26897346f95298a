import Testing
import TremaTestSupport

/// `--format compiled`, and `trema check` of its output.
@Suite struct CompiledTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      <trema masterLang="de">
        <text key="days">
          <value lang="de" status="verified">{n, plural, one {# Tag} other {# Tage}}</value>
          <value lang="pt-BR" status="verified">{n, plural, one {# dia} other {# dias}}</value>
        </text>
        <text key="title">
          <value lang="de" status="verified">Titel %@</value>
          <value lang="pt-BR" status="verified">Título %@</value>
        </text>
      </trema>
      """, to: "Texts.trm")
  }

  private func convert(_ options: String...) throws -> Tool.Result {
    try Tool.run(
      ["convert", "Texts.trm", "--output", "out", "--format", "compiled"] + options, in: folder)
  }

  private func check(_ files: String...) throws -> Tool.Result {
    try Tool.run(["check"] + files, in: folder)
  }

  private let german = "out/de.lproj/Localizable.tremac"

  @Test func `one file per language is written, and the check finds nothing in it`() throws {
    #expect(try convert().status == 0)
    let result = try check(german, "out/pt-BR.lproj/Localizable.tremac")
    #expect(result == Tool.Result(status: 0, output: "", errors: ""))
  }

  @Test func `the same catalogue is compiled to the same bytes`() throws {
    #expect(try convert().status == 0)
    let first = try folder.read(german)
    try folder.write([], to: german)
    #expect(try convert().status == 0)
    #expect(try folder.read(german) == first)
  }

  @Test func `a damaged file is an error with a byte offset`() throws {
    #expect(try convert().status == 0)
    var bytes = try folder.read(german)
    bytes[bytes.count - 10] ^= 1
    try folder.write(bytes, to: german)
    let result = try check(german)
    #expect(result.status == 3)
    #expect(result.output.hasPrefix("\(german): error: [damaged-file] '\(german)': "))
    #expect(result.output.contains("(at byte "))
    #expect(result.output.contains("hint: create it again with: trema build"))
  }

  @Test func `a changed checksum is reported with both values`() throws {
    #expect(try convert().status == 0)
    var bytes = try folder.read(german)
    bytes.replaceSubrange(16..<20, with: [0xEF, 0xBE, 0xAD, 0xDE])
    try folder.write(bytes, to: german)
    let result = try check(german)
    #expect(result.status == 3)
    #expect(result.output.contains("the checksum is deadbeef, but the content has "))
  }

  @Test func `a file of another kind or version is reported as such`() throws {
    #expect(try convert().status == 0)
    var bytes = try folder.read(german)
    bytes[8] = 2
    try folder.write(bytes, to: "new.tremac")
    try folder.write(Array("\"a\" = \"b\";".utf8), to: "text.TREMAC")
    #expect(
      try check("new.tremac", "text.TREMAC").output == """
        new.tremac: error: [unknown-version] 'new.tremac': it has format version 2, but only \
        version 1 is supported (at byte 8)
          hint: check it with the version of trema that created it, or create it again
        text.TREMAC: error: [not-compiled] 'text.TREMAC': it is not a compiled catalogue \
        (at byte 0)
          hint: specify a file created by: trema convert --format compiled
        2 errors

        """)
    #expect(try check("gone.tremac").status == 3)
    // A catalogue beside it is checked nevertheless.
    let result = try check("Texts.trm", "text.TREMAC")
    #expect(result.status == 3)
    #expect(result.output.contains("[not-compiled]"))
  }

  @Test func `errors in catalogues and compiled files are reported together`() throws {
    try folder.write(
      "<trema masterLang=\"de\"><text key=\"a\"><value lang=\"en\">a</value></text></trema>",
      to: "Odd.trm")
    try folder.write([], to: "a.tremac")
    let result = try check("Odd.trm", "a.tremac")
    #expect(result.status == 3)
    #expect(result.output.contains("[missing-master]"))
    #expect(result.output.contains("[not-compiled]"))
  }
}
