import Foundation
import Testing
import TremaFormats

@Suite struct GirdersStringsTests {
  @Test(arguments: [
    // Valid in trema.rb's spelling: only quotation marks get a backslash.
    (#"plain"#, Written(#"plain"#)),
    (#"say "hi""#, Written(#"say \"hi\""#)),
    (#"line\nline\ttab\\end"#, Written(#"line\nline\ttab\\end"#)),
    (#"it\'s"#, Written(#"it\'s"#)),
    (#"\\""#, Written(#"\\\""#)),
    ("real\nbreak\tand tab", Written("real\nbreak\tand tab")),
    (#"%s of %1$@ 100% %d %%"#, Written(#"%s of %1$@ 100% %d %%"#)),
    (#"  edges  "#, Written(#"  edges  "#)),
    (#"größe 😀 & < >"#, Written(#"größe 😀 & < >"#)),
    (#""#, Written(#""#)),
    (#"\U00e9 \q \351"#, Written(#"\U00e9 \q \351"#)),
    (#"\u12 \ud83d"#, Written(#"\u12 \ud83d"#)),
    // Broken in trema.rb's spelling.
    (#"say \"hi\""#, Written(#"say \"hi\""#, "escaped the quotation mark")),
    (#"\\\"x"#, Written(#"\\\"x"#, "escaped the quotation mark")),
    (#"C:\"#, Written(#"C:\\"#, "the backslash at the end")),
    (#"C:\\"#, Written(#"C:\\"#)),
    (
      #"caf\u00e9"#, Written(#"caf\U00e9"#, #"\u00e9 unchanged, which Foundation reads as 'u00e9'"#)
    ),
    (#"\ud83d\ude00"#, Written(#"\Ud83d\Ude00"#, #"\ud83d"#)),
  ])
  func `values are written as by trema.rb if its file was valid`(
    value: String, expected: Written
  ) throws {
    let written = try Compatibility.girders.write(
      .strings, value, prefix: "\"k\" = \"", suffix: "\";\n")
    expect(written, expected, value)
  }

  @Test(arguments: [
    (#"app_name"#, Written(#"app_name"#)),
    (#"a.b-c//d e"#, Written(#"a.b-c//d e"#)),
    (#"a\"b\n"#, Written(#"a\"b\n"#)),
    (
      #"a"b"#,
      Written(#"a\"b"#, "key: trema.rb wrote the key unescaped, but it contains a quotation mark")
    ),
    (
      #"a\"#, Written(#"a\\"#, "key: trema.rb wrote the key unescaped, but it contains a backslash")
    ),
    (
      #"a\d"#,
      Written(#"a\\d"#, "key: trema.rb wrote the key unescaped, but it contains a backslash")
    ),
  ])
  func `keys are written unescaped if the file is valid`(key: String, expected: Written) throws {
    let written = try Compatibility.girders.write(
      .strings, key: key, "v", prefix: "\"", suffix: "\" = \"v\";\n")
    expect(written, expected, key)
  }

  @Test func `entries are written in file order without header or footer`() throws {
    let (text, _) = try Compatibility.girders.file(.strings, ["b": "1", "a": "2", "c": ""])
    #expect(text == "\"b\" = \"1\";\n\"a\" = \"2\";\n\"c\" = \"\";\n")
  }

  @Test
  func `Foundation reads every file and the intended values`() throws {
    let values: KeyValuePairs = [
      "quote": #"say \"hi\""#, "bare": #"say "hi""#, "end": #"C:\"#, "accent": #"caf\u00e9"#,
      "emoji": #"\ud83d\ude00"#, "a\"b": "x", #"a\d"#: "y", "break": "a\nb",
      "apostrophe": #"it\'s"#,
    ]
    let (text, _) = try Compatibility.girders.file(.strings, values)
    let read = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    #expect(
      read as? [String: String] == [
        "quote": #"say "hi""#, "bare": #"say "hi""#, "end": #"C:\"#, "accent": "café",
        "emoji": "😀", "a\"b": "x", #"a\d"#: "y", "break": "a\nb", "apostrophe": "it's",
      ])
  }
}
