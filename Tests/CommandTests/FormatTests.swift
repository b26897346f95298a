import Foundation
import Testing
import TremaTestSupport

/// `trema format`: in place, as a filter, and as a check.
@Suite struct FormatTests {
  private static let loose = """
    <?xml version="1.0" encoding="UTF-8"?>
    <trema   masterLang='de'><text key="b"><context>B</context>
    <value lang="de" status="verified">B &amp; <![CDATA[C]]></value></text>
        <!-- kept --><text key="a"><context/><value status="initial" lang="de">A</value></text></trema>
    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.loose, to: "Texts.trm")
  }

  private func formatted() throws -> String {
    try Tool.run("format", "-", in: folder, input: Array(Self.loose.utf8)).output
  }

  @Test func `a file is rewritten in place, and a second run changes nothing`() throws {
    let expected = try formatted()
    #expect(expected.contains("  <!-- kept -->\n"))
    #expect(expected.contains("B &amp; <![CDATA[C]]>"))
    let nothing = Tool.Result(status: 0, output: "", errors: "")
    #expect(try Tool.run("format", "Texts.trm", in: folder) == nothing)
    #expect(try folder.text("Texts.trm") == expected)
    let before = try Snapshot(of: folder)
    #expect(try Tool.run("format", "Texts.trm", in: folder) == nothing)
    #expect(try Snapshot(of: folder).identities == before.identities)
    #expect(try Tool.run("format", "--check", "Texts.trm", in: folder) == nothing)
  }

  @Test func `--check lists the files that would change`() throws {
    try folder.write(try formatted(), to: "Good.trm")
    let before = try Snapshot(of: folder)
    #expect(
      try Tool.run("format", "--check", "Texts.trm", "Good.trm", "./Texts.trm", in: folder)
        == Tool.Result(status: 1, output: "Texts.trm\n./Texts.trm\n", errors: ""))
    #expect(
      try Tool.run("format", "--check", "-", in: folder, input: Array(Self.loose.utf8))
        == Tool.Result(status: 1, output: "-\n", errors: ""))
    #expect(try Snapshot(of: folder).identities == before.identities)
  }

  @Test func `texts are sorted on request`() throws {
    let sorted = try Tool.run(
      "format", "--sort", "-", in: folder, input: Array(Self.loose.utf8)
    ).output
    let a = try #require(sorted.range(of: "key=\"a\""))
    let b = try #require(sorted.range(of: "key=\"b\""))
    #expect(a.lowerBound < b.lowerBound)
  }

  @Test func `a file with a document type is not formatted`() throws {
    let text =
      "<!DOCTYPE trema [<!ENTITY x \"y\">]>\n" + Self.loose.split(separator: "\n", maxSplits: 1)[1]
    try folder.write(text, to: "Texts.trm")
    #expect(
      try Tool.run("format", "Texts.trm", in: folder)
        == Tool.Result(
          status: 1, output: "",
          errors: """
            Texts.trm:1:1: error: [document-type] cannot format a file with a document type declaration
            1 | <!DOCTYPE trema [<!ENTITY x "y">]>
              | ^ hint: replace its entities with their text, and remove the declaration
            1 error

            """))
    #expect(try folder.text("Texts.trm") == text)
  }

  @Test func `an invalid file does not prevent formatting the others`() throws {
    try folder.write("<trema", to: "Bad.trm")
    let result = try Tool.run("format", "Bad.trm", "No.trm", "Texts.trm", in: folder)
    #expect(result.status == 3)
    #expect(result.errors.contains("Bad.trm:1:"))
    #expect(result.errors.hasSuffix("2 errors\n"))
    #expect(try folder.text("Texts.trm") == formatted())
    #expect(try folder.text("Bad.trm") == "<trema")
  }

  @Test func `links and permissions are kept`() throws {
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.path + "/Link.trm", withDestinationPath: "Texts.trm")
    try manager.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path + "/Texts.trm")
    #expect(try Tool.run("format", "Link.trm", in: folder).status == 0)
    let after = try Snapshot(of: folder)
    #expect(after.entries["Link.trm"]?.content == .link("Texts.trm"))
    #expect(after.entries["Texts.trm"]?.permissions == 0o600)
    #expect(try folder.text("Texts.trm") == formatted())
    #expect(after.names == ["Link.trm", "Texts.trm"])
  }

  @Test func `a folder that cannot be written to is reported`() throws {
    let before = try Snapshot(of: folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    let result = try Tool.run(
      "format", "Texts.trm", in: folder, shell: Surroundings.withoutPrivileges)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    #expect(result.status == 4)
    #expect(
      result.errors.hasPrefix(
        "Texts.trm: error: [cannot-write] cannot write 'Texts.trm': permission denied\n"))
    #expect(try Snapshot(of: folder) == before)
  }

  @Test func `other encodings are converted to UTF-8`() throws {
    let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n" + Catalogue.value("Grüezi")
    try folder.write(try #require(text.data(using: .isoLatin1)).map { $0 }, to: "Texts.trm")
    #expect(try Tool.run("format", "Texts.trm", in: folder).status == 0)
    #expect(try folder.text("Texts.trm").contains("encoding=\"UTF-8\""))
    #expect(try folder.text("Texts.trm").contains("Grüezi"))
  }
}
