import Foundation
import Testing
import TremaSupport
import TremaTestSupport
import TremaXML

private func document(_ before: String, _ middle: [UInt8], _ after: String = "</r>\n") -> [UInt8] {
  Array(before.utf8) + middle + Array(after.utf8)
}

@Suite struct HostileInputTests {
  /// Each document with all its errors.
  static let table: [(name: String, bytes: [UInt8], verdict: String)] = [
    (
      "an overlong slash", document("<r>\n a", [0xC0, 0xAF]),
      "2:3 invalid-encoding: byte 0xC0 is not valid UTF-8"
    ),
    (
      "a longer overlong slash", document("<r>\n a", [0xE0, 0x80, 0xAF]),
      "2:4 invalid-encoding: byte 0x80 is not valid UTF-8"
    ),
    (
      "a surrogate", document("<r>\n é", [0xED, 0xA0, 0x80]),
      "2:5 invalid-encoding: byte 0xA0 is not valid UTF-8"
    ),
    (
      "beyond Unicode", document("<r>\n", [0xF4, 0x90, 0x80, 0x80]),
      "2:2 invalid-encoding: byte 0x90 is not valid UTF-8"
    ),
    (
      "a stray continuation", document("<r>\n", [0x80]),
      "2:1 invalid-encoding: byte 0x80 is not valid UTF-8"
    ),
    (
      "half a character before a tag", document("<r>\n", [0xE2, 0x82]),
      "2:3 invalid-encoding: byte 0x3C is not valid UTF-8"
    ),
    (
      "half a character at the end", document("<r>\n", [0xE2, 0x82], ""),
      "2:3 invalid-encoding: the file ends in the middle of a character"
    ),
    (
      "Latin-1 without a declaration", document("<r>Gr", [0xFC], "ezi</r>"),
      "1:6 invalid-encoding: byte 0xFC is not valid UTF-8"
    ),
    (
      "a NUL", document("<r>\n a", [0x00]),
      "2:3 invalid-character: the file contains a NUL byte, which is not allowed in XML"
    ),
    (
      "a NUL in an attribute", document("<r a='b", [0x00], "'/>"),
      "1:8 invalid-character: the file contains a NUL byte, which is not allowed in XML"
    ),
    (
      "a control character", document("<r>\n a", [0x01]),
      "2:3 malformed-xml: the character U+0001 is not allowed in XML"
    ),
    (
      "a control character as a reference", Array("<r>\n a&#1;</r>".utf8),
      "2:7 malformed-xml: the character U+0001 is not allowed in XML"
    ),
    (
      "U+FFFE", document("<r>\n a", [0xEF, 0xBF, 0xBE]),
      "2:3 malformed-xml: the character U+FFFE is not allowed in XML"
    ),
    (
      "a reference to a surrogate", Array("<r>&#xD800;</r>".utf8),
      "1:12 malformed-xml: the character U+D800 is not allowed in XML"
    ),
    (
      "an unknown entity", Array("<r>\n  &nbsp;</r>".utf8),
      "2:9 malformed-xml: the entity 'nbsp' is not declared"
    ),
    (
      "an unknown entity in an attribute", Array("<r>\n  <a b='&nbsp;'/></r>".utf8),
      "2:15 malformed-xml: the entity 'nbsp' is not declared"
    ),
    (
      "an unknown entity beside an external subset",
      Array("<!DOCTYPE r SYSTEM 'r.dtd'>\n<r>\n  &nbsp;</r>".utf8),
      "3:9 malformed-xml: the entity 'nbsp' is not declared"
    ),
    (
      "a lone ampersand", Array("<r>\n  a & b</r>".utf8),
      "2:5 malformed-xml: '&' does not begin an entity reference"
    ),
    (
      "a lone less-than", Array("<r>\n  a < b</r>".utf8),
      "2:5 malformed-xml: '<' does not begin a tag"
    ),
    (
      "an end of CDATA in text", Array("<r>\n  a ]]> b</r>".utf8),
      "2:5 malformed-xml: ']]>' is not allowed outside a CDATA section"
    ),
    (
      "a wrong end tag", Array("<r>\n  <a></b></r>".utf8),
      "2:10 malformed-xml: </b> does not match <a> on line 2"
    ),
    (
      "a missing end tag", Array("<r>\n  <a>\n".utf8),
      "3:1 malformed-xml: the file ends inside the element 'a'"
    ),
    (
      "an unclosed tag", Array("<r>\n  <a\n".utf8),
      "3:1 malformed-xml: a tag is not closed"
    ),
    (
      "an unclosed attribute", Array("<r>\n  <a b='c>\n</a></r>".utf8),
      "3:1 malformed-xml: '<' is not allowed in an attribute value"
    ),
    (
      "an unclosed comment", Array("<r>\n  <!-- a\n</r>".utf8),
      "3:5 malformed-xml: unterminated comment"
    ),
    (
      "an unclosed CDATA section", Array("<r>\n  <![CDATA[ a\n</r>".utf8),
      "3:5 malformed-xml: the file ends inside the element 'r'"
    ),
    (
      "a comment with two hyphens", Array("<r>\n  <!-- a -- b --></r>".utf8),
      "2:10 malformed-xml: '--' is not allowed inside a comment"
    ),
    (
      "an attribute twice", Array("<r>\n  <a b='1' b='2'/></r>".utf8),
      "2:17 malformed-xml: the attribute 'b' is defined twice"
    ),
    (
      "an attribute without quotes", Array("<r>\n  <a b=c/></r>".utf8),
      "2:8 malformed-xml: the attribute value is not quoted"
    ),
    (
      "two roots", Array("<r/>\n<r/>".utf8),
      "2:1 malformed-xml: the file has content after the root element"
    ),
    (
      "text after the root", Array("<r/>\n text".utf8),
      "2:2 malformed-xml: the file has content after the root element"
    ),
    (
      "text before the root", Array("text <r/>".utf8),
      "1:1 malformed-xml: the file is not XML"
    ),
    (
      "a space before the declaration", Array(" <?xml version='1.0'?><r/>".utf8),
      "1:7 malformed-xml: the XML declaration is not at the start of the file"
    ),
    (
      "nothing", [],
      "1:1 malformed-xml: the file is empty"
    ),
    (
      "white space alone", Array(" \n\t\r\n".utf8),
      "3:1 malformed-xml: the file has no root element"
    ),
    (
      "a comment alone", Array("<!-- a -->\n".utf8),
      "2:1 malformed-xml: the file has no root element"
    ),
    (
      "a declaration alone", Array("<?xml version='1.0'?>".utf8),
      "1:22 malformed-xml: the file has no root element"
    ),
    (
      "a byte order mark alone", [0xEF, 0xBB, 0xBF],
      "1:1 malformed-xml: the file is empty"
    ),
    (
      "one byte", [0x3C],
      "1:1 malformed-xml: the file has no root element"
    ),
    (
      "two byte order marks", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + Array("<r/>".utf8),
      "1:1 invalid-character: the file begins with two byte order marks"
    ),
    (
      "two wide byte order marks", [0xFF, 0xFE, 0xFF, 0xFE, 0x3C, 0, 0x72, 0, 0x2F, 0, 0x3E, 0],
      "1:1 invalid-character: the file begins with two byte order marks"
    ),
    (
      "UTF-16 declared", Array("<?xml version='1.0' encoding='UTF-16'?><r/>".utf8),
      "1:1 invalid-encoding: the file declares the encoding 'UTF-16' but does not use it"
    ),
    (
      "UTF-32 declared", Array("<?xml version='1.0' encoding='UTF-32'?><r/>".utf8),
      "1:1 invalid-encoding: the file declares the encoding 'UTF-32' but does not use it"
    ),
    (
      "an unknown encoding", Array("<?xml version='1.0' encoding='KLINGON'?><r/>".utf8),
      "1:1 unknown-encoding: unknown encoding 'KLINGON'"
    ),
    (
      "an encoding that is none", Array("<?xml version='1.0' encoding='HTML'?><r/>".utf8),
      "1:1 invalid-encoding: the rest of the file is not valid HTML"
    ),
    (
      "an empty encoding", Array("<?xml version='1.0' encoding=''?><r/>".utf8),
      "1:1 unknown-encoding: unknown encoding ''"
    ),
    (
      "a path as encoding", Array("<?xml version='1.0' encoding='../../x'?><r/>".utf8),
      "1:1 unknown-encoding: unknown encoding '../../x'"
    ),
    (
      "not ASCII", document("<?xml version='1.0' encoding='US-ASCII'?>\n<r>a", [0xFC]),
      "2:5 invalid-encoding: the rest of the file is not valid US-ASCII"
    ),
    (
      "not windows-1252", document("<?xml version='1.0' encoding='windows-1252'?>\n<r>a", [0x81]),
      "2:5 invalid-encoding: the rest of the file is not valid windows-1252"
    ),
    (
      "half of a UTF-16 character", [0xFF, 0xFE, 0x3C, 0, 0x72, 0, 0x2F, 0, 0x3E],
      "1:4 invalid-encoding: the file ends in the middle of a character (UTF-16LE)"
    ),
    (
      "a lone surrogate in UTF-16", [0xFF, 0xFE, 0x3C, 0, 0x72, 0, 0x3E, 0, 0x00, 0xD8, 0x41, 0],
      "1:4 invalid-encoding: the rest of the file is not valid UTF-16LE"
    ),
    (
      "UTF-32 with its mark", [0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0, 0x72, 0, 0, 0],
      "1:1 invalid-character: the file contains a NUL byte, which is not allowed in XML"
    ),
    (
      "EBCDIC", [0x4C, 0x6F, 0xA7, 0x94, 0x93],
      "1:3 invalid-encoding: byte 0xA7 is not valid UTF-8"
    ),
    (
      "a stylesheet that names an encoding",
      Array("<?xml-stylesheet href='a' encoding='UTF-16'?><r>é</r>".utf8),
      "well formed"
    ),
    (
      "XML 1.1", Array("<?xml version='1.1'?><r/>".utf8),
      "well formed"
    ),
    (
      "version 2.0", Array("<?xml version='2.0'?><r/>".utf8),
      "1:20 malformed-xml: the file is XML 2.0, which is not supported"
    ),
    (
      "an undeclared prefix", Array("<x:r y:a='1'/>".utf8),
      "well formed"
    ),
    (
      "a very long name", Array("<r><\(String(repeating: "n", count: 60_000))/></r>".utf8),
      "1:5 size-limit: a name is longer than 50000 bytes"
    ),
    (
      "an external entity",
      Array("<!DOCTYPE r [\n  <!ENTITY e SYSTEM 'file:///etc/passwd'>\n]>\n<r>&e;</r>".utf8),
      "2:3 external-entity: the external entity 'e' is not loaded"
    ),
    (
      "an external entity that is not used",
      Array("<!DOCTYPE r [<!ENTITY e PUBLIC 'p' 'http://localhost:1/'>]><r/>".utf8),
      "1:14 external-entity: the external entity 'e' is not loaded"
    ),
    (
      "an external parameter entity",
      Array("<!DOCTYPE r [\n<!ENTITY % p SYSTEM 'file:///etc/passwd'>\n%p;]>\n<r/>".utf8),
      "2:1 external-entity: the external entity 'p' is not loaded"
    ),
    (
      "an unparsed entity",
      Array("<!DOCTYPE r [<!NOTATION n SYSTEM 'x'><!ENTITY e SYSTEM 'a.gif' NDATA n>]><r/>".utf8),
      "well formed"
    ),
    (
      "an entity that holds itself",
      Array("<!DOCTYPE r [<!ENTITY a '&b;'><!ENTITY b '&a;'>]>\n<r>&a;</r>".utf8),
      "2:7 expansion-limit: the entities refer to themselves, or expand to more than 1000000 bytes"
    ),
    (
      "an entity that holds itself in an attribute",
      Array("<!DOCTYPE r [<!ENTITY a '&b;'><!ENTITY b '&a;'>]>\n<r a='&a;'/>".utf8),
      "2:10 expansion-limit: the entities refer to themselves, or expand to more than 1000000 bytes"
    ),
    (
      "an entity with half an element",
      Array("<!DOCTYPE r [<!ENTITY a '<b>'>]>\n<r>&a;</b></r>".utf8),
      "2:7 malformed-xml: the element 'b' is not closed"
    ),
    (
      "an external subset", Array("<!DOCTYPE r SYSTEM 'file:///etc/passwd'>\n<r/>".utf8),
      "well formed"
    ),
  ]

  @Test(arguments: table.indices) func `every defect is reported with its message and location`(
    index: Int
  ) {
    let (name, bytes, expected) = Self.table[index]
    for size in [Int.max, 1, 3] {
      #expect(verdict(bytes, inPiecesOf: size) == expected, "\(name), pieces of \(size)")
    }
  }
}
