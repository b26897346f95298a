import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaTestSupport

/// Tests that gettext's own tools, polib and translate-toolkit read our output as intended.
@Suite struct POJudgeTests {
  /// A language of CLDR for each set of plural rules.
  static let languages = [
    "af", "ak", "am", "ar", "be", "br", "bs", "ceb", "cs", "cy", "da", "de", "es", "fr", "ga", "gd",
    "gv", "he", "hy", "is", "it", "iu", "ja", "kw", "lag", "lt", "lv", "mk", "mo", "mt", "pl",
    "pt-BR", "pt-PT", "ro", "ru", "sgs", "shi", "si", "sl", "sr-Latn", "tzm", "uk", "zh-Hant-HK",
    "blo", "dsb", "mg", "ksh",
  ]

  private static func files() throws -> [(language: String, texts: [Text], bytes: [UInt8])] {
    var samples = POSamples(seed: 72)
    return try languages.map { language in
      let texts = (0..<12).map { samples.text($0, ["en", language]) }
      return (language, texts, try POSamples.file(texts, language).bytes)
    }
  }

  @Test func `msgcat leaves the layout unchanged, and msgfmt accepts the output`() throws {
    let folder = try TemporaryFolder()
    var files = try Self.files()
    for (_, texts, _) in files.prefix(5) {
      files.append(("en", texts, try POSamples.file(texts, "en").bytes))
    }
    for file in files {
      try folder.write(file.bytes, to: "t.po")
      let note: Comment = "\(file.language)\n\(String(decoding: file.bytes, as: UTF8.self))"
      let formatted = try Judge.msgcat.run(["--no-wrap", "t.po"], in: folder)
      #expect(formatted.status == 0, "\(formatted.complaint)")
      let difference = zip(
        formatted.text.split(separator: "\n"),
        String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
      ).first { $0 != $1 }
      #expect(difference == nil, note)
      #expect(formatted.output == file.bytes, note)
      let checked = try Judge.msgfmt.run(["--check", "-o", "/dev/null", "t.po"], in: folder)
      #expect(checked.status == 0, "\(file.language): \(checked.complaint)")
    }
  }

  @Test(arguments: ["polib", "translate"])
  func `other readers find the same messages`(package: String) throws {
    let folder = try TemporaryFolder()
    let files = try Self.files()
    for file in files { try folder.write(file.bytes, to: "\(file.language).po") }
    let programs = [
      "polib": """
      import polib
      def entries(path):
          for e in polib.pofile(path):
              forms = [e.msgstr_plural[i] for i in sorted(e.msgstr_plural)] or [e.msgstr]
              yield [e.msgctxt, e.msgid, e.msgid_plural, *forms], e.fuzzy
      """,
      "translate": """
      from translate.storage import pypo
      def entries(path):
          for u in pypo.pofile.parsefile(path).units:
              if u.isheader(): continue
              source = getattr(u.source, 'strings', [u.source, ''])
              target = getattr(u.target, 'strings', [u.target])
              yield [u.getcontext(), str(source[0]), str(source[1]), *map(str, target)], u.isfuzzy()
      """,
    ]
    let program =
      try #require(programs[package]) + """

        for language in sys.argv[1:]:
            for words, fuzzy in entries(language + '.po'):
                print(int(fuzzy), *(word.encode('utf-8').hex() + '.' for word in words))
            print('end')
        """
    let judged = try VirtualPython.run(program, files.map(\.language), in: folder)
    try #require(judged.status == 0, "\(judged.complaint)")
    let found = judged.text.split(separator: "end\n", omittingEmptySubsequences: false)
    try #require(found.count == files.count + 1)
    for (file, lines) in zip(files, found) {
      let wanted = try POLines.lines(file.bytes)
      #expect(Array(lines.split(separator: "\n").map(String.init)) == wanted, "\(file.language)")
    }
  }

  @Test func `gettext and the Trema runtime select the same plural form`() throws {
    let folder = try TemporaryFolder()
    let numbers = Array(0...200) + [1_000, 1_000_000]
    var wanted: [String] = []
    for language in Self.languages {
      let tag = try #require(LanguageTag(language))
      let branches = PluralRules(tag).categories.map { "\($0.rawValue) {# \($0.rawValue)}" }
      var text = Text(key: "k")
      text.values = [
        Value(language: "en", source: "{n, plural, one {# day} other {# days}}"),
        Value(language: language, source: "{n, plural, \(branches.joined(separator: " "))}"),
      ]
      let bytes = try POSamples.file([text], language).bytes
      try folder.write(bytes, to: "\(language).po")
      let made = try Judge.msgfmt.run(["-c", "-o", "\(language).mo", "\(language).po"], in: folder)
      try #require(made.status == 0, "\(made.complaint)")
      // A reader's plural expression selects the same, too.
      let read = try ReadableFormat.po.read(bytes, ReadingOptions(file: "t.po")).texts[0]
      let message = try #require(read[language]).message
      for number in numbers {
        let shown = text.values[1].message.formatted(with: [number], in: .plain(tag)).text
        #expect(message.formatted(with: [number], in: .plain(tag)).text == shown)
        wanted.append(shown)
      }
    }
    let program = """
      import gettext
      for language in sys.argv[1:]:
          with open(language + '.mo', 'rb') as file: texts = gettext.GNUTranslations(file)
          for n in [*range(201), 1000, 1000000]:
              print(texts.npgettext('k', '%d day', '%d days', n) % n)
      """
    let judged = try VirtualPython.run(program, Self.languages, in: folder)
    try #require(judged.status == 0, "\(judged.complaint)")
    #expect(judged.text.split(separator: "\n").map(String.init) == wanted)
  }
}

/// The messages of a file as lines of hexadecimal words, by a reader of the test's own: our layout
/// is simple enough for that.
enum POLines {
  static func lines(_ bytes: [UInt8]) throws -> [String] {
    let blocks = String(decoding: bytes, as: UTF8.self).replacing("\"\n\"", with: "")
      .components(separatedBy: "\n\n").dropFirst()
    return try blocks.map { block in
      var words: [[UInt8]] = []
      var isFuzzy = false
      var hasPlural = false
      for line in block.components(separatedBy: "\n") where !line.isEmpty {
        if line.hasPrefix("#, fuzzy") { isFuzzy = true }
        if line.hasPrefix("#") { continue }
        let quote = try line.firstIndex(of: "\"").orThrow()
        if line.hasPrefix("msgid_plural") { hasPlural = true }
        if line.hasPrefix("msgstr"), !hasPlural { words.append([]) }
        if line.hasPrefix("msgstr") { hasPlural = true }
        words.append(unescaped(Array(line[quote...].utf8.dropFirst().dropLast())))
      }
      let hex = words.map { $0.map { String(format: "%02x", $0) }.joined() + "." }
      return "\(isFuzzy ? 1 : 0) \(hex.joined(separator: " "))"
    }
  }

  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        switch byte {
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "r"): result.append(0x0D)
        default: result.append(byte)
        }
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
