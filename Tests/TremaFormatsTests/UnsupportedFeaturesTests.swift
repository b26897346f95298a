import Testing
import TremaCatalog
import TremaFormats
import TremaMessages

@Suite struct LossesTests {
  @Test func `canonically equivalent spellings of a letter are different texts`() {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    var losses = UnsupportedFeatures()
    losses.note(.markup, key: composed, at: nil)
    losses.note(.markup, key: decomposed, at: nil)
    losses.note(.markup, key: decomposed, at: nil)
    #expect(losses[.markup]?.count == 2)
    var more = UnsupportedFeatures()
    more.note(.markup, key: composed, at: nil)
    losses.merge(more)
    #expect(losses[.markup]?.count == 3)
    losses.merge(more)
    #expect(losses[.markup]?.count == 3)
  }

  @Test func `no other format supports tags of a value`() {
    var value = Value(language: "de", source: "bold")
    value.hasMarkup = true
    let text = Text(key: "k", values: [value])
    let outline = TextOutline(text, annotations: Annotations(""), master: "de")
    #expect(Feature.features(of: TextBatch.view(of: text), outline) == [.markup])
    for format in ResourceFormat.all { #expect(!format.supportedFeatures().contains(.markup)) }
    for format in CatalogFormat.all { #expect(!format.supportedFeatures.contains(.markup)) }
  }

  @Test func `a feature set lists its features in declaration order`() {
    #expect(Features().all == [])
    for feature in Feature.allCases { #expect(Features(feature).all == [feature]) }
    let all = Feature.allCases.reversed().reduce(into: Features()) { $0.insert(Features($1)) }
    #expect(all.all == Feature.allCases)
    #expect(
      all.subtracting([.status, Feature.allCases.last.map(Features.init) ?? []]).all
        == Feature.allCases.dropFirst().dropLast())
  }

  @Test func `names of plural variables are kept by stringsdict, but not by others`() throws {
    let days = "{count, plural, one {# day} other {# days}}"
    for (source, context, lost) in [
      (days, "", false), (days, "@param 1 count", false),
      (days, "@param 1 count how many are left", true), (days, "@param 1 other", false),
      ("%2$@: \(days)", "@param 1 count\n@param 2 who", true),
    ] {
      let language = try #require(LanguageTag("en"))
      let text = Text(
        key: "k", context: Context(context), values: [Value(language: "en", source: source)])
      let outline = TextOutline(text, annotations: Annotations(text.context), master: "en")
      var writer = ResourceFormat.stringsdict.writer(
        FileDescription(source: "", table: "T", language: language, defaultLanguage: language))
      var bytes: [UInt8] = []
      writer.append(Entry(text, at: 0, outline), into: &bytes)
      #expect(writer.takeLosses() == (lost ? [.parameters] : []), "\(source) \(context)")
    }
    #expect(ResourceFormat.stringsdict.supportedFeatures().contains(.parameters))
  }
}
