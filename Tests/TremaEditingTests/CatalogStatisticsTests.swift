import Testing
import TremaCatalog
import TremaEditing
import TremaFormats
import TremaMessages
import TremaTestSupport

private func statistics(
  _ texts: String, languages: [LanguageTag]? = nil
) throws -> CatalogStatistics {
  let (catalogue, _) = try Catalog.decode(
    Array("<trema masterLang=\"de\">\(texts)</trema>".utf8), file: "test.trm")
  var statistics = CatalogStatistics(masterLanguage: "de", languages: languages)
  for text in catalogue.texts { statistics.add(text, annotations: Annotations(text.context)) }
  return statistics
}

@Suite struct CatalogStatisticsTests {
  private func size(_ source: String) -> [Int] {
    let size = TextSize(Message.parse(source).message)
    return [size.wordCount, size.characterCount]
  }

  @Test func `words are runs of letters and digits`() {
    #expect(size("Hello, world!") == [2, 13])
    #expect(size("") == [0, 0])
    #expect(size("don't stop — it’s 'quoted' re-used") == [6, 34])
    #expect(size("Grüße an Zoe\u{308} 3D") == [4, 15])
    #expect(size("日本語のテキスト") == [8, 8])
    #expect(size("iPhone を 2 台") == [4, 12])
    #expect(size("안녕하세요 세계") == [2, 8])
    #expect(size("👨‍👩‍👧 ok") == [1, 4])
  }

  @Test func `placeholders and markup are not counted, and every branch is`() {
    #expect(size("%1$@ has %2$d days") == [2, 10])
    #expect(size("{count, plural, one {# day} other {# days}} left") == [3, 14])
    #expect(size("a <b>bold</b> &amp; c < d") == [4, 13])
    #expect(size("<notatag and no end") == [4, 19])
  }

  @Test func `values are counted by language and status`() throws {
    let found = try statistics(
      """
      <text key="a"><context/><value lang="de" status="verified">Eins zwei</value>
        <value lang="en" status="translated">One two</value>
        <value lang="fr_FR" status="initial">Un</value></text>
      <text key="b"><context/><value lang="de" status="translated">Drei</value>
        <value lang="en"/><value lang="en" status="verified">twice</value>
        <value lang="fr-fr" status="special">Trois</value></text>
      <text key="c"><context>@translatable false</context><value lang="de">Trema</value>
        <value lang="en" status="verified">Trema</value></text>
      """)
    #expect(found.texts == 3)
    #expect(found.untranslatable == 1)
    let rows = found.languages.map { language in
      let statuses = Status.names.compactMap { name in
        language.statuses[name].map { "\(name) \($0.values)/\($0.size.wordCount)" }
      }
      return "\(language.name) \(language.isMaster) \(language.texts) \(language.percent)% "
        + "empty \(language.empty) missing \(language.missing) "
        + "left \(language.untranslatedSize.wordCount) \(statuses.joined(separator: ", "))"
    }
    #expect(
      rows == [
        "de true 3 100% empty 0 missing 0 left 0 translated 1/1, verified 1/2, undefined 1/1",
        "en false 2 50% empty 1 missing 0 left 1 translated 1/2",
        "fr-FR false 2 50% empty 0 missing 0 left 0 initial 1/1, special 1/1",
      ])
    #expect(found.percent == 50)
  }

  @Test func `required languages without a value are counted`() throws {
    let text = "<text key=\"a\"><context/><value lang=\"de\">A b</value></text>"
    let found = try statistics(text, languages: ["fr", "it"].compactMap { LanguageTag($0) })
    #expect(found.languages.map(\.name) == ["fr", "it"])
    #expect(found.languages.map(\.missing) == [1, 1])
    #expect(found.languages.map(\.untranslatedSize.wordCount) == [2, 2])
    #expect(found.percent == 0)
    #expect(try statistics("").percent == 100)
  }

  @Test func `a plural is complete if it has the categories of its language`() throws {
    func text(_ language: String, _ branches: String) -> String {
      """
      <text key="a"><context/><value lang="de">{n, plural, one {A} other {B}}</value>
      <value lang="\(language)">\(branches)</value></text>
      """
    }
    func complete(_ language: String, _ value: String) throws -> Int? {
      let found = try statistics(text(language, value))
      #expect(found.plurals == 1)
      #expect(found.languages[0].completePlurals == 1)
      return found.languages.last?.completePlurals
    }
    #expect(try complete("pl", "{n, plural, one {a} few {b} many {c} other {d}}") == 1)
    #expect(try complete("pl", "{n, plural, one {a} few {b} other {d}}") == 0)
    #expect(try complete("en", "{n, plural, =1 {a} other {d}}") == 1)
    #expect(try complete("en", "{n, plural, =0 {a} other {d}}") == 0)
    #expect(try complete("en", "days") == 0)
    #expect(try complete("ja", "日") == 1)
    #expect(
      try complete(
        "en", "{g, select, male {{n, plural, one {a} other {b}}} other {{n, plural, other {c}}}}")
        == 0)
  }

  @Test(arguments: [0, 72, 100])
  func `the badge is XML that contains its text`(_ percent: Int) throws {
    var found = CatalogStatistics(masterLanguage: "de")
    for number in 0..<100 {
      let status: Status = number < percent ? .verified : .initial
      found.add(
        Text(
          key: "k\(number)",
          values: [
            Value(language: "de", source: "A"),
            Value(language: "\"<&>\u{1}", status: status, source: "B"),
          ]), annotations: Annotations(""))
    }
    let badge = StatisticsBadge().report(found)
    let verdict = try Judge.xmllint.run(
      [
        "--xpath",
        "concat(/*[local-name()='svg']/@aria-label, '|', //*[local-name()='title'])", "-",
      ], input: badge)
    #expect(verdict.status == 0, "\(verdict.complaint)")
    let label = "translated \"<&>: \(percent) %"
    #expect(verdict.text == "\(label)|\(label)\n")
  }
}

