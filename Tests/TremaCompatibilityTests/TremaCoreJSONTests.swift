import Foundation
import Testing
import TremaFormats

@Suite struct TremaCoreJSONTests {
  @Test(arguments: [
    ("plain & <b> 'x' / größe 😀", Written("plain & <b> 'x' / größe 😀")),
    ("real\nbreak", Written(#"real\nbreak"#)),
    (#"\n\t\"\\\/\u00e9"#, Written(#"\n\t\"\\\/\u00e9"#)),
    (#"%@ %d 100%% 50 %"#, Written(#"%@ %d 100%% 50 %"#)),
    // Values for which trema-core wrote invalid JSON.
    (#"say "hi""#, Written(#"say \"hi\""#, "a quotation mark unescaped, which is not valid JSON")),
    ("a\tb\rc", Written(#"a\tb\rc"#, "a tab", "a carriage return")),
    (#"it\'s"#, Written(#"it's"#, #"\'"#)),
    (#"\U00e9 \q"#, Written(#"\u00e9 \\q"#, #"\U00e9"#, "a backslash")),
    (#"\u12"#, Written(#"\\u12"#, "a backslash")),
    (#"end\"#, Written(#"end\\"#, "a backslash")),
  ])
  func `values are written as by trema-core if that is valid JSON`(
    value: String, expected: Written
  ) throws {
    let written = try Compatibility.tremaCore.write(
      .json, value, prefix: "{\n\t\"k\": \"", suffix: "\"\n}")
    expect(written, expected, value)
    let (text, _) = try Compatibility.tremaCore.file(.json, ["k": value])
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
  }

  @Test func `keys are escaped like values`() throws {
    let written = try Compatibility.tremaCore.write(
      .json, key: #"a"b"#, "v", prefix: "{\n\t\"", suffix: "\": \"v\"\n}")
    expect(written, Written(#"a\"b"#, "key: "), #"a"b"#)
  }

  @Test func `keys are sorted by UTF-16 code units`() throws {
    // U+FF01 follows the surrogates of an emoji, though its code point is smaller.
    let (text, _) = try Compatibility.tremaCore.file(
      .json, ["\u{FF01}": "4", "b": "2", "😀": "3", "B": "1", "a_b": "", "a.b": ""])
    #expect(
      text == """
        {
        \t"B": "1",
        \t"a.b": "",
        \t"a_b": "",
        \t"b": "2",
        \t"😀": "3",
        \t"\u{FF01}": "4"
        }
        """)
  }

  @Test func `a language without texts is written as an empty object`() throws {
    #expect(try Compatibility.tremaCore.file(.json, [:]).text == "{\n}")
  }
}
