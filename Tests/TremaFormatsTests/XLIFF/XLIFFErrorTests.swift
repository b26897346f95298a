import Testing
import TremaFormats
import TremaSupport
import TremaTestSupport

@Suite struct XLIFFErrorTests {
  static func line(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location.flatMap { location in
      location.start.map { "\(location.file):\($0.line):\($0.column): " }
    }
    return "\(place ?? "")\(diagnostic.severity.rawValue): [\(diagnostic.code)] "
      + diagnostic.message
  }

  static let unreadable: [(text: String, complaint: String)] = [
    ("", "1:1: error: [malformed-xml] the file is empty"),
    ("<trema/>", "1:1: error: [wrong-root] the root element must be 'xliff', not 'trema'"),
    (
      "<xliff xmlns='urn:other' version='1.2'/>",
      "1:1: error: [wrong-root] 'urn:other' is not an XLIFF namespace"
    ),
    ("<xliff/>", "1:1: error: [missing-version] the root element has no 'version' attribute"),
    (
      "<xliff version='3.0'/>",
      "1:17: error: [unknown-version] unknown XLIFF version '3.0'"
    ),
    (
      "<xliff version='1.2'>\n<file original='a'/></xliff>",
      "2:1: error: [missing-language] this element has no 'source-language' attribute"
    ),
    (
      "<xliff version='2.0'><file id='a'/></xliff>",
      "1:1: error: [missing-language] this element has no 'srcLang' attribute"
    ),
    (
      "<xliff version='1.2'><file source-language='../x'/></xliff>",
      "1:45: error: [invalid-language] '../x' is not a language tag"
    ),
    (
      "<xliff version='1.2'>\n<file source-language='en'/><file source-language='de'/></xliff>",
      "2:29: error: [different-masters] the master language is 'en', but this file uses 'de'"
    ),
    (
      "<!DOCTYPE xliff [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>\n<xliff version='1.2'/>",
      "1:18: error: [external-entity] the external entity 'e' is not loaded"
    ),
    (
      "<xliff version='1.2'>",
      "1:22: error: [malformed-xml] the file ends inside the element 'xliff'"
    ),
  ]

  @Test(arguments: unreadable)
  func `malformed files are reported with a location`(text: String, complaint: String) {
    do {
      _ = try XLIFFSample.read(text)
      Issue.record("this was read: \(text)")
    } catch {
      let diagnostic = error as? Diagnostic
      #expect(diagnostic.map(Self.line) == "a.xliff:" + complaint)
      #expect(diagnostic?.hint != nil)
    }
  }

  static let odd: [(units: String, complaint: String, keys: [String])] = [
    (
      "<trans-unit id='a'><source>b</source></trans-unit>\n"
        + "<trans-unit id='a'><source>c</source></trans-unit>",
      "5:1: error: [duplicate-key] unit 'a' is defined twice in this file", ["a"]
    ),
    (
      "<trans-unit><source>b</source></trans-unit>",
      "4:1: error: [missing-key] this unit has no 'id' attribute", []
    ),
    ("<trans-unit id='a'/>", "4:1: warning: [schema] the unit 'a' has no source", ["a"]),
    ("\n loose", "5:2: error: [stray-text] unexpected text outside a unit", []),
    (
      "<trans-unit id='a|==|plural.one'><source>b</source></trans-unit>",
      "4:42: error: [invalid-message] the units of 'a' do not form a text: "
        + "the plural has no form for 'other'", ["a"]
    ),
    (
      "<trans-unit id='a|==|substitutions.n.plural.other'><source>b</source></trans-unit>",
      "4:60: error: [invalid-message] the units of 'a' do not form a text: "
        + "the format around the variables has no text", ["a"]
    ),
  ]

  @Test(arguments: odd)
  func `malformed units are reported, and the others are read`(
    units: String, complaint: String, keys: [String]
  ) throws {
    let reading = try XLIFFSample.read(XLIFFSample.file(units))
    #expect(reading.diagnostics.map(Self.line) == ["a.xliff:" + complaint])
    #expect(reading.texts.map(\.key) == keys)
  }