@Suite struct RequiredLanguagesTests {
  private func tags(_ names: String...) -> [LanguageTag] { names.compactMap { LanguageTag($0) } }

  @Test func `a text that an output contains in every language is required in all`() {
    let unlimited = RequiredLanguages.Output(nil, listing: nil)
    let german = RequiredLanguages.Output(tags("de"), listing: nil)
    #expect(RequiredLanguages([german, unlimited]) == nil)
    #expect(RequiredLanguages([])?.contains(tags("de")[0]) == false)
  }

  @Test func `a language is required if one output contains it`() throws {
    var replaced = RequiredLanguages.Output(nil, listing: nil)
    replaced.replaced = Set(tags("de"))
    let store = RequiredLanguages.Output(
      tags("de", "de-CH"), listing: StoreListing(.appStore))
    let required = try #require(RequiredLanguages([replaced, store]))
    #expect(tags("de", "de-CH", "fr").map(required.contains) == [true, true, true])
    let listed = try #require(RequiredLanguages([store]))
    #expect(tags("de", "de-CH", "fr").map(listed.contains) == [true, false, false])
  }

  @Test func `texts count only in the languages in which they are required`() throws {
    let (catalogue, _) = try Catalog.decode(
      Array(
        """
        <trema masterLang="de">
          <text key="a"><value lang="de">A</value><value lang="fr">A</value></text>
          <text key="b"><value lang="de">B b</value><value lang="fr">B</value></text>
        </trema>
        """.utf8), file: "test.trm")
    var statistics = CatalogStatistics(masterLanguage: "de", languages: tags("de", "fr", "it"))
    let required = RequiredLanguages([RequiredLanguages.Output(tags("it"), listing: nil)])
    for text in catalogue.texts {
      statistics.add(
        text, annotations: Annotations(text.context), in: text.key == "b" ? required : nil)
    }
    #expect(statistics.languages.map(\.name) == ["de", "fr", "it"])
    #expect(statistics.languages.map(\.texts) == [2, 1, 2])
    #expect(statistics.languages.map(\.missing) == [0, 0, 2])
    #expect(statistics.languages.map(\.untranslatedSize.wordCount) == [0, 0, 3])
  }
}
