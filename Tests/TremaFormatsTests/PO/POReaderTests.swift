import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@Suite struct POReaderTests {
  private static let header = """
    msgid ""
    msgstr ""
    "Language: de\\n"
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Plural-Forms: nplurals=2; plural=n != 1;\\n"


    """

  private func read(
    _ text: String, header: String = header, language: String? = nil, master: String? = "en"
  ) throws -> FormatReading {
    var options = ReadingOptions(file: "de.po", language: language)
    options.masterLanguage = master
    return try ReadableFormat.po.read(Array((header + text).utf8), options)
  }

  private func printed(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { diagnostic in
      let start = diagnostic.location?.start ?? .start
      return "\(start.line):\(start.column) \(diagnostic.severity) [\(diagnostic.code)] "
        + diagnostic.message
    }
  }

  @Test(arguments: [
    (
      "msgid \"a\"\n\nmsgid \"b\"\nmsgstr \"B\"\n",
      ["7:1 error [invalid-po] the message has no 'msgstr'"]
    ),
    (
      "msgid \"a\"\nmsgstr \"A\n\nmsgid \"b\"\nmsgstr \"B\"\n",
      ["8:8 error [invalid-po] unterminated string"]
    ),
    (
      "msgid \"a\"\nmsgstr \"A\\q\"\n\nmsgid \"b\"\nmsgstr \"B\"\n",
      ["8:10 error [invalid-po] unknown escape sequence"]
    ),
    (
      "msgid \"a\"\nmsgstr \"\\0\"\n\nmsgid \"b\"\nmsgstr \"B\"\n",
      ["8:9 error [invalid-po] a text cannot contain a NUL character"]
    ),
    (
      "msgid \"a\"\nmsgstr \"\\377\"\n\nmsgid \"b\"\nmsgstr \"B\"\n",
      ["8:9 error [invalid-po] the string's escape sequences are not valid UTF-8"]
    ),
    (
      "msgctxt \"k\"\nmsgid \"a\"\nmsgstr \"A\"\n\nmsgid \"b\"\nmsgstr \"B\"\n\n#: x\n"
        + "msgctxt \"k\"\nmsgid \"a\"\nmsgstr \"C\"\n",
      ["15:1 error [duplicate-key] the message 'k' is defined twice"]
    ),
    (
      "msgid \"a\"\nmsgid_plural \"as\"\nmsgstr[0] \"A\"\n\nmsgid \"b\"\nmsgstr \"B\"\n",
      ["9:12 warning [plural-forms] the message has 1 form, but 'Plural-Forms' declares 2"]
    ),
    (
      "msgid \"a\"\nmsgid_plural \"as\"\nmsgstr[0] \"A\"\nmsgstr[2] \"A\"\n\nmsgid \"b\"\n"
        + "msgstr \"B\"\n",
      ["10:1 error [invalid-po] expected 'msgstr[1]'"]
    ),
    (
      "msgid \"a\"\nmsgstr[0] \"A\"\n\nmsgid \"b\"\nmsgstr \"B\"\n",
      ["8:1 error [invalid-po] 'msgid_plural' is missing before 'msgstr[…]'"]
    ),
    (
      "msgstr \"A\"\n\nmsgid \"b\"\nmsgstr \"B\"\n",
      ["7:1 error [invalid-po] 'msgstr' is defined twice"]
    ),
    (
      "msgctxt \"A\"\nmsgstr \"A\"\n\n#. x\nmsgid \"b\"\nmsgstr \"B\"\n",
      ["8:1 error [invalid-po] 'msgid' is missing before 'msgstr'"]
    ),
    (
      "msgctxt \"A\"\n\n#. x\nmsgid \"b\"\nmsgstr \"B\"\n",
      ["7:1 error [invalid-po] 'msgid' is missing after 'msgctxt'"]
    ),
    (
      "hello\n\nmsgid \"b\"\nmsgstr \"B\"\n",
      ["7:1 error [invalid-po] expected 'msgid', 'msgstr' or a comment"]
    ),
    (
      "msgid \"b\"\nmsgstr \"B\"\n\n#~ msgid \"old\"\n#~ msgstr \"alt\"\n\n#~ msgid \"o\"\n"
        + "#~ msgstr \"a\"\n",
      ["10:1 note [obsolete] 2 obsolete messages (#~) are not read"]
    ),
  ])
  func `an error is reported at its location, and the rest is read`(
    text: String, expected: [String]
  ) throws {
    let reading = try read(text)
    #expect(printed(reading.diagnostics) == expected)
    #expect(reading.texts.last { $0.key == "b" }?["de"]?.source == "B")
  }

  @Test func `all parts of a message are read`() throws {
    let reading = try read(
      """
      #  seen by Ada
      #. Title of the dialog
      #. @max 20
      #: Login.swift:12
      #, fuzzy, c-format
      #| msgid "Hallo"
      msgctxt "login.title"
      msgid "Hello, "
      "%s!\\n"
      msgstr "Hallo, %s!\\n\\303\\251\\x41\\t\\"\\\\"

      msgid "No context"
      msgstr ""

      msgctxt "menu"
      msgid "Open"
      msgstr "Öffnen"

      msgctxt "menu"
      msgid "Close"
      msgstr "Schliessen"
      """)
    #expect(reading.diagnostics.isEmpty)
    #expect(
      reading.texts.map(\.key) == [
        "login.title|Hello, %s!\n", "No context", "menu|Open", "menu|Close",
      ])
    let first = reading.texts[0]
    #expect(first.context?.text == "seen by Ada\nTitle of the dialog\n@max 20")
    #expect(first["en"]?.source == "Hello, %s!\\n")
    #expect(first["de"]?.source == "Hallo, %s!\\néA\\t\"\\\\")
    #expect(first["de"]?.status == .initial)
    #expect(first["de"]?.position == SourcePosition(line: 16, column: 9))
    #expect(reading.texts[1].values.map(\.language) == ["en"])
    #expect(reading.losses[.unknownField]?.count == 1)
  }

  @Test func `CRLF line endings and a byte order mark have no effect`() throws {
    let text = "# c\nmsgid \"a\"\nmsgstr \"A\"\n\"B\"\n\n#~ msgid \"x\"\n#~ msgstr \"y\"\n"
    let plain = try read(text)
    let windows = try ReadableFormat.po.read(
      [0xEF, 0xBB, 0xBF] + Array((Self.header + text).replacing("\n", with: "\r\n").utf8),
      ReadingOptions(file: "de.po", language: "en"))
    #expect(windows.texts.map(\.context) == plain.texts.map(\.context))
    #expect(windows.texts[0]["de"]?.source == "AB")
    #expect(windows.diagnostics == plain.diagnostics)
  }

  @Test func `Latin-1 is read if declared, and other encodings are named in the error`() throws {
    var bytes = Array(
      "# J\u{FC}rg\nmsgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-15\\n\"\n\n"
        .unicodeScalars.map { UInt8($0.value) })
    bytes += Array("msgid \"k\"\nmsgstr \"10 ".utf8) + [0xA4, 0xFC] + Array("\\374\"\n".utf8)
    let options = ReadingOptions(file: "de.po", language: "de")
    #expect(try ReadableFormat.po.read(bytes, options).texts[0]["de"]?.source == "10 €üü")
    let other = String(decoding: bytes.filter { $0 < 0x80 }, as: UTF8.self)
      .replacing("ISO-8859-15", with: "EUC-JP")
    #expect(throws: Diagnostic.self) {
      try ReadableFormat.po.read(Array(other.utf8), options)
    }
    for (bytes, code, line) in [
      ([0xFF, 0xFE, 0x6D, 0], "unsupported-encoding", 1),
      (Array("msgid \"k\"\nmsgstr \"".utf8) + [0xE9, 0x22], "invalid-encoding", 2),
    ] as [([UInt8], String, Int)] {
      #expect {
        try ReadableFormat.po.read(bytes, options)
      } throws: { error in
        let diagnostic = error as? Diagnostic
        return diagnostic?.code == code && diagnostic?.location?.start?.line == line
      }
    }
  }

  @Test(arguments: [
    ("de", "de"), ("pt_BR", "pt-BR"), ("sr@latin", "sr-Latn"), ("de_CH.UTF-8", "de-CH"),
    ("ca@valencia", "ca-valencia"), ("uz_UZ@cyrillic", "uz-Cyrl-UZ"),
  ])
  func `gettext language names are converted to language tags`(name: String, tag: String) throws {
    let reading = try read(
      "msgid \"a\"\nmsgstr \"A\"\n",
      header: Self.header.replacing("Language: de", with: "Language: \(name)"))
    #expect(reading.texts[0].values.map(\.language) == ["en", tag])
  }

  @Test func `a file without a language is rejected only if it has translations`() throws {
    let header = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=CHARSET\\n\"\n\n"
    #expect(try read("msgid \"a\"\nmsgstr \"\"\n", header: header).texts.count == 1)
    #expect(try read("", header: "").texts.isEmpty)
    #expect(throws: Diagnostic.self) { try read("msgid \"a\"\nmsgstr \"A\"\n", header: header) }
    #expect(
      try read("msgid \"a\"\nmsgstr \"A\"\n", header: header, language: "fr").texts[0]["fr"] != nil)
  }

  private func plural(
    _ language: String, _ forms: String, _ count: Int, tag: String? = nil
  ) throws -> (source: String?, diagnostics: [String]) {
    let header = Self.header.replacing("Language: de", with: "Language: \(language)")
      .replacing("nplurals=2; plural=n != 1;", with: forms)
    let messages = (0..<count).map { "msgstr[\($0)] \"%d f\($0)\"\n" }.joined()
    let reading = try read(
      "msgid \"%d day\"\nmsgid_plural \"%d days\"\n\(messages)", header: header)
    return (reading.texts[0][tag ?? language]?.source, printed(reading.diagnostics))
  }

  @Test func `forms are mapped to the categories of their numbers`() throws {
    // The order is the file's own.
    #expect(
      try plural("de", "nplurals=2; plural=n == 1;", 2).source
        == "{0, plural, one {# f1} other {# f0}}")
    let old = "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2;"
    // Latvian counts 0 with 10 to 20; this file has a form for 0 alone, and none for those.
    #expect(
      try plural("lv", old, 3).source == "{0, plural, zero {# f2} one {# f0} other {# f1}}")
    // Two categories share one form.
    #expect(
      try plural("pl", "nplurals=2; plural=n != 1;", 2).source
        == "{0, plural, one {# f0} few {# f1} many {# f1} other {# f1}}")
    let (_, unused) = try plural("ja", "nplurals=2; plural=0;", 2)
    #expect(
      unused == [
        "5:2 warning [plural-forms] 'ja' has no plural category for form 1; the form is ignored"
      ])
    let (_, wrong) = try plural("de", "nplurals=2; plural=n%10 != 1;", 2)
    #expect(
      wrong.first?.hasPrefix("5:2 warning [plural-forms] 'Plural-Forms' selects form 0 for 11")
        == true)
    // The rules of French: the smallest number is named, on every run.
    let (french, notes) = try plural(
      "de", "nplurals=3; plural=n==0 || n==1 ? 0 : n%1000000==0 ? 1 : 2;", 3)
    #expect(french == "{0, plural, one {# f0} other {# f2}}")
    #expect(
      notes.first?.hasPrefix("5:2 warning [plural-forms] 'Plural-Forms' selects form 0 for 0,")
        == true, "\(notes)")
    #expect(
      try plural("de", "nplurals=2; plural=n/0;", 2).diagnostics
        == ["5:2 error [plural-forms] 'Plural-Forms' has no form for the number 0"])
    #expect(
      try plural("de", "nplurals=2; plural=n == ;", 2).diagnostics
        == [
          "5:2 error [plural-forms] 'Plural-Forms' is invalid: the expression is incomplete"
        ])
  }

  /// Plural rules that differ from CLDR's, as used by GNOME, KDE and Django.
  @Test(
    arguments: [
      ("fr", "nplurals=2; plural=n != 1;", 2, "one {# f0} other {# f1}", "1 for 0"),
      ("hi", "nplurals=2; plural=n != 1;", 2, "one {# f0} other {# f1}", "1 for 0"),
      ("pt_BR", "nplurals=2; plural=n > 1;", 2, "one {# f0} other {# f1}", nil),
      ("tr", "nplurals=2; plural=n > 1;", 2, "one {# f0} other {# f1}", "0 for 0"),
      ("tr", "nplurals=1; plural=0;", 1, "one {# f0} other {# f0}", nil),
      ("ja", "nplurals=2; plural=n != 1;", 2, "other {# f1}", nil),
      (
        "cs", "nplurals=4; plural=n==1 ? 0 : n>=2 && n<=4 ? 1 : n%1!=0 ? 2 : 3;", 4,
        "one {# f0} few {# f1} many {# f2} other {# f3}", nil
      ),
      (
        "pl",
        "nplurals=4; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : n%1==0 "
          + "? 2 : 3;", 4, "one {# f0} few {# f1} many {# f2} other {# f3}", nil
      ),
      (
        "uk",
        "nplurals=4; plural=n==1 ? 3 : n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 "
          + "|| n%100>=20) ? 1 : 2;", 4,
        "one {# f0} few {# f1} many {# f2} other {# f2}", nil
      ),
    ] as [(String, String, Int, String, String?)])
  func `a form for a category's only number is no branch, and a note reports it`(
    language: String, forms: String, count: Int, branches: String, difference: String?
  ) throws {
    let tag = language.replacing("_", with: "-")
    let (source, diagnostics) = try plural(language, forms, count, tag: tag)
    #expect(source == "{0, plural, \(branches)}")
    let start = "5:2 note [plural-forms] 'Plural-Forms' selects form "
    #expect(diagnostics.count == (difference == nil ? 0 : 1), "\(diagnostics)")
    if let difference { #expect(diagnostics[0].hasPrefix(start + difference), "\(diagnostics)") }
  }

  @Test(arguments: [
    String(repeating: "(", count: 10_000), String(repeating: "!", count: 10_000) + "n",
    "n" + String(repeating: "+n", count: 10_000), "99999999999999999999999",
    String(repeating: "n ? 1 : ", count: 5_000) + "0", "", "n n", "m", "n = 1",
  ])
  func `a malicious plural expression is an error`(expression: String) throws {
    let (_, diagnostics) = try plural("de", "nplurals=2; plural=\(expression);", 2)
    #expect(diagnostics.count == 1)
    #expect(diagnostics[0].hasPrefix("5:2 error [plural-forms]"))
  }

  @Test func `random expressions have the value that gettext in Python computes`() throws {
    var random = SeededGenerator(seed: 73)
    func expression(_ depth: Int) -> String {
      switch depth == 0 ? random.number(0...1) : random.number(0...8) {
      case 0: return "n"
      case 1: return "\(random.pick([0, 1, 2, 3, 10, 11, 100]))"
      case 2: return "(!(\(expression(depth - 1))))"
      case 3: return "(\(expression(depth - 1)))"
      case 4:
        return "(\(expression(depth - 1)) ? \(expression(depth - 1)) : \(expression(depth - 1)))"
      default:
        let sign = random.pick(["==", "!=", "<", ">", "<=", ">=", "&&", "||"])
        // In Python 3 || 4 is 3, in C it is 1.
        return "((\(expression(depth - 1)) \(sign) \(expression(depth - 1))) != 0)"
      }
    }
    // With a remainder of 2 every value is an index; German numbers show which.
    let expressions = (0..<150).map { _ in "(\(expression(4))) % 2" }
    let judged = try Judge.python.run(
      [
        "-c",
        "import gettext, sys\nfor line in sys.stdin:\n  f = gettext.c2py(line.strip())\n"
          + "  print(f(1), max(map(f, [*range(2, 201)]), key=list(map(f, [*range(2, 201)])).count))",
      ], input: Array(expressions.map { $0 + "\n" }.joined().utf8))
    #expect(judged.status == 0, "\(judged.complaint)")
    for (expression, line) in zip(expressions, judged.text.split(separator: "\n")) {
      let one = try #require(line.first)
      let source = try #require(try plural("de", "nplurals=2; plural=\(expression);", 2).source)
      #expect(source.contains("one {# f\(one)}"), "\(expression): \(source)")
    }
  }

  @Test func `a context that becomes part of a key is a loss`() throws {
    let message = "msgctxt \"menu\"\nmsgid \"Open\"\nmsgstr \"Öffnen\"\n"
    let reading = try read(message + "\nmsgid \"Close\"\nmsgstr \"Zu\"\n")
    #expect(reading.texts.map(\.key) == ["menu|Open", "Close"])
    #expect(reading.losses[.messageContext]?.count == 1)
    #expect(reading.losses[.messageContext]?.key == "menu|Open")
    // If all messages have one, it is the key.
    #expect(try read(message).losses.isEmpty)
  }

  @Test func `a percent sign in a plural form is doubled and reported`() throws {
    let message = "msgid \"%d day\"\nmsgid_plural \"%d days\"\n"
    let reading = try read(message + "msgstr[0] \"en% d Tag\"\nmsgstr[1] \"en%% %d\"\n")
    #expect(
      printed(reading.diagnostics) == [
        "9:12 warning [unescaped-percent] an unescaped percent sign in a form of '%d day' is "
          + "read as %%"
      ])
  }
}
