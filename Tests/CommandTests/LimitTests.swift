import Testing
import TremaTestSupport

/// The limits that bound the cost of reading a hostile catalogue.
@Suite struct LimitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Prefixes that select the reader of the file: a processing instruction needs libxml2.
  private static let heads = ["", "<?a?>"]

  private func convert(
    _ texts: String, _ head: String, _ options: String...
  ) throws -> Tool.Result {
    try folder.write("\(head)<trema masterLang=\"de\">\n\(texts)</trema>\n", to: "Texts.trm")
    return try Tool.run(
      ["convert", "Texts.trm", "--output=out", "--format=strings"] + options, in: folder)
  }

  private static func text(_ key: String, _ values: String) -> String {
    "<text key=\"\(key)\"><context/>\n\(values)</text>\n"
  }

  @Test(arguments: heads)
  func `a text may have 10,000 parts, and one more is an error at its location`(
    head: String
  ) throws {
    func texts(_ parts: Int) -> String {
      Self.text("a", "<value lang=\"de\">x\(String(repeating: "%@", count: parts))</value>\n")
        + Self.text("b", "<value lang=\"de\">y</value>\n")
    }
    #expect(try convert(texts(10_000), head).status == 0)
    let result = try convert(texts(10_001), head, "--keep-going")
    #expect(result.status == 1)
    #expect(
      result.errors.contains(
        """
        Texts.trm:3:20019: error: [invalid-message] the 'de' value is not a valid message: it has more than \
        10000 placeholders, branches and other parts

        """))
    // The rest of the file is read.
    #expect(try folder.text("out/de.lproj/Localizable.strings").contains("\"b\" = \"y\";"))
    #expect(!(try folder.text("out/de.lproj/Localizable.strings").contains("\"a\"")))
  }

  @Test(arguments: heads) func `a catalogue may have 1,000 languages, and one more is refused`(
    head: String
  ) throws {
    func values(_ languages: Range<Int>) -> String {
      languages.map { "<value lang=\"de-x-\($0)\">x</value>\n" }.joined()
    }
    let master = "<value lang=\"de\">x</value>\n"
    let most = Self.text("a", master + values(1..<500)) + Self.text("b", values(400..<1000))
    #expect(try convert(most, head).status == 0)
    for repeated in [Self.text("c", values(1..<1000)), Self.text("d", master)] {
      #expect(try convert(most + repeated, head).status == 0)
    }
    let result = try convert(most + Self.text("c", values(1000..<1001)), head)
    #expect(result.status == 3)
    #expect(
      result.errors == """
        Texts.trm:1107:14: error: [size-limit] the catalogue has values in more than 1000 languages
        1107 | <value lang="de-x-1000">x</value>
             |              ^ hint: split the catalogue; the limit protects against malicious files
        1 error

        """)
    for command in ["check", "stats", "format"] {
      #expect(try Tool.run([command, "Texts.trm"], in: folder).status == 3, "\(command)")
    }
  }

  @Test(arguments: heads) func `a language tag may have 1,000 bytes, and one more is refused`(
    head: String
  ) throws {
    func text(_ count: Int) -> String {
      let language = "de-x-" + String(repeating: "abcdefg-", count: 200).prefix(count - 5)
      return Self.text("a", "<value lang=\"de\">x</value>\n<value lang=\"\(language)\">y</value>\n")
    }
    #expect(!(try convert(text(1_000), head).errors.contains("size-limit")))
    let result = try convert(text(1_001), head)
    #expect(result.status == 3)
    #expect(result.errors.contains("error: [size-limit] this language is longer than 1000 bytes"))
  }

  /// Swift compares strings in quadratic time if their combining marks are not in canonical order.
  @Test func `combining marks in names and attributes are read in linear time`() throws {
    func marks(_ count: Int) -> String { String(repeating: "\u{301}\u{323}", count: count / 4) }
    func seconds(_ count: Int, _ text: (String) -> String) throws -> Double {
      try folder.write(
        "<trema masterLang=\"de\">\n\(text(marks(count)))</trema>\n", to: "Marks.trm")
      return try Cost(of: ["check", "Marks.trm"], in: folder, statuses: [0, 1, 3]).seconds
    }
    func value(_ source: String) -> String { "<value lang=\"de\">\(source)</value>\n" }
    for text in [
      { Self.text($0, value("x")) }, { Self.text("k", value("{n, select, \($0) {a} other {b}}")) },
      { Self.text("k", value("{\($0), plural, other {b}}")) },
      { "<text key=\"k\"><context>@param 1 \($0)\n@ignore \($0)</context>\(value("%s"))</text>\n" },
      { Self.text("k", "<value lang=\"de\" status=\"\($0)\">x</value>\n") },
      { Self.text("k", "<value lang=\"\($0)\">x</value>\n") },
    ] as [(String) -> String] {
      // With quadratic growth 400 kB take from ten seconds to a minute.
      #expect(try seconds(400_000, text) < 5)
    }
  }

  @Test(arguments: ["json", "strings", "csv", "arb", "properties", "po"])
  func `a key of combining marks is imported in linear time`(format: String) throws {
    let key = String(repeating: "\u{301}\u{323}", count: 100_000)
    let file =
      switch format {
      case "json": "{\"\(key)\": \"x\"}"
      case "strings": "\"\(key)\" = \"x\";\n"
      case "csv": "Key,Value (de)\n\(key),x\n"
      case "arb": "{\"@@locale\": \"de\", \"\(key)\": \"x\"}"
      case "po": "msgid \"\"\nmsgstr \"Language: de\\n\"\n\nmsgid \"\(key)\"\nmsgstr \"x\"\n"
      default: "\(key)=x\n"
      }
    try folder.write(file, to: "Marks.\(format)")
    let cost = try Cost(
      of: ["import", "Marks.\(format)", "--into", "New.trm", "--master", "de", "--language", "de"],
      in: folder, statuses: [0, 1])
    #expect(cost.seconds < 5)
  }

  private static func catalogue(_ languages: Range<Int>) -> String {
    let values = languages.map { "<value lang=\"de-x-\($0)\">x</value>\n" }.joined()
    return
      "<trema masterLang=\"de\">\n\(text("a", "<value lang=\"de\">x</value>\n" + values))</trema>\n"
  }

  @Test func `a catalogue that would exceed the limits for reading is not written`() throws {
    let most = Self.catalogue(1..<1000)
    try folder.write(most, to: "Texts.trm")
    try folder.write("\"a\" = \"Ja\";\n", to: "more.strings")
    let imported = try Tool.run(
      ["import", "--into", "Texts.trm", "--language", "zu", "more.strings"], in: folder)
    #expect(imported.status == 4)
    #expect(
      imported.errors.contains(
        """
        Texts.trm: error: [size-limit] the catalogue would have values in too many languages: 1001

        """))
    let long = "de-x-" + String(repeating: "abcdefg-", count: 130) + "a"
    let language = try Tool.run(
      ["import", "--into", "New.trm", "--master", "de", "--language", long, "more.strings"],
      in: folder)
    #expect(language.status == 4)
    #expect(language.errors.contains("error: [size-limit] the language 'de-x-abcdefg-"))
    #expect(language.errors.contains("(\(long.utf8.count) bytes)' is too long"))
    #expect((try? folder.read("New.trm")) == nil)
    let pseudo = try Tool.run(["pseudo", "Texts.trm", "--output=Texts.trm"], in: folder)
    #expect(pseudo.status == 4)
    #expect(try folder.text("Texts.trm") == most)

    try folder.write(Self.catalogue(1..<2), to: "base.trm")
    try folder.write(Self.catalogue(1..<600), to: "ours.trm")
    try folder.write(Self.catalogue(600..<1100), to: "theirs.trm")
    let merged = try Tool.run(
      ["merge", "base.trm", "ours.trm", "theirs.trm", "--output=merged.trm"], in: folder)
    #expect(merged.status == 4)
    #expect(merged.errors.contains("[size-limit]"))
    #expect((try? folder.read("merged.trm")) == nil)
  }

  @Test(arguments: [10_000, 10_001])
  func `an imported value keeps any number of placeholders`(
    _ count: Int
  ) throws {
    let value = "a\\t" + String(repeating: "%d ", count: count) + "b"
    try folder.write("\"k\" = \"\(value)\";\n", to: "a.strings")
    let result = try Tool.run(
      [
        "import", "--into", "Texts.trm", "--master=en", "--language=en", "--from=strings",
        "a.strings",
      ], in: folder)
    #expect(result.status == 0)
    #expect(result.errors.contains("is not a valid message: it has more than") == (count > 10_000))
    #expect(try folder.text("Texts.trm").contains(">\(value)</value>"))
    #expect(try Tool.run(["check", "Texts.trm"], in: folder).status == (count > 10_000 ? 1 : 0))
  }
}
