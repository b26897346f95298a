import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct StringsReaderTests {
  @Test func `real files are read like Foundation reads them and survive a round trip`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/corpora/strings")
    let files =
      (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .allObjects as? [URL] ?? []).filter { $0.pathExtension == "strings" }
    #expect(files.count >= 10)
    for file in files {
      let data = try Data(contentsOf: file)
      let list = try PropertyListSerialization.propertyList(from: data, format: nil)
      let wanted = try #require(Texts(foundation: list))
      let reading = try AppleSamples.read([UInt8](data), language: "de")
      #expect(reading.texts.count == wanted.count)
      for text in reading.texts {
        let original = try #require(wanted[ExactString(text.key)]).text
        let again = Message.parseAsShown(original).message
        #expect(
          bytes(text.values[0].source) == bytes(again.source()), "\(file.lastPathComponent)")
        if !original.utf8.contains(UInt8(ascii: "%")) {
          #expect(bytes(text.values[0].message.plainText ?? "") == bytes(original))
        }
      }
      let texts = reading.texts
      let written = AppleSamples.write(texts, .strings, language: "de")
      #expect(written.losses.isEmpty)
      let second = try AppleSamples.read(written.bytes, language: "de")
      for (again, first) in zip(second.texts, texts) where again != first {
        Issue.record("\(file.lastPathComponent): \(again) is not \(first)")
        break
      }
      #expect(second.texts.count == texts.count)
      #expect(second.diagnostics.isEmpty)
      let again = AppleSamples.write(second.texts, .strings, language: "de").bytes
      // A comparison inside of the expectation would print both files.
      let isSame = again == written.bytes
      #expect(isSame, "\(file.lastPathComponent)")
    }
  }

  @Test func `all encodings and forms are read alike`() throws {
    let text = "\"é\" = \"Grüezi 😀 %s\";\r\n'b' = word;\r\n\"c\";"
    let units = Array(text.utf16)
    func marked(_ mark: [UInt8], _ bytes: (UInt16) -> [UInt8]) -> [UInt8] {
      units.reduce(into: mark) { $0 += bytes($1) }
    }
    let little = marked([0xFF, 0xFE]) { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = marked([0xFE, 0xFF]) { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let list = ["é": "Grüezi 😀 %s", "b": "word", "c": "c"]
    let lists = try [PropertyListSerialization.PropertyListFormat.xml, .binary].map {
      [UInt8](
        try PropertyListSerialization.data(fromPropertyList: list, format: $0, options: 0))
    }
    let files: [[UInt8]] =
      [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), little, big]
      + [Array("{ \(text) }".utf8)] + lists
    for file in files {
      let texts = try AppleSamples.read(file).texts.sorted { $0.key < $1.key }
      #expect(texts.map(\.key) == ["b", "c", "é"])
      #expect(texts.map { $0.values[0].source } == ["word", "c", "Grüezi 😀 %@"])
      #expect(texts.allSatisfy { $0.values.map(\.language) == ["en"] && $0.file == "f" })
    }
  }

  @Test func `a comment belongs to the entry that it precedes or is in or beside`() throws {
    let reading = try AppleSamples.read(
      """
      /* Copyright */

      "licensed" = "a";
      /* No comment provided by engineer. */
      "plain" = "b";
      // one
      /* two
         @max 40
         @param 1 who the   user */
      "several" = "%@"; // beside
      /* Section */

      /* own */
      "own" /* inside */ = "c";
      """)
    let contexts = reading.texts.map { $0.context?.text ?? "-" }
    #expect(
      contexts == ["-", "-", "one\ntwo\nbeside\n@param 1 who the user\n@max 40", "own\ninside"])
    #expect(reading.losses[.context]?.count == 1)
    #expect(reading.losses[.context]?.key == "own")
    #expect(reading.losses[.context]?.location?.start == SourcePosition(line: 11, column: 1))
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func `the header of a generated file is not the comment of an entry`() throws {
    let texts = [AppleSamples.text("a", ["en": "A"])]
    let written = AppleSamples.write(texts, .strings, language: "en")
    #expect(try AppleSamples.read(written.bytes).texts.map(\.context) == [nil])
  }

  @Test func `values and keys have their locations`() throws {
    let texts = try AppleSamples.read("/* é */ \"é\" =\n  \"a\\n%d\";").texts
    #expect(texts[0].keyPosition == SourcePosition(line: 1, column: 11))
    #expect(texts[0].values[0].textPosition == SourcePosition(line: 2, column: 4))
    #expect(texts[0].values[0].source == "a\\n%d")
  }

  @Test func `a plural written in ICU syntax is read as a plural`() throws {
    let source = "{name} has {count, plural, one {# day} other {# day's}}"
    let texts = [
      AppleSamples.text("a", ["en": source], context: "@param 1 count\n@param 2 name")
    ]
    let written = AppleSamples.write(texts, .strings, language: "en")
    #expect(written.losses == ["a: plural"])
    let read = try AppleSamples.read(written.bytes).texts[0].values[0]
    #expect(read.message.hasBranches)
    #expect(read.source == "{1} has {0, plural, one {# day} other {# day''s}}")
    #expect(
      read.message.formatted(with: [1, "Ann"], in: .plain(LanguageTag("en"))).text
        == "Ann has 1 day")
  }

  @Test func `a file without entries has no texts`() throws {
    #expect(try AppleSamples.read("/* nothing */\n").texts.isEmpty)
    #expect(try AppleSamples.read(" ").texts.isEmpty)
  }

  private static let table: [(file: String, findings: [String])] = [
    (
      "\"a\" = \"1\";\n\"a\" = \"2\";",
      [
        "2:2: warning: [duplicate-key] key 'a' is defined twice; the last value is used (rename or remove one of them); 1:2: also defined here"
      ]
    ),
    (
      "\"a\" = { b = c; };\n\"d\" = ( e );",
      [
        "1:7: error: [unexpected-value] 'a' must be a string, not a dictionary (move dictionaries to a .stringsdict file)",
        "2:7: error: [unexpected-value] 'd' must be a string, not an array (quote it)",
      ]
    ),
    (
      "<plist><dict><key>a</key><integer>5</integer></dict></plist>",
      [
        "1:35: error: [unexpected-value] 'a' must be a string, not an integer (quote it)"
      ]
    ),
    (
      "// \"\\u00e9\"\n\"é\" = \"a\\u00e9 \\\\u00e9 \\U00e9\";",
      [
        "2:10: note: [suspicious-escape] '\\u00e9' is not an escape sequence in this format; it is read as 'u00e9' (use \\U00e9, or the character itself)"
      ]
    ),
    (
      "a = \"\\U0001F600\";",
      [
        "1:6: note: [suspicious-escape] '\\U0001F600' is read as '\\U0001' and the text 'F600' (use the character itself: 😀)"
      ]
    ),
    ("<plist><dict><key>a</key><string>\\u00e9</string></dict></plist>", []),
    (
      "( a, b )",
      [
        "1:1: error: [wrong-root] the top-level value must be a dictionary, not an array (check that this is the right file)"
      ]
    ),
    (
      "",
      ["1:1: error: [invalid-property-list] the file is empty (check that this is the right file)"]
    ),
    (
      "\"a\" = \"b\"\n\"c\" = \"d\";",
      [
        "1:10: error: [invalid-property-list] the value of 'a' is not followed by ';' (add the ';'; escape a quotation mark in a string as \\\")"
      ]
    ),
    (
      "\u{FEFF}\u{FEFF}\"a\" = \"b\";",
      [
        "1:1: error: [invalid-character] the file begins with two byte order marks (remove one of them; Foundation rejects the file)"
      ]
    ),
  ]

  @Test(arguments: table.indices) func `malformed entries are reported with a location`(
    _ index: Int
  ) {
    let (file, findings) = Self.table[index]
    #expect(AppleSamples.findings(file) == findings)
  }

  @Test func `other encodings are rejected`() {
    for file in [Array("\"a\" = \"".utf8) + [0xE9, 0x22, 0x3B], [0x22, 0, 0x61, 0, 0x22, 0]] {
      #expect(throws: Diagnostic.self) { try AppleSamples.read(file) }
    }
  }

  @Test func `a file without a language is a usage error`() {
    do throws(Diagnostic) {
      _ = try ReadableFormat.strings.read(Array("a = b;".utf8), ReadingOptions(file: "f"))
      Issue.record("it was read")
    } catch {
      #expect(error.code == "missing-language")
      #expect(error.kind == .usage)
    }
  }

  @Test func `the fix of a suspicious escape corrects it`() throws {
    let reading = try AppleSamples.read("a = \"x\\u00e9\";")
    let fix = try #require(reading.diagnostics.first?.fixes.first)
    #expect(fix.replacement == "\\U00e9")
    #expect(fix.location.start == SourcePosition(line: 1, column: 7))
    #expect(fix.location.end == SourcePosition(line: 1, column: 13))
  }

  @Test func `damaged files are read or rejected with a location`() {
    let sample = """
      /* Title */ "login.title" = "Hallo %1$@, \\U00e9 \\u00e9\\n"; // beside
      'b' = "{0, plural, one {# day} other {# days}}"; c;
      """
    let tokens = ["\"", "\\", "\\u0041", "/*", "*/", "//", "{", "}", ";", "\u{0}", "%", "😀", "="]
    var read = 0
    for bytes in AppleSamples.mutations(of: sample, tokens: tokens, seed: 7) {
      do throws(Diagnostic) {
        let reading = try AppleSamples.read(bytes)
        read += reading.texts.isEmpty ? 0 : 1
        #expect(reading.diagnostics.allSatisfy { $0.location?.start != nil })
      } catch {
        #expect(error.location?.start != nil)
      }
    }
    #expect(read > 500)
  }
}
