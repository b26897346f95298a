import Foundation
import Testing

@testable import TremaLocalization

@Suite struct ListReaderTests {
  /// Returns the entries in the platform's types, for comparison.
  private static func plain(_ entries: [TextKey: PropertyListValue]) -> NSDictionary {
    let result = NSMutableDictionary()
    for (key, value) in entries {
      switch value {
      case .text(let text): result[key.text] = text
      case .dictionary(let entries): result[key.text] = plain(entries)
      case .other(let what): result[key.text] = "<\(what)>"
      }
    }
    return result
  }

  private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

  @Test(arguments: [
    "<plist version=\"1.0\"><dict><key>a</key><string>b</string></dict></plist>",
    "<dict><key>a</key><string>no plist around</string></dict>",
    "<plist><dict/></plist>", "<plist><dict></dict></plist>",
    "<plist><dict><key>a</key><string/><key/><string>x</string></dict></plist>",
    "<plist><dict><key>a</key><dict><key>b</key><string>c</string></dict></dict></plist>",
    "<plist><!-- <dict> --><dict><key>a</key><!-- > --><string>b</string></dict></plist>",
    "<plist><dict><key>&lt;&#233;&#x1F600;</key><string>&amp;&apos;&quot;&gt;</string></dict></plist>",
    "<plist><dict><key>a</key><string><![CDATA[<b> & ]]>c<![CDATA[]]></string></dict></plist>",
    "<plist><dict><key>a</key><string>one\r\ntwo  \t</string></dict></plist>\n<!-- end -->",
    "<plist><dict><key>a</key><string>1</string><key>a</key><string>2</string></dict></plist>",
    """
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
      <key>日本</key>
      <string>é</string>
    </dict></plist>
    """,
  ])
  func `XML is parsed as Foundation parses it`(text: String) throws {
    let bytes = Array((Self.head + text).utf8)
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    let (entries, failure) = XMLPropertyListReader.read(bytes)
    #expect(failure == nil)
    #expect(Self.plain(entries) == list as? NSDictionary)
  }

  @Test func `lists, numbers and data are skipped`() throws {
    let list: [String: Any] = [
      "a": ["b", ["c": "d"], []] as [Any], "n": 1, "r": 0.5, "t": true, "f": false,
      "d": Data([1, 2, 3]), "when": Date(timeIntervalSince1970: 0), "z": "text",
      "deep": ["x": ["y": "z"]],
    ]
    let expected: [TextKey: PropertyListValue] = [
      "a": .other("array"), "n": .other("integer"), "r": .other("real"), "t": .other("true"),
      "f": .other("false"), "d": .other("data"), "when": .other("date"), "z": .text("text"),
      "deep": .dictionary(["x": .dictionary(["y": .text("z")])]),
    ]
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: list, format: format, options: 0)
      let (entries, problem) = TextTable.readPlurals(Array(data))
      #expect(entries == expected)
      #expect(problem == nil)
    }
  }

  @Test func `keys with different bytes are distinct`() throws {
    let (one, two) = ("\u{E9}", "e\u{301}")
    let strings = "\"\(one)\" = \"1\"; \"\(two)\" = \"2\";"
    let xml = """
      <dict><key>\(one)</key><string>1</string><key>\(two)</key><string>2</string></dict>
      """
    for text in [strings, xml] {
      let texts = try #require(TextTable.read(Array(text.utf8)).texts)
      #expect(texts.count == 2)
      #expect(texts[TextKey(one)] == "1")
      #expect(texts[TextKey(two)] == "2")
    }
  }

  @Test(arguments: [
    ("", "line 1: the file ends too early"),
    ("<plist><dict><key>a</key>\n<string>b</string>", "line 2: the file ends too early"),
    ("<plist><dict>\n<key>a</key>\n\n<string>b", "line 4: <string> is not closed"),
    (
      "<dict><key>a</key><string>&nbsp;</string></dict>", "line 1: '&' does not begin an XML entity"
    ),
    (
      "<dict><key>a</key><string>&#xD800;</string></dict>",
      "line 1: &#xD800; is not a valid character"
    ),
    ("<dict><key>a</key><string>&#0;</string></dict>", "line 1: &#0; is not a valid character"),
    ("<dict><string>a</string></dict>", "line 1: expected a <key>, found <string>"),
    ("<dict><key>a</key></dict>", "line 1: expected a tag"),
    ("<array/>", "line 1: expected a <dict>, found <array>"),
    ("<dict/>\n<dict/>", "line 2: unexpected bytes after the end"),
    ("\n<!-- x", "line 2: the comment is not closed"),
    ("<dict><key>a</key><array><array></array>", "line 1: <array> is not closed"),
    (
      "<!DOCTYPE plist [<!ENTITY a \"b\">]><dict/>",
      "line 1: declarations in the DOCTYPE are not supported"
    ),
  ])
  func `invalid XML is rejected with its line`(text: String, problem: String) {
    let failure = XMLPropertyListReader.read(Array(text.utf8)).failure
    #expect(failure.map { "line \($0.line): \($0.reason)" } == problem)
  }

  @Test func `excessive nesting is rejected`() throws {
    let dicts = String(repeating: "<dict><key>a</key>", count: 200_000)
    #expect(
      XMLPropertyListReader.read(Array(dicts.utf8)).failure?.reason
        == "dictionaries are nested too deeply")
    let arrays = "<dict><key>a</key>" + String(repeating: "<array>", count: 200_000)
    #expect(
      XMLPropertyListReader.read(Array(arrays.utf8)).failure?.reason == "<array> is not closed")
  }

  @Test func `a binary property list that contains itself is invalid`() throws {
    // One dictionary whose key is "a" and whose value is the dictionary.
    var bytes = Array("bplist00".utf8) + [0xD1, 1, 0, 0x51, UInt8(ascii: "a")]
    let table = bytes.count
    bytes += [8, 11]
    bytes += [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [2, 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(number)] }
    #expect(TextTable.readPlurals(bytes).problem == "is a damaged binary property list")
  }

  @Test func `a small binary property list that expands to a huge one is invalid`() throws {
    // Ten dictionaries, each of which holds the next one 200 times.
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for level in 0..<10 {
      offsets.append(bytes.count)
      bytes += [0xDF, 0x10, 200] + [UInt8](repeating: 10, count: 200)
      bytes += [UInt8](repeating: UInt8(level + 1), count: 200)
    }
    offsets.append(bytes.count)
    bytes += [0x51, UInt8(ascii: "a")]
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [offsets.count, 0, table] {
      bytes += [0, 0, 0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 0xFF)]
    }
    #expect(TextTable.readPlurals(bytes).problem == "is a damaged binary property list")
  }
}
