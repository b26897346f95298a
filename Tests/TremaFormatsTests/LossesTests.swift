import Testing
import TremaCatalog
import TremaFormats
import TremaMessages

@Suite struct LossesTests {
  @Test func `two spellings of a letter are two texts`() {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    var losses = Losses()
    losses.note(.markup, key: composed, at: nil)
    losses.note(.markup, key: decomposed, at: nil)
    losses.note(.markup, key: decomposed, at: nil)
    #expect(losses[.markup]?.count == 2)
    var more = Losses()
    more.note(.markup, key: composed, at: nil)
    losses.merge(more)
    #expect(losses[.markup]?.count == 3)
    losses.merge(more)
    #expect(losses[.markup]?.count == 3)
  }

  @Test func `tags of a value have a place in no other format`() {
    var value = Value(language: "de", source: "bold")
    value.hasMarkup = true
    let text = Text(key: "k", values: [value])
    let outline = TextOutline(text, annotations: Annotations(""), master: "de")
    #expect(Feature.features(of: text, outline) == [.markup])
    for format in ResourceFormat.allCases { #expect(!format.carries().contains(.markup)) }
    for format in CatalogueFormat.allCases { #expect(!format.carries.contains(.markup)) }
  }
}
