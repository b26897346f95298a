import Testing
import TremaCatalog
import TremaChecks
import TremaMessages
import TremaSupport

private func text(_ key: String, _ values: String, context: String = "") -> String {
  "<text key='\(key)'><context>\(context)</context>\(values)</text>\n"
}

private func value(_ language: String, _ source: String, _ status: String = "translated") -> String
{
  "<value lang='\(language)' status='\(status)'>\(source)</value>"
}

private func policy(_ levels: [String: CheckLevel]) -> CheckPolicy {
  CheckPolicy(levels.mapValues { CheckPolicy.Setting($0) })
}

@Suite struct SeverityTests {
  @Test func `the status 'initial' lowers warnings to notes, but never errors`() throws {
    let file = try CheckedFile(
      texts: text("a", value("de", "", "initial") + value("en", "x"))
        + text("b", value("de", "\\x", "initial") + value("en", "x"))
        + text("c", value("de", "%1$d %d", "initial") + value("en", "%1$d %2$d"))
        + text("d", value("de", "", "verified") + value("en", "x")))
    #expect(
      file.summary == [
        "note empty-value", "note unknown-escape", "error mixed-placeholders",
        "warning empty-value",
      ])
  }

  @Test func `a project overrides the severity of a check or disables it`() throws {
    let texts =
      text("a", value("de", "") + value("en", "x"))
      + text("b", value("de", "", "initial") + value("en", "x"))
      + text("b", value("de", "x") + value("en", "x"))
    #expect(
      try CheckedFile(
        texts: texts, policy: policy(["empty-value": .error, "duplicate-key": .warning])
      )
      .summary
        == ["error empty-value", "note empty-value", "warning duplicate-key"])
    #expect(
      try CheckedFile(
        texts: texts, policy: policy(["empty-value": .off, "duplicate-key": .note])
      ).summary
        == ["note duplicate-key"])
    let odd = "<group/>" + text("a", value("de", "x"))
    #expect(
      try CheckedFile(texts: odd, policy: policy(["schema": .error])).summary == ["error schema"])
    #expect(try CheckedFile(texts: odd, policy: policy(["schema": .off])).summary.isEmpty)
  }

  @Test func `a text suppresses the checks that it names, errors only with a reason`() throws {
    let values = value("de", "") + value("en", "%1$d %d") + value("fr", "%1$d %d")
    let file = try CheckedFile(
      texts: text(
        "a", values,
        context: "@ignore empty-value\n@ignore mixed-placeholders the app sorts it out")
        + text("d", values, context: "@ignore empty-value\n@ignore mixed-placeholders")
        + text("b", value("de", "") + value("en", "x"), context: "@ignore edge-space")
        + text("c", value("de", "x"), context: "@ignore missing-translation a name"))
    #expect(
      file.summary == [
        "error mixed-placeholders", "error mixed-placeholders", "warning empty-value",
      ])
    #expect(file.suppressed == 4)
  }
}

@Suite struct TargetTests {
  private func findings(_ texts: String, _ targets: CheckTarget...) throws -> [String] {
    try CheckedFile(texts: texts) { $0.targets = targets }.findings.map(\.message)
  }

