import Dispatch
import Foundation
import Testing
import TremaLocalization
import TremaSupport

@Suite struct PluralTests {
  private func shown(
    _ language: String, _ forms: [(String, String)], _ numbers: [Int]
  ) throws -> [String] {
    let bundle = try TemporaryBundle([
      "\(language).lproj/Localizable.stringsdict": StringsdictFile.days(forms)
    ])
    let (translator, problems) = translator(bundle, [language])
    defer { #expect(problems.all.isEmpty) }
    return numbers.map { translator.translate("days", $0) }
  }

  @Test func `English has one and other, and zero if the file defines it`() throws {
    let forms = [("one", "%ld day"), ("other", "%ld days")]
    #expect(
      try shown("en", forms, [0, 1, 2, 1000, -1])
        == ["0 days", "1 day", "2 days", "1,000 days", "-1 day"])
    #expect(
      try shown("en", [("zero", "no day")] + forms, [0, 1, 100]) == ["no day", "1 day", "100 days"])
  }

  @Test func `Japanese has only other`() throws {
    #expect(try shown("ja", [("other", "%ld日")], [0, 1, 2, 1000]) == ["0日", "1日", "2日", "1,000日"])
  }

  @Test func `Polish has four forms`() throws {
    let forms = [
      ("one", "%ld dzień"), ("few", "%ld dni (few)"), ("many", "%ld dni"), ("other", "%ld dnia"),
    ]
    #expect(
      try shown("pl", forms, [0, 1, 2, 4, 5, 11, 12, 21, 22, 100, 112, 122])
        == [
          "0 dni", "1 dzień", "2 dni (few)", "4 dni (few)", "5 dni", "11 dni", "12 dni", "21 dni",
          "22 dni (few)", "100 dni", "112 dni", "122 dni (few)",
        ])
  }

  @Test func `Arabic has six forms`() throws {
    let forms = ["zero", "one", "two", "few", "many", "other"].map { ($0, $0) }
    #expect(
      try shown("ar", forms, [0, 1, 2, 3, 10, 11, 99, 100, 102, 103])
        == [
          "zero", "one", "two", "few", "few", "many", "many", "other", "other", "few",
        ])
  }

  @Test func `in Latvian, zero is a category and not the number`() throws {
    let forms = [("zero", "%ld dienu"), ("one", "%ld diena"), ("other", "%ld dienas")]
    #expect(
      try shown("lv", forms, [0, 1, 2, 10, 11, 20, 21, 101])
        == [
          "0 dienu", "1 diena", "2 dienas", "10 dienu", "11 dienu", "20 dienu", "21 diena",
          "101 diena",
        ])
  }

  @Test func `variables can be nested, repeated and numbered`() throws {
    let bundle = try TemporaryBundle([
      "en.lproj/Localizable.stringsdict": StringsdictFile.text([
        (
          "files", "%1$@: %2$#@files@ in %3$#@folders@",
          [
            ("files", [("one", "a file"), ("other", "%2$ld files")]),
            ("folders", [("one", "one folder"), ("other", "%3$ld folders")]),
          ]
        ),
        (
          "nested", "%#@people@",
          [
            ("people", [("one", "One person, %#@dogs@"), ("other", "%ld people, %#@dogs@")]),
            ("dogs", [("one", "a dog"), ("other", "%ld dogs")]),
          ]
        ),
        ("done", "100%% of %#@n@", [("n", [("one", "%ld%%"), ("other", "%ld%%s")])]),
        ("hours", "%#@n@", [("n", [("one", "%@ has %ld"), ("other", "%.1f")])]),
      ])
    ])
    let (english, problems) = translator(bundle, ["en"])
    #expect(english.translate("files", "Zoë", 1, 2) == "Zoë: a file in 2 folders")
    #expect(english.translate("files", "Zoë", 1234, 1) == "Zoë: 1,234 files in one folder")
    #expect(english.translate("nested", 1, 1) == "One person, a dog")
    #expect(english.translate("nested", 5, 3) == "5 people, 3 dogs")
    #expect(english.translate("done", 3) == "100% of 3%s")
    #expect(english.translate("hours", 2.5) == "2.5")
    #expect(problems.all.isEmpty)
  }

  @Test func `wrong arguments yield a text and a problem`() throws {
    let bundle = try TemporaryBundle([
      "en.lproj/Localizable.stringsdict": StringsdictFile.days([
        ("one", "%ld day"), ("other", "%ld days"),
      ])
    ])
    let (english, problems) = translator(bundle, ["en"])
    #expect(english.translate("days") == "# days")
    #expect(english.translate("days", "three") == "three days")
    #expect(english.translate("days", 1, 2) == "1 day")
    #expect(english.translate("days", UInt64.max) == "18,446,744,073,709,551,615 days")
    #expect(english.translate("days", Int64.min) == "-9,223,372,036,854,775,808 days")
    #expect(english.translate("days", Double.nan).hasSuffix(" days"))
    #expect(english.translate("days", 1.5) == "1.5 days")
    #expect(english.translate("days", Decimal(1)) == "1 day")
    let reasons = problems.reasons.map { reason in
      if case .format(let problem) = reason { problem.description } else { "\(reason)" }
    }
    #expect(
      reasons == [
        "argument 1 is missing", "argument 1 is a string, but the message requires a number",
        "2 arguments were passed, but the message uses 1",
      ])
  }

  @Test func `a plural precedes the text of the same key and needs no .strings file`() throws {
    let plurals = StringsdictFile.days([("one", "%ld day"), ("other", "%ld days")])
    let bundle = try TemporaryBundle([
      "en.lproj/Localizable.stringsdict": plurals,
      "en.lproj/Localizable.strings": "\"days\" = \"%ld day(s)\"; \"title\" = \"Title\";",
      "en.lproj/Other.stringsdict": plurals,
      "de.lproj/Localizable.strings": "\"title\" = \"Titel\";",
    ])
    let (german, problems) = translator(bundle, ["de", "en"])
    #expect(german.translate("days", 1) == "1 day")
    #expect(german.translate("title") == "Titel")
    #expect(german.translate("days", 2, table: "Other") == "2 days")
    #expect(problems.all.isEmpty)
  }

  @Test func `each language in the fallback chain uses its own plural rules`() throws {
    let bundle = try TemporaryBundle([
      "pl.lproj/Localizable.stringsdict": StringsdictFile.days([
        ("one", "%ld dzień"), ("few", "%ld dni"), ("many", "%ld dni"), ("other", "%ld dnia"),
      ]),
      "fr.lproj/Localizable.stringsdict": StringsdictFile.text([
        ("only", "%#@n@", [("n", [("one", "%ld jour"), ("other", "%ld jours")])])
      ]),
    ])
    let (polish, _) = translator(bundle, ["pl", "fr"])
    #expect([0, 1, 2].map { polish.translate("days", $0) } == ["0 dni", "1 dzień", "2 dni"])
    #expect([0, 1, 2].map { polish.translate("only", $0) } == ["0 jour", "1 jour", "2 jours"])
  }

  @Test func `texts without a language use the development region's rules`() throws {
    let forms = [("one", "%ld one"), ("few", "%ld few"), ("many", "%ld many"), ("other", "x")]
    let bundle = try TemporaryBundle([
      "Info.plist": """
      <plist version="1.0"><dict><key>CFBundleDevelopmentRegion</key><string>pl</string></dict></plist>
      """,
      "Base.lproj/Localizable.stringsdict": StringsdictFile.days(forms),
    ])
    let (translator, problems) = translator(bundle, ["pl"])
    #expect(translator.translate("days", 22) == "22 few")
    #expect(problems.all.isEmpty)
  }

  @Test func `messages in a .strings file select their branches`() throws {
    let bundle = try TemporaryBundle([
      "en.lproj/Localizable.strings": #"""
      "who" = "{0, select, f {She} m {He} other {They}} sent {1, plural, =0 {nothing} one {# text} other {# texts}}";
      "place" = "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}";
      "json" = "{\"a\": 1}"; "broken" = "{n, plural, one {x}";
      "mixed" = "{n, plural, one {%@ has # day} other {%@ has # days}}";
      """#
    ])
    let (english, problems) = translator(bundle, ["en"])
    #expect(english.translate("who", "f", 0) == "She sent nothing")
    #expect(english.translate("who", "m", 1) == "He sent 1 text")
    #expect(english.translate("who", "x", 12_345) == "They sent 12,345 texts")
    #expect(
      [1, 2, 3, 4, 11].map { english.translate("place", $0) } == [
        "1st", "2nd", "3rd", "4th", "11th",
      ])
    #expect(english.translate("mixed", 2, "Zoë") == "Zoë has 2 days")
    #expect(english.translate("json") == "{\"a\": 1}")
    #expect(english.translate("broken") == "{n, plural, one {x}")
    #expect(problems.all.isEmpty)
    #expect(english.translate("who") == "They sent # texts")
    #expect(
      problems.reasons == [
        .format(.missingArgumentInBraces(1)), .format(.missingArgumentInBraces(2)),
      ])
  }

  @Test func `threads select the right form during language switches`() throws {
    let bundle = try TemporaryBundle([
      "en.lproj/Localizable.stringsdict": StringsdictFile.days([
        ("one", "%ld day"), ("other", "%ld days"),
      ]),
      "de.lproj/Localizable.stringsdict": StringsdictFile.days([
        ("one", "%ld Tag"), ("other", "%ld Tage"),
      ]),
      "en.lproj/Localizable.strings": "when = \"{0, date, short} {n, plural, other {#}}\";",
      "de.lproj/Localizable.strings": "when = \"{0, date, short} {n, plural, other {#}}\";",
    ])
    let languages = LockedValue(["en"])
    let wrong = LockedValue<Set<String>>([])
    let expected: Set = ["1 day", "1 Tag", "1,234 days", "1.234 Tage"]
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<300 {
        if thread == 0 { languages.value = round.isMultiple(of: 2) ? ["de"] : ["en"] }
        let translator = Translator(languages: languages.value, bundle: bundle.bundle)
        let text = translator.translate("days", round.isMultiple(of: 2) ? 1 : 1234)
        let date = translator.translate("when", Date(timeIntervalSince1970: 86_400 * 200), 1)
        if !expected.contains(text) || !date.hasSuffix("70 1") {
          wrong.withLock { _ = $0.insert("\(text) \(date)") }
        }
      }
    }
    #expect(wrong.value.isEmpty)
  }
}
