import Foundation
import Testing
import TremaTestSupport

/// Invalid input, and the messages about it.
@Suite struct BadInputTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var status: Int32 = 3
    var report: String

    init(_ name: String, _ text: String, status: Int32 = 3, _ report: String) {
      self.init(name, Array(text.utf8), status: status, report)
    }

    init(_ name: String, _ bytes: [UInt8], status: Int32 = 3, _ report: String) {
      testDescription = name
      self.bytes = bytes
      self.status = status
      self.report = report
    }
  }

  private static let documents = [
    Case(
      "an empty file", "",
      """
      Texts.trm:1:1: error: [malformed-xml] the file is empty
        hint: check that this is the right file
      1 error

      """),
    Case(
      "another root", "<!DOCTYPE html><html><body>404</body></html>",
      """
      Texts.trm:1:16: error: [wrong-root] the root element must be 'trema', not 'html'
      1 | <!DOCTYPE html><html><body>404</body></html>
        |                ^ hint: use a trema file, or import other formats with 'trema import'
      1 error

      """),
    Case(
      "no master language", "<trema>\n</trema>\n",
      """
      Texts.trm:1:1: error: [missing-master-language] the root element has no 'masterLang' attribute
      1 | <trema>
        | ^ hint: specify the master language: masterLang="en"
      1 error

      """),
    Case(
      "no key", "<trema masterLang=\"de\">\n  <text>\n  </text>\n</trema>\n",
      """
      Texts.trm:2:3: error: [missing-key] this text has no 'key' attribute
      2 |   <text>
        |   ^ hint: add a unique key: <text key="login_title">
      1 error

      """),
    Case(
      "no language",
      "<trema masterLang=\"de\">\n  <text key=\"a\">\n    <value>x</value>\n  </text>\n</trema>\n",
      """
      Texts.trm:3:5: error: [missing-language] this value has no 'lang' attribute
      3 |     <value>x</value>
        |     ^ hint: specify the language: <value lang="en" status="translated">
      1 error

      """),
    Case(
      "cut short in a value", String(Catalogue.value("Hallo, wie geht es?").prefix(100)),
      """
      Texts.trm:4:45: error: [malformed-xml] the file ends inside the element 'value'
      4 |     <value lang="de" status="initial">Hallo,
        |                                             ^ hint: add </value>, or restore the complete file; it appears to be truncated
      1 error

      """),
    Case(
      "two values for a language",
      Catalogue.value("a</value>\n    <value lang=\"de\" status=\"initial\">b"), status: 1,
      """
      Texts.trm:5:5: error: [duplicate-language] 'a' has two values for 'de' (first on line 4)
      5 |     <value lang="de" status="initial">b</value>
        |     ^ hint: remove one of them
      Texts.trm:4:5: note: the first value is here
      1 error

      """),
    Case(
      "a language that leads out of the folder",
      Catalogue.value("a</value>\n    <value lang=\"../../evil\" status=\"initial\">b"), status: 1,
      """
      Texts.trm:5:18: error: [invalid-language] '../../evil' is not a language tag
      5 |     <value lang="../../evil" status="initial">b</value>
        |                  ^ hint: use a tag such as 'de', 'pt-BR' or 'zh-Hans'
      1 error

      """),
    Case(
      "a master language that leads out of the folder",
      "<trema masterLang=\"../evil\">\n</trema>\n", status: 1,
      """
      Texts.trm:1:20: error: [invalid-language] '../evil' is not a language tag
      1 | <trema masterLang="../evil">
        |                    ^ hint: use a tag such as 'de', 'pt-BR' or 'zh-Hans'
      1 error

      """),
  ]

  private static let bytes = [
    Case(
      "invalid UTF-8",
      Array("<trema masterLang=\"de\">\n <text key=\"a\u{FF}\"/>\n</trema>".utf8).map {
        $0 == 0xC3 ? 0xFF : $0
      },
      """
      Texts.trm:2:14: error: [invalid-encoding] byte 0xFF is not valid UTF-8
      2 |  <text key="a��"/>
        |              ^ hint: save the file as UTF-8, or declare its encoding: <?xml version="1.0" encoding="…"?>
      1 error

      """),
    Case(
      "a NUL byte", Catalogue.value("a\u{0}b"),
      """
      Texts.trm:4:40: error: [invalid-character] the file contains a NUL byte, which is not allowed in XML
      4 |     <value lang="de" status="initial">a\\u{0}b</value>
        |                                        ^ hint: remove it, or check that the file is a text file
      1 error

      """),
    Case(
      "an encoding that it has not",
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + Catalogue.small,
      """
      Texts.trm:1:1: error: [invalid-encoding] the file declares the encoding 'UTF-16' but does not use it
        hint: declare the file's actual encoding, or save it as UTF-8
      1 error

      """),
  ]

  private static let entities = [
    Case(
      "an external entity",
      Catalogue.value(
        "&x;", prolog: "<!DOCTYPE trema [\n<!ENTITY x SYSTEM \"file:///etc/passwd\">\n]>\n"),
      """
      Texts.trm:2:1: error: [external-entity] the external entity 'x' is not loaded
      2 | <!ENTITY x SYSTEM "file:///etc/passwd">
        | ^ hint: replace it with its text
      1 error

      """),
    Case(
      "an external parameter entity",
      Catalogue.value(
        "a", prolog: "<!DOCTYPE trema [\n<!ENTITY % x SYSTEM \"file:///etc/passwd\">\n%x;\n]>\n"),
      """
      Texts.trm:2:1: error: [external-entity] the external entity 'x' is not loaded
      2 | <!ENTITY % x SYSTEM "file:///etc/passwd">
        | ^ hint: replace it with its text
      1 error

      """),
    Case(
      "a billion laughs",
      Catalogue.value(
        "&e9;",
        prolog: "<!DOCTYPE trema [\n<!ENTITY e0 \"\(String(repeating: "ha", count: 32))\">\n"
          + (1...9).map { number in
            "<!ENTITY e\(number) \"\(String(repeating: "&e\(number - 1);", count: 10))\">\n"
          }.joined() + "]>\n"),
      """
      Texts.trm:16:43: error: [expansion-limit] the entities refer to themselves, or expand to more than 1000000 bytes
      16 |     <value lang="de" status="initial">&e9;</value>
         |                                           ^ hint: replace the declared entities with their text
      1 error

      """),
  ]

  private static let limits = [
    Case(
      "100,000 nested elements",
      Catalogue.value(
        String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)),
      """
      Texts.trm:4:798: error: [depth-limit] elements are nested more than 256 levels deep
      4 | …\(String(repeating: "<a>", count: 40))…
        |  \(String(repeating: " ", count: 60))^ hint: reduce the nesting; the limit protects against malicious files
      1 error

      """),
    Case(
      "a value over the limit", Catalogue.value(String(repeating: "x", count: 1 << 24 + 1)),
      """
      Texts.trm:4:39: error: [size-limit] this text is longer than 16777216 bytes
      4 |     <value lang="de" status="initial">\(String(repeating: "x", count: 82))…
        |                                       ^ hint: raise the limit with --max-value-size
      1 error

      """),
    Case(
      "a CDATA section over the parser's limit",
      Catalogue.value("<![CDATA[" + String(repeating: "x", count: 11_000_000) + "]]>"),
      """
      Texts.trm:4:39: error: [size-limit] a tag, an attribute or a section is longer than 10000000 bytes
      4 |     <value lang="de" status="initial"><![CDATA[\(String(repeating: "x", count: 73))…
        |                                       ^ hint: shorten it; the XML parser's limit is fixed
      1 error

      """),
    Case(
      "an attribute over the parser's limit",
      "<trema masterLang=\"de\">\n<text key=\"\(String(repeating: "x", count: 11_000_000))\"/></trema>",
      """
      Texts.trm:2:1: error: [size-limit] a tag, an attribute or a section is longer than 10000000 bytes
      2 | <text key="\(String(repeating: "x", count: 109))…
        | ^ hint: shorten it; the XML parser's limit is fixed
      1 error

      """),
  ]

  @Test(arguments: documents + bytes + entities + limits)
  func `an invalid catalogue is reported, and no output is written`(_ test: Case) throws {
    let folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "Texts.trm")
    let convert = [
      "convert", "Texts.trm", "-o", "out", "--format", "strings,android,swift,json,properties",
    ]
    #expect(try Tool.run(convert, in: folder).status == 0)
    try folder.write(test.bytes, to: "Texts.trm")
    let before = try Snapshot(of: folder)
    #expect(
      try Tool.run(convert, in: folder)
        == Tool.Result(status: test.status, output: "", errors: test.report))
    #expect(try Snapshot(of: folder) == before)

    // The other commands report the same.
    #expect(
      try Tool.run("check", "Texts.trm", in: folder)
        == Tool.Result(status: test.status, output: test.report, errors: ""))
    if test.status == 3 {
      let format = try Tool.run("format", "Texts.trm", in: folder)
      // A document type is refused before its contents.
      #expect(format.status == 3 || format.errors.contains("[document-type]"))
    }
    #expect(try Snapshot(of: folder) == before)
  }

  @Test func `an option raises a limit`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Catalogue.value(String(repeating: "x", count: 100)), to: "Texts.trm")
    let convert = ["convert", "Texts.trm", "-o", "out", "--format", "json", "--max-value-size"]
    let refused = try Tool.run(convert + ["50"], in: folder)
    #expect(refused.status == 3)
    #expect(refused.errors.contains("longer than 50 bytes"))
    #expect(try Tool.run(convert + ["100"], in: folder).status == 0)
  }
}
