import Foundation
import Testing
import TremaTestSupport

/// Plurals that are exported as PO and XLIFF, edited by other tools, and imported.
@Suite struct TranslatorPluralTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let days = """
    {n, plural, one {# day} other {# days}}
    """

  /// - Parameter values: The languages of each text and their values.
  private func write(_ language: String, _ texts: [(key: String, en: String, own: String)]) throws {
    var catalogue = "<trema masterLang=\"en\">\n"
    for text in texts {
      catalogue += "  <text key=\"\(text.key)\">\n    <context/>\n"
      catalogue += "    <value lang=\"en\" status=\"verified\">\(text.en)</value>\n"
      catalogue += "    <value lang=\"\(language)\" status=\"translated\">\(text.own)</value>\n"
      catalogue += "  </text>\n"
    }
    try folder.write(catalogue + "</trema>\n", to: "T.trm")
  }

  private func trema(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: folder)
  }

  private func export(_ format: String, _ language: String, to file: String) throws {
    let result = try trema("export", "--to", format, "--language", language, "T.trm", "-o", file)
    #expect(result.status == 0, "\(result)")
  }

  /// The values of the catalogue in a language, in the order of keys.
  private func values(_ language: String) throws -> [String] {
    let mark = "<value lang=\"\(language)\" status=\"translated\">"
    return try folder.text("T.trm").components(separatedBy: mark).dropFirst().map {
      $0.components(separatedBy: "</value>")[0]
    }
  }

  private func python(_ program: String) throws {
    let verdict = try Judge.environmentPython.run(["-c", program], in: folder)
    #expect(verdict.status == 0, "\(verdict.complaint)")
  }

  private static let edited: [(language: String, own: [String], edits: String, result: [String])] =
    [
      (
        "pl",
        [
          "{n, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}",
          "{name} ma {n, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}} jeszcze",
          "%@ ma {n, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}",
          "{name}: {n, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}",
        ],
        """
        for e in po:
            if e.msgctxt == 'whole': continue
            e.msgstr_plural[1] = e.msgstr_plural[1].replace('dni', 'dniu')
            e.msgstr_plural[2] = e.msgstr_plural[2].replace('dni', 'DNI')
        """,
        [
          "{n, plural, one {# dzień} few {# dniu} many {# DNI} other {# dnia}}",
          "{name} ma {n, plural, one {# dzień} few {# dniu} many {# DNI} other {# dnia}} jeszcze",
          "%@ ma {n, plural, one {# dzień} few {# dniu} many {# DNI} other {# dnia}}",
          "{name}: {n, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}",
        ]
      ),
      (
        "ar",
        [
          "{n, plural, zero {لا أيام} one {يوم} two {يومان} few {# أيام} many {# يوماً} other {# يوم}}",
          "{name} {n, plural, zero {بلا} one {يوم} two {يومان} few {# أيام} many {# يوماً} other {# يوم}} باق",
          "%@ {n, plural, zero {بلا} one {يوم} two {يومان} few {# أيام} many {# يوماً} other {# يوم}}",
          "{name} {n, plural, other {# يوم}}",
        ],
        """
        for e in po:
            if e.msgctxt == 'whole': continue
            for i in (3, 4, 5): e.msgstr_plural[i] = e.msgstr_plural[i].replace('%', '=%')
        """,
        [
          "{n, plural, zero {لا أيام} one {يوم} two {يومان} few {=# أيام} many {=# يوماً} other {=# يوم}}",
          "{n, plural, zero {{name} بلا} one {{name} يوم} two {{name} يومان} few {={name} =# أيام} "
            + "many {={name} =# يوماً} other {={name} =# يوم}} باق",
          "{n, plural, zero {%@ بلا} one {%@ يوم} two {%@ يومان} few {=%@ =# أيام} "
            + "many {=%@ =# يوماً} other {=%@ =# يوم}}",
          "{name} {n, plural, other {# يوم}}",
        ]
      ),
      (
        "fr",
        [
          "{n, plural, one {# jour} many {# de jours} other {# jours}}",
          "{name} a {n, plural, one {# jour} other {# jours}} de reste",
          "%@ a {n, plural, one {# jour} other {# jours}}", "{name} a {n, plural, other {# j}}",
        ],
        """
        for e in po:
            if e.msgctxt == 'whole': continue
            for i in e.msgstr_plural:
                e.msgstr_plural[i] = e.msgstr_plural[i].replace('jour', 'nuit')
                e.msgstr_plural[i] = e.msgstr_plural[i].replace('@ a ', '@ passe ')
        """,
        [
          "{n, plural, one {# nuit} many {# de nuits} other {# nuits}}",
          "{name} passe {n, plural, one {# nuit} other {# nuits}} de reste",
          "%@ passe {n, plural, one {# nuit} other {# nuits}}", "{name} a {n, plural, other {# j}}",
        ]
      ),
    ]

  private static let masters = [
    ("days", days), ("rest", "{name} has \(days) left"), ("bare", "%@ has \(days)"),
    ("whole", "{name} has \(days)"),
  ]

  @Test(arguments: edited.indices)
  func `plural forms edited with polib keep their arguments and message structure`(
    index: Int
  ) throws {
    let (language, own, edits, result) = Self.edited[index]
    try write(language, zip(Self.masters, own).map { ($0.0, $0.1, $1) })
    try export("po", language, to: "a.po")
    try python(
      """
      import polib
      po = polib.pofile('a.po')
      \(edits)
      po.save('b.po')
      """)
    let imported = try trema("import", "b.po", "--into", "T.trm")
    #expect(imported.status == 0 && imported.errors.isEmpty, "\(imported)")
    #expect(
      imported.output.hasSuffix(
        "1 file: 0 new texts, 0 new values, 3 changed, 5 known, 0 conflicts\n"),
      "\(imported)")
    let found = try values(language)
    #expect(found == result)
    let checked = try trema("check", "T.trm")
    #expect(checked.status == 0, "\(checked)")
    try export("po", language, to: "c.po")
    try python(
      """
      import polib
      def said(path): return [(e.msgctxt, e.msgid, e.msgid_plural, e.msgstr_plural, e.flags)
          for e in polib.pofile(path)]
      assert said('b.po') == said('c.po'), (said('b.po'), said('c.po'))
      """)
    let again = try trema("import", "c.po", "--into", "T.trm")
    #expect(again.status == 0 && again.output.contains(" 8 known, 0 conflicts"), "\(again)")
  }

  @Test func `if the original has changed, argument names are taken from the file`() throws {
    try write("fr", [("k", Self.days, "{n, plural, one {# jour} other {# jours}}")])
    try export("po", "fr", to: "a.po")
    try write(
      "fr", [("k", "Only \(Self.days)", "{n, plural, one {# jour} other {# jours}}")])
    try folder.write(
      try folder.text("a.po").replacingOccurrences(of: " jour", with: " nuit"), to: "a.po")
    let imported = try trema("import", "a.po", "--into", "T.trm")
    #expect(imported.status == 1, "\(imported)")
    #expect(imported.errors.contains("the master text of 'k' is"), "\(imported)")
    #expect(try values("fr") == ["{n, plural, one {# nuit} other {# nuits}}"])
  }

  @Test func `a plural with emptied forms is refused, and the others are imported`() throws {
    try write(
      "pl",
      [
        ("a", Self.days, "{n, plural, one {# a} few {# b} many {# c} other {# d}}"),
        ("b", Self.days, "{n, plural, one {# a} few {# b} many {# c} other {# d}}"),
        ("c", Self.days, "{n, plural, one {# a} few {# b} many {# c} other {# d}}"),
      ])
    let before = try values("pl")
    try export("po", "pl", to: "a.po")
    try python(
      """
      import polib
      po = polib.pofile('a.po')
      po[0].msgstr_plural[1] = ''
      po[1].msgstr_plural = {0: '', 1: '', 2: ''}
      po[2].msgstr_plural[1] = '%d B'
      po.save('a.po')
      """)
    let imported = try trema("import", "a.po", "--into", "T.trm")
    #expect(imported.status == 1, "\(imported)")
    #expect(
      imported.errors.contains(
        "error: [missing-plural-form] form 1 of this plural is empty"), "\(imported)")
    #expect(imported.errors.contains("hint: fill in all forms, or leave all of them empty"))
    #expect(
      try values("pl") == [
        before[0], before[1], "{n, plural, one {# a} few {# B} many {# c} other {# d}}",
      ])
  }

  @Test func `plurals with another language's plural rules are always refused`() throws {
    try write(
      "de",
      [("a", Self.days, "{n, plural, one {# Tag} other {# Tage}}"), ("b", "Hello", "Hallo")])
    let before = try values("de")
    try folder.write(
      """
      msgid ""
      msgstr ""
      "Language: de\\n"
      "X-Source-Language: en\\n"
      "Content-Type: text/plain; charset=UTF-8\\n"
      "Plural-Forms: nplurals=3; plural=n == 0 || n == 1 ? 0 : n % 1000000 == 0 ? 1 : 2;\\n"

      msgctxt "a"
      msgid "%d day"
      msgid_plural "%d days"
      msgstr[0] "%d jour"
      msgstr[1] "%d de jours"
      msgstr[2] "%d jours"

      msgctxt "b"
      msgid "Hello"
      msgstr "Guten Tag"

      """, to: "a.po")
    let first = try trema("import", "a.po", "--into", "T.trm", "--dry-run")
    #expect(
      first.errors.contains(
        """
        a.po:6:2: error: [plural-forms] 'Plural-Forms' selects form 0 for 0, but the category of \
        this number in 'de' is 'other', whose form is 2; 4 more numbers differ
        """), "\(first)")
    #expect(first.errors.contains("hint: use 'nplurals=2; plural=n != 1;' for 'de'"))
    for _ in 0..<3 {
      #expect(try trema("import", "a.po", "--into", "T.trm", "--dry-run") == first)
    }
    #expect(try trema("import", "a.po", "--into", "T.trm").status == 1)
    #expect(try values("de") == [before[0], "Guten Tag"])
  }

  @Test(arguments: ["1.2", "2.0"])
  func `an undefined state of XLIFF is a conflict`(version: String) throws {
    try write("fr", [("a", "Hello", "Salut"), ("b", "Bye", "Ciao"), ("c", "Yes", "Oui")])
    let result = try trema(
      "export", "--to", "xliff", "--xliff-version", version, "--language", "fr", "T.trm", "-o",
      "a.xliff")
    #expect(result.status == 0, "\(result)")
    try folder.write(
      try folder.text("a.xliff").replacingOccurrences(of: "Salut", with: "Bonjour")
        .replacingOccurrences(of: "Ciao", with: "Au revoir")
        .replacingOccurrences(of: "state=\"translated\"", with: "state=\"translatd\""),
      to: "a.xliff")
    let imported = try trema("import", "a.xliff", "--into", "T.trm")
    #expect(imported.status == 1 && imported.errors.contains("'translatd'"), "\(imported)")
    #expect(try values("fr") == ["Salut", "Ciao", "Oui"])
    let accepted = try trema("import", "a.xliff", "--into", "T.trm", "--accept", "value")
    #expect(accepted.status == 1, "\(accepted)")
    #expect(try values("fr") == ["Bonjour", "Au revoir", "Oui"])
  }

  @Test(arguments: ["1.2", "2.0"])
  func `plurals edited in XLIFF with translate-toolkit keep their argument names`(
    version: String
  ) throws {
    let own = Self.edited[0].own
    try write("pl", zip(Self.masters, own).map { ($0.0, $0.1, $1) })
    func export(_ file: String) throws {
      let result = try trema(
        "export", "--to", "xliff", "--xliff-version", version, "--language", "pl", "T.trm", "-o",
        file)
      #expect(result.status == 0, "\(result)")
    }
    try export("a.xliff")
    try python(
      """
      from translate.storage import \(version == "1.2" ? "xliff" : "xliff2 as xliff")
      cls = xliff.\(version == "1.2" ? "xlifffile" : "Xliff2File")
      store = cls.parsefile('a.xliff')
      units = [u for u in store.units if not u.isheader()]
      for u in units[:3]:
          u.target = str(u.target).replace('few {# dni}', 'few {# dniu}')
      with open('b.xliff', 'wb') as out: out.write(bytes(store))
      """)
    let imported = try trema("import", "b.xliff", "--into", "T.trm")
    #expect(imported.status == 0 && imported.errors.isEmpty, "\(imported)")
    #expect(
      try values("pl")
        == own.prefix(3).map {
          $0.replacingOccurrences(of: "few {# dni}", with: "few {# dniu}")
        } + [own[3]])
    #expect(try trema("check", "T.trm").status == 0)
    try export("c.xliff")
    let again = try trema("import", "c.xliff", "--into", "T.trm")
    #expect(again.status == 0 && again.output.contains(" 8 known, 0 conflicts"), "\(again)")
  }
}