  @Test
  func `a conversion that Java applies to any type takes any argument if all outputs use Java`()
    throws
  {
    let texts =
      text("a", value("de", "%1$d von %2$.1f") + value("en", "%1$s of %2$s"))
      + text("b", value("de", "%1$s") + value("en", "%1$d"))
    #expect(
      try findings(texts, .android, .kotlin)
        == ["'b' in 'en': argument 1 is %1$d, but %1$s in 'de'"])
    #expect(try findings(texts, .android, .apple).count == 2)
    let general = text("c", value("de", "%1$b %1$h %1$s") + value("en", "%1$s"))
    #expect(try findings(general, .android).isEmpty)
    let date = text("d", value("de", "%1$td.%1$tm.%1$tY") + value("en", "%1$tm/%1$td/%1$tY"))
    #expect(try findings(date, .android).isEmpty)
  }

  @Test func `Android plurals use Java's formatter, and ICU messages do not`() throws {
    let plural = value("de", "{n, plural, one {# %2$-8@} other {# %2$-8@}}")
    let select = value("de", "{g, select, other {%2$-8@}}")
    #expect(try findings(text("a", plural), .android, .apple, .kotlin).isEmpty)
    #expect(
      try findings(text("a", plural), .properties).first
        == "'%2$-8@' in 'de' has no equivalent in a plural or select of Java")
    #expect(
      try findings(text("a", select), .apple, .android)
        == ["'%2$-8@' in 'de' has no equivalent in a plural or select of Android"])
    #expect(try findings(text("a.0", plural, context: "@array"), .android).count == 2)
    #expect(try findings(text("a", value("de", "%-8@")), .properties, .android).isEmpty)
  }

  @Test func `Compose Multiplatform does not format arguments`() throws {
    for placeholder in ["%.2f", "%5d", "%x", "%c", "%b", "%+d", "%-8@", "%e"] {
      #expect(
        try findings(text("a", value("de", placeholder)), .compose)
          == ["'\(placeholder)' in 'de' has no equivalent on Compose Multiplatform"])
    }
    #expect(try findings(text("a", value("de", "%@ %s %d %i %u %ld %lld")), .compose).isEmpty)
    let plural = value("de", "{n, plural, one {# %2$@} other {# %2$@}}")
    #expect(try findings(text("a", plural), .compose, .kotlin).isEmpty)
    #expect(
      try findings(text("a", value("de", "{n, plural, other {# %2$x}}")), .compose)
        == ["'%2$x' in 'de' has no equivalent in a plural or select of Compose Multiplatform"])
    let texts = text("a.b", value("de", "x")) + text("a_b", value("de", "x"))
    #expect(
      try findings(texts, .compose)
        == ["keys 'a.b' and 'a_b' both become 'a_b' in Compose Multiplatform"])
  }

  @Test func `an error repeated in a value is reported at most five times`() throws {
    let found = try findings(
      text("a", value("de", String(repeating: "%p ", count: 2000))), .android)
    #expect(found.count == 5)
    #expect(
      found.last == "'%p' in 'de' has no equivalent on Android (and 1995 more in this value)")
  }

  @Test func `names collide with the nested types that keys form`() throws {
    let texts = text("login.title", value("de", "x")) + text("loginTitle", value("de", "x"))
    #expect(try findings(texts, .swift(nestedBy: nil)).count == 1)
    #expect(try findings(texts, .swift(nestedBy: ".")).isEmpty)
    let nested = text("log_in.a", value("de", "x")) + text("logIn.a", value("de", "x"))
    #expect(
      try findings(nested, .swift(nestedBy: "."))
        == ["keys 'log_in.a' and 'logIn.a' both become 'LogIn.a' in Swift"])
  }

  @Test func `array items have no resource names on Android, but members in Swift`() throws {
    let items = (0..<2).map { text("day.\($0)", value("de", "x"), context: "@array") }.joined()
    let texts = items + text("day_1", value("de", "x"))
    #expect(try findings(texts, .android, .kotlin).isEmpty)
    #expect(
      try findings(texts, .swift(nestedBy: nil))
        == ["keys 'day.1' and 'day_1' both become 'day1' in Swift"])
    // `R.string.day` and `R.array.day` are distinct, `Texts.day` is one name.
    let both = items + text("day", value("de", "x"))
    #expect(try findings(both, .android).isEmpty)
    #expect(
      try findings(both, .kotlin) == ["the array 'day' and 'day' both become 'day' in Kotlin"])
    let formatted =
      text("day.0", value("de", "%@"), context: "@array") + text("day", value("de", "x"))
    #expect(try findings(formatted, .swift(nestedBy: nil)).isEmpty)
  }
}