  @Test func `a target without a language is an error, and the source is read`() throws {
    let text = XLIFFSample.file(
      "<trans-unit id='a'><source>b</source><target>c</target></trans-unit>")
    let reading = try XLIFFSample.read(text.replacing(" target-language=\"de\"", with: ""))
    #expect(
      reading.diagnostics.map(Self.line) == [
        "a.xliff:4:46: error: [missing-language] the language of this target is unknown"
      ])
    #expect(reading.texts.map { $0.values.map(\.language) } == [["en"]])
  }

  @Test func `a duplicate key in another file element is reported`() throws {
    let first = XLIFFSample.file("<trans-unit id='a'><source>b</source></trans-unit>")
    let second = XLIFFSample.file("<trans-unit id='a'><source>c</source></trans-unit>")
      .split(separator: "\n").dropFirst().joined(separator: "\n")
    let reading = try XLIFFSample.read(first.replacing("</xliff>", with: "") + second)
    #expect(
      reading.diagnostics.map(Self.line) == [
        "a.xliff:9:1: warning: [duplicate-key] key 'a' has different text in an earlier "
          + "'file' element"
      ])
    #expect(reading.texts.map { $0["en"]?.source } == ["b"])
  }

  @Test func `nested variables do not expand without limit`() throws {
    let deep = (0..<9).map { level in
      "<trans-unit id='a|==|substitutions.v\(level).plural.other'><source>"
        + String(repeating: "%#@v\(level + 1)@", count: 50) + "</source></trans-unit>"
    }
    let reading = try XLIFFSample.read(
      XLIFFSample.file(
        "<trans-unit id='a'><source>%#@v0@</source></trans-unit>" + deep.joined()))
    #expect(reading.diagnostics.map(\.code) == ["invalid-message"])
  }

  @Test func `exponential entity expansion is rejected`() throws {
    let text = """
      <!DOCTYPE xliff [<!ENTITY a "aaaaaaaaaaaaaaaaaaaa">
      <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
      <!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
      <!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;">]>

      """ + XLIFFSample.file("<trans-unit id='a'><source>&e;</source></trans-unit>")
    let error = #expect(throws: Diagnostic.self) { try XLIFFSample.read(text) }
    #expect(error?.code == "expansion-limit")
  }

  @Test func `data referenced by thousands of elements is rejected`() throws {
    func text(_ references: Int) -> String {
      let code = String(repeating: "x", count: 50_000)
      let elements = (0..<references).map { "<ph id=\"\($0)\" dataRef=\"d\"/>\n" }.joined()
      return """
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
        <file id="f"><unit id="u"><originalData><data id="d">\(code)</data></originalData>
        <segment><source>\(elements)</source></segment></unit></file></xliff>
        """
    }
    let whole = try XLIFFSample.read(text(20))
    #expect(
      (1_000_000...1_000_100).contains(whole.texts.first?.values.first?.source.utf8.count ?? 0))
    #expect(whole.diagnostics.isEmpty)
    let error = #expect(throws: Diagnostic.self) { try XLIFFSample.read(text(21)) }
    #expect(
      error.map(Self.line)
        == "a.xliff:23:22: error: [expansion-limit] the file's references expand to more than 1000000 bytes"
    )
    #expect(error?.kind == .unreadable)
    // A large file may expand to ten times its size.
    let large = text(21) + "<!--\(String(repeating: " ", count: 300_000))-->"
    #expect(try XLIFFSample.read(large).diagnostics.isEmpty)
  }

  @Test func `2,500 damaged files are read or rejected`() throws {
    var random = SeededGenerator(seed: 91)
    let names = ["xcode.xliff", "inline-1.2.xliff", "segments-2.0.xliff"]
    let files = try names.map { try XLIFFSample.fixture($0) }
    // Inserted anywhere, these leave the file well formed about half the time.
    let words = [
      "source", "target", "unit", "plural", "other", "one", "device", "substitutions", "count",
      "%#@", "@", "%", "1", "d1", "final", "001B", "dict", "NSStringLocalizedFormatKey", "order",
      "dataRef", "segment", "ignorable", "mrk", "ph", "en", "id", "file", "group", "/", "|==|",
    ]
    let pieces = ["<", ">", "\"", "&", "|==|", "plural.", "%#@count@", "1", "\0", "é", "</x:g>"]
    var outcomes = [0, 0]
    for round in 0..<2_500 {
      var bytes = random.pick(files)
      if round.isMultiple(of: 2) {
        for _ in 0..<2 { bytes = Self.replacing(random.pick(words), random.pick(words), in: bytes) }
      }
      for _ in 0..<(round.isMultiple(of: 2) ? 0 : random.number(1...2)) {
        let index = random.number(0...(bytes.count - 1))
        switch random.number(0...2) {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.insert(contentsOf: random.pick(pieces).utf8, at: index)
        default: bytes.removeSubrange(index..<min(bytes.count, index + random.number(1...40)))
        }
      }
      do throws(Diagnostic) {
        let reading = try ReadableFormat.xliff.read(bytes, ReadingOptions(file: "a.xliff"))
        outcomes[0] += 1
        #expect(reading.diagnostics.allSatisfy { $0.location?.start != nil })
      } catch {
        outcomes[1] += 1
        #expect(error.location?.start != nil)
      }
    }
    #expect(outcomes.allSatisfy { $0 > 250 }, "\(outcomes)")
  }

  private static func replacing(_ word: String, _ other: String, in bytes: [UInt8]) -> [UInt8] {
    let word = Array(word.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    var index = 0
    while index < bytes.count {
      if bytes[index] == word[0], bytes[index...].starts(with: word) {
        result += other.utf8
        index += word.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
