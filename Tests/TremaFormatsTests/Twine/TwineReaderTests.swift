import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct TwineReaderTests {
  private func read(_ text: String, master: String? = nil) throws -> FormatReading {
    var options = ReadingOptions(file: "strings.txt")
    options.masterLanguage = master
    return try ReadableFormat.twine.read(Array(text.utf8), options)
  }

  private func printed(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { diagnostic in
      let start = diagnostic.location?.start ?? .start
      return "\(start.line):\(start.column) \(diagnostic.severity) [\(diagnostic.code)] "
        + "\(diagnostic.message) / \(diagnostic.hint ?? "")"
    }
  }

  /// The values of a text as `en=Text`, in the order of the text.
  private func values(_ reading: FormatReading, _ key: String) -> [String] {
    reading.texts.first { $0.key == key }?.values.map { "\($0.language)=\($0.source)" } ?? []
  }

  @Test func `texts have the values, comments and tags of their definition`() throws {
    let reading = try read(
      """
      [[Errors]]
      \t[path_not_found]
      \t\ten = The file '%@' could not be found.
      \t\ttags = ios,app-6
      \t\tcomment = Shown for a missing file
      \t\tpt_BR = Arquivo %@ não encontrado
      [ok = [x]]
      en=A = B
      [none]
      """)
    #expect(reading.diagnostics.isEmpty && reading.losses.isEmpty)
    #expect(reading.masterLanguage == "en" && !reading.hasStatuses)
    #expect(reading.texts.map(\.key) == ["path_not_found", "ok = [x]", "none"])
    #expect(
      values(reading, "path_not_found") == [
        "en=The file '%@' could not be found.", "pt-BR=Arquivo %@ não encontrado",
      ])
    #expect(reading.texts[0].context?.text == "Shown for a missing file\n@tags ios, app-6")
    #expect(reading.texts[0].values[1].position == SourcePosition(line: 6, column: 11))
    #expect(values(reading, "ok = [x]") == ["en=A = B"])
    #expect(reading.texts[1].context == nil && reading.texts[2].values.isEmpty)
  }

  @Test(arguments: [
    ("Yes", "Yes"), ("  Yes\t \r", "Yes"), ("` Yes `", " Yes "), ("``%@``", "`%@`"),
    ("`Yes", "`Yes"), ("Yes`", "Yes`"), ("`", ""), ("``", ""), ("```", "`"), ("", ""),
    ("a\\nb\\tc\\\\d", "a\\nb\\tc\\\\d"), ("\\\"q\\\" \\'a\\'", "\"q\" 'a'"), ("\\u00e9", "é"),
    ("100% sure", "100% sure"), ("100%% sure", "100%%%% sure"), ("50%% of %d", "50%% of %d"),
    ("%1$@ %2$.2f", "%1$@ %2$.2f"), ("%s", "%@"), ("a # b ; c // d", "a # b ; c // d"),
    ("\u{A0}x\u{2003}", "\u{A0}x\u{2003}"), ("= x", "= x"),
    ("{n, plural, one {#} other {#}}", "{n, plural, one {#} other {#}}"),
  ])
  func `backquotes, escapes and percent signs in values are read`(value: String, source: String)
    throws
  {
    let reading = try read("[k]\n en = \(value)\n")
    #expect(values(reading, "k") == ["en=\(source)"])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func `a reference supplies missing values and tags, directly or through other keys`()
    throws
  {
    let reading = try read(
      """
      [a]
      en = Yes
      ref = b
      [b]
      ref = c
      fr = Oui
      tags =
      [c]
      en = No
      fr = Non
      de = Nein
      comment = An answer
      tags = x
      """)
    #expect(values(reading, "a") == ["en=Yes", "fr=Oui", "de=Nein"])
    #expect(values(reading, "b") == ["fr=Oui", "en=No", "de=Nein"])
    // An empty list of tags is not a missing one.
    #expect(
      reading.texts.map { $0.context?.text } == ["An answer", "An answer", "An answer\n@tags x"])
    #expect(reading.losses[.reference]?.count == 2)
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func `several sections are a loss, and a single one is not`() throws {
    #expect(try read("[[A]]\n[a]\nen = x\n[[A]]\n[b]\nen = x\n").losses.isEmpty)
    let two = try read("[z]\nen=x\n[[A]]\n[a]\nen = x\n[[B]]\n[b]\nen = x\n")
    #expect(two.losses[.section]?.count == 2)
    #expect(two.losses.lossDescription(.section) == "the section of a text ('A' and others)")
  }

  @Test func `the first language is the master language unless one is given`() throws {
    #expect(try read("[a]\nde = x\nen = x\n").masterLanguage == "de")
    #expect(try read("[a]\nde = x\nen = x\n", master: "en").masterLanguage == nil)
  }

  @Test func `errors are reported with a location and a hint`() throws {
    let reading = try read(
      """
      en = Early
      [a]
      en = One
      junk
      [b
      [[c]
       = x
      en = Two
      tags = app 6, ok
      x y = No
      fr = 5% of %d \\q
      ref = missing
      [a]
      en = Three
      [r]
      ref = s
      [s]
      ref = r
      nul = a\0b
      """)
    let form =
      "use [[Section]] or [key], and below a key 'en = Text', 'tags = ios' or 'comment = …'"
    #expect(
      printed(reading.diagnostics) == [
        "1:1 error [invalid-twine] the field 'en' has no key / \(form)",
        "3:6 warning [duplicate-language] 'a' has two values for 'en'; the last one is used / "
          + "remove one of them",
        "4:1 error [invalid-twine] expected a section, a key or 'name = value' / \(form)",
        "5:1 error [invalid-twine] expected a section, a key or 'name = value' / \(form)",
        "6:1 error [invalid-twine] expected a section, a key or 'name = value' / \(form)",
        "7:2 error [invalid-twine] expected a section, a key or 'name = value' / \(form)",
        "9:8 warning [invalid-tag] the tag 'app 6' of 'a' is omitted / "
          + "rename it in the file; a tag consists of letters, digits, '-', '_' and '.'",
        "10:1 error [invalid-language] 'x y' is not a language tag / "
          + "use a tag such as 'de', 'pt-BR' or 'zh-Hans'",
        "11:6 warning [unescaped-percent] 'a' contains an unescaped percent sign next to a placeholder / "
          + "escape the percent sign as %%",
        "11:15 warning [unknown-escape] unknown escape sequence '\\q' in 'a'; the backslash is kept / "
          + "escape a backslash as \\\\",
        "12:7 warning [unknown-reference] 'a' refers to 'missing', which is not defined in the file / "
          + "correct the key, or remove the line",
        "13:1 warning [duplicate-key] key 'a' is defined twice; the last values are used / "
          + "rename one of them, or merge them",
        "18:7 error [reference-cycle] 's' refers to itself, directly or through other keys / "
          + "remove one of the 'ref' lines",
        "19:8 error [invalid-character] a text cannot contain a NUL character / remove it",
      ])
    #expect(values(reading, "a") == ["fr=5%% of %d \\\\q", "en=Three"])
  }

  @Test func `other encodings and references that expand excessively are rejected`() throws {
    for (bytes, code) in [
      ([0xFF, 0xFE, 0x5B, 0], "unsupported-encoding"), ([0x5B, 0xE9, 0x5D], "invalid-encoding"),
    ] as [([UInt8], String)] {
      let error = #expect(throws: Diagnostic.self) {
        try ReadableFormat.twine.read(bytes, ReadingOptions(file: "strings.txt"))
      }
      #expect(error?.code == code && error?.kind == .unreadable)
    }
    let long = String(repeating: "x", count: 100_000)
    let error = #expect(throws: Diagnostic.self) {
      try read("[a]\nen=\(long)\n" + (0..<20).map { "[k\($0)]\nref=a\n" }.joined())
    }
    #expect(error?.code == "expansion-limit")
    #expect(error?.message == "the file's references add more than 1000000 bytes")
    let chain = (0..<20_000).map { "[k\($0)]\nref = k\($0 + 1)\n" }.joined()
    let reading = try read(chain + "[k20000]\nen = x\n")
    #expect(reading.texts.count == 20_001 && values(reading, "k0") == ["en=x"])
  }

  @Test(arguments: [
    ("[[General]]\n\t[yes]\n\t\ten = Yes\n", true),
    ("\u{FEFF}[yes]\r\nzh-Hans = x\r\ntags = a\r\ncomment = c\r\n", true),
    ("[yes]\nref = no\n[no]\nde_CH = x\n[cut", true),
    ("", false), ("Hello\n", false), ("[yes]\n", false), ("[yes]\ncomment = only\n", false),
    ("en = Yes\n", false), ("[user]\nname = x\nid = 1\n", false),
    ("[paths]\nhome = /root\n", false),
    ("[a]\nen = x\n; comment\n", false), ("requests==2.31\nflask==3.0\n", false),
  ])
  func `a file is recognized by its fields`(text: String, isTwine: Bool) {
    let isWhole = !text.hasSuffix("cut")
    #expect(ReadableFormat.twine.accepts(Array(text.utf8), isWhole: isWhole) == isTwine)
    #expect(!ReadableFormat.twine.isIdentifiedByName && ReadableFormat.json.isIdentifiedByName)
  }
}
