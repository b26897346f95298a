import Testing
import TremaPropertyLists
import TremaSupport
import TremaTestSupport

@Suite struct WriterTests {
  @Test func `keys are written in the given order, and carriage returns are escaped`() throws {
    let value = PropertyList(
      .dictionary([
        PropertyList.Entry("z", PropertyList(.string("a\r<&>\"'"))),
        PropertyList.Entry("a", PropertyList(.array([]))),
        PropertyList.Entry("a", PropertyList(.uid(5))),
      ]))
    let bytes = try value.encodedXML(file: "f")
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>z</key>
        \t<string>a&#13;&lt;&amp;&gt;"'</string>
        \t<key>a</key>
        \t<array/>
        \t<key>a</key>
        \t<dict>
        \t\t<key>CF$UID</key>
        \t\t<integer>5</integer>
        \t</dict>
        </dict>
        </plist>

        """)
    #expect(try PropertyList.decode(bytes, file: "f")["z"]?.string == "a\r<&>\"'")
  }

  @Test func `a character that XML cannot express is rejected with the text that contains it`()
    throws
  {
    let value = try PropertyList.decode(Array("a = b;\nc = \"\\1\";".utf8), file: "f.strings")
    let error = try #require(throws: Diagnostic.self) { try value.encodedXML(file: "f.strings") }
    #expect(error.location?.start?.spelled == "2:6")
    #expect(error.code == "unwritable-character")
    #expect(error.message == "this string contains U+0001, which is not allowed in XML")
    #expect(error.hint == "remove the character, or choose another format")
  }

  @Test func `xmllint accepts the output`() throws {
    var random = SeededGenerator(seed: 3)
    let values = (0..<20).map { _ in PropertyList.random(&random) }
    let bytes = try PropertyList(.array(values)).encodedXML(file: "f")
    let verdict = try Judge.xmllint.run(["--noout", "--nonet", "-"], input: bytes)
    #expect(verdict.status == 0, "\(verdict.complaint)")
  }
}
