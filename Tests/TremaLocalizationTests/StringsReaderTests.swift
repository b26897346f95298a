import Foundation
import Testing

@testable import TremaLocalization

@Suite struct StringsReaderTests {
  private func read(_ text: String) -> (texts: [String: String]?, problem: String?) {
    read(Array(text.utf8))
  }

  private func read(_ bytes: [UInt8]) -> (texts: [String: String]?, problem: String?) {
    let (texts, problem) = TextTable.read(bytes)
    let pairs = texts?.map { ($0.key.text, $0.value) }
    return (pairs.map { Dictionary($0) { first, _ in first } }, problem)
  }

  @Test(arguments: [
    "\"a\" = \"b\";", "a = b; c.d-e_f/g:h$1 = 'x\"y';", "a;", "{ a = b; }",
    "/* x */ a /* y */ = // z\n b ;",
    "\"a\" = \"raw\nline\tand tab\";", #""a" = "\a\b\f\n\r\t\v\"\'\\\q\u00e9";"#,
    #""a" = "\U00e9\Ud83d\Ude00\U41 \U4g";"#,
    "a = b; a = c;", "\r\n\u{2028}a = b;\u{2029}", "// only a comment", "\"\" = \"\";",
    "\"a\" = \"x\\\ny\";",
    "\"日本\" = \"é 😀\";", "a=b;/**/", "a = '//';",
  ])
  func `files that Foundation accepts are parsed as Foundation parses them`(text: String) throws {
    let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    let (texts, problem) = read(text)
    #expect(texts == list as? [String: String])
    #expect(problem == nil)
  }

  @Test func `octal escapes are NeXTSTEP characters`() {
    #expect(read(#"a = "\351\12\0101\377";"#).texts == ["a": "Ø\n\u{8}1\u{FFFD}"])
  }

  @Test(arguments: [
    ("a = b;\nc = d\ne = f;", "line 3: ';' is missing after the value of 'c'"),
    ("a = b;\n\"c = d;", "line 2: the string is not closed"),
    ("a = b;\n\n/* c", "line 3: the comment is not closed"),
    ("a = b; c d;", "line 1: '=' is missing after 'c'"),
    ("a = b; c = (d, e);", "line 1: the value of 'c' is not a text"),
    ("a = b; = d;", "line 1: expected a key"),
    ("{ a = b;", "line 1: the '}' at the end is missing"),
    ("a = b; \"c\" = \"\\", "line 1: the string is not closed"),
  ])
  func `a malformed file yields the texts before the error and its line`(
    text: String, problem: String
  ) {
    let (texts, found) = read(text)
    #expect(texts == ["a": "b"])
    #expect(found == "\(problem); the texts after it are missing")
  }

  @Test func `every encoding that Apple supports is decoded`() throws {
    let text = "\"a\" = \"é 😀\";"
    for (encoding, mark) in [
      (String.Encoding.utf8, [0xEF, 0xBB, 0xBF]), (.utf8, []), (.utf16LittleEndian, [0xFF, 0xFE]),
      (.utf16BigEndian, [0xFE, 0xFF]),
    ] as [(String.Encoding, [UInt8])] {
      let bytes = mark + Array(try #require(text.data(using: encoding)))
      #expect(read(bytes).texts == ["a": "é 😀"])
    }
  }

  @Test func `bytes that are not UTF-8 invalidate only the entries that contain them`() throws {
    for mark in [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
      var bytes = mark + Array("/* \n*/ \"a\" = \"1\";\n\"b\" = \"x".utf8)
      bytes +=
        [0xE9] + Array("\";\n\"".utf8) + [0xE9] + Array("\" = \"3\"; // ".utf8) + [0xFF, 0x0A]
      bytes += Array("\"d\" = \"4\";\n".utf8)
      let (texts, problem) = read(bytes)
      #expect(texts == ["a": "1", "d": "4"])
      #expect(problem == "line 3: bytes that are not UTF-8; 2 texts are left out")
    }
    let latin = Array(try #require("\"a\" = \"é\";".data(using: .isoLatin1)))
    #expect(read(latin).texts == nil)
    #expect(read(latin).problem == "line 1: bytes that are not UTF-8; 1 text is left out")
    // An invalid comment does not invalidate any entry.
    let comment = read(Array("// caf".utf8) + [0xE9])
    #expect(comment.texts == [:])
    #expect(comment.problem == nil)
  }

  @Test func `property lists of texts are read in XML and binary form`() throws {
    let texts = ["a": "b", "é": "日本 😀", "": "x", "long": String(repeating: "y", count: 70_000)]
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: texts, format: format, options: 0)
      let (read, problem) = read(Array(data))
      #expect(read == texts)
      #expect(problem == nil)
    }
  }

  @Test func `a property list with other contents is rejected`() throws {
    let mixed = read(
      "<plist><dict><key>a</key><integer>1</integer><key>b</key><string>c</string></dict></plist>")
    #expect(mixed.texts == ["b": "c"])
    #expect(mixed.problem == "the value of 'a' is not a text")
    #expect(
      read("<html>").problem
        == "line 1: expected a <dict>, found <html>; the texts after it are missing")
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["a", "b"], format: .binary, options: 0)
    #expect(read(Array(list)).problem == "is a damaged binary property list")
  }

  @Test func `corrupted files never cause a crash`() throws {
    var random = SystemRandomNumberGenerator()
    let texts = ["a": "b", "c": "é", "d": String(repeating: "y", count: 300)]
    let binary = try PropertyListSerialization.data(
      fromPropertyList: texts, format: .binary, options: 0)
    let text = #"/* c */ "a" = "x\n\U00e9\351\\"; // d"# + "\nb = 'y'; \"z\" = \"%1$@ é\"; k;\n"
    let xml = try PropertyListSerialization.data(
      fromPropertyList: ["a": ["b": "é", "c": ["d": "&<"]], "d": 1] as [String: Any], format: .xml,
      options: 0)
    let nested = try PropertyListSerialization.data(
      fromPropertyList: ["a": ["b": "é", "c": ["d": texts]]], format: .binary, options: 0)
    for original in [
      Array(binary), Array(text.utf8), [0xFF, 0xFE] + Array(text.utf8), Array(xml), Array(nested),
    ] {
      for _ in 0..<5_000 {
        var bytes = original
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let index = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0...2, using: &random) {
          case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.removeSubrange(index..<min(bytes.count - 1, index + 3))
          default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
          }
        }
        let (read, problem) = read(bytes)
        #expect(read != nil || problem != nil, "\(bytes)")
        let plurals = TextTable.readPlurals(bytes)
        #expect(plurals.entries != nil || plurals.problem != nil, "\(bytes)")
      }
    }
  }
}