@Suite struct LanguageRuleTests {
  private func catalogue(_ count: Int, with language: String, in some: Int) -> String {
    (0..<count).map { number in
      text("k\(number)", value("de", "x") + (number < some ? value(language, "x") : ""))
    }.joined()
  }

  @Test func `without declared languages, languages in at least 5% of texts are required`() throws {
    let spoken = try CheckedFile(texts: catalogue(40, with: "fr", in: 2))
    #expect(spoken.summary == Array(repeating: "warning missing-translation", count: 38))
    #expect(try CheckedFile(texts: catalogue(41, with: "fr", in: 2)).summary == [])
  }

  @Test func `a language below the minimum coverage is stray`() throws {
    let stray = try CheckedFile(texts: catalogue(41, with: "fr", in: 2)) { $0.minimumCoverage = 5 }
    #expect(stray.summary == ["warning stray-language"])
    let spoken = try CheckedFile(texts: catalogue(41, with: "fr", in: 2)) { $0.minimumCoverage = 4 }
    #expect(spoken.summary == [])
    let meant = try CheckedFile(texts: catalogue(41, with: "fr", in: 2)) {
      $0.minimumCoverage = 5
      $0.allowsStrayLanguages = true
    }
    #expect(meant.summary.isEmpty)
  }

  @Test func `a text with an intentionally empty master needs no translation`() throws {
    let file = try CheckedFile(
      texts: catalogue(3, with: "fr", in: 3) + text("empty", value("de", "")))
    #expect(file.summary == [])
  }

  @Test func `texts that are the same in every language are not counted`() throws {
    let same = (0..<100).map { text("s\($0)", value("de", "x"), context: "@translatable false") }
      .joined()
    let file = try CheckedFile(texts: same + text("a", value("de", "x") + value("fr", "x")))
    #expect(file.summary.isEmpty, "\(file.report)")
  }

  @Test func `declared languages are required of every text`() throws {
    let tags = ["de", "en", "pt-BR"].compactMap { LanguageTag($0) }
    let file = try CheckedFile(
      texts: text("a", value("de", "x") + value("en", "x") + value("pt_BR", "x"))
        + text("b", value("de", "x") + value("fr", "x"))
    ) { $0.languages = tags }
    #expect(
      file.summary == [
        "note language-spelling", "warning missing-translation", "warning stray-language",
      ])
    #expect(
      file.report(of: "missing-translation").contains("'b' is not translated into 'en', 'pt-BR'"))
    #expect(
      file.report(of: "stray-language").contains(
        "'fr' is a stray language and is not written: it is not among the declared"))
  }

  @Test func `the master language is never stray and never missing`() throws {
    let file = try CheckedFile(texts: text("a", value("de", "x") + value("en", "x"))) {
      $0.languages = [LanguageTag("en")].compactMap(\.self)
    }
    #expect(file.summary.isEmpty)
  }

  @Test func `keys are compared by their bytes`() throws {
    let file = try CheckedFile(
      texts: text("\u{E9}", value("de", "x") + value("en", "x"))
        + text("e\u{301}", value("de", "x"), context: "@ignore missing-translation")
        + text("E", value("de", "x")))
    #expect(file.summary == ["warning missing-translation"])
    let suppressed = try CheckedFile(
      texts: text("\u{E9}", value("de", "x"), context: "@ignore missing-translation")
        + text("e\u{301}", value("de", "x")) + text("c", value("de", "x") + value("en", "x")))
    #expect(suppressed.summary == ["warning missing-translation"])
  }

  @Test func `a carriage return ends the line of an annotation`() throws {
    let file = try CheckedFile(
      texts: text("a", value("de", ""), context: "prose&#13;\n@ignore empty-value&#13;\nmore"))
    #expect(file.summary.isEmpty)
  }
}
