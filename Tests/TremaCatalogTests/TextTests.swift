import Testing
import TremaCatalog
import TremaSupport

/// Rare properties of texts and contexts.
@Suite struct TextTests {
  @Test func `a text equals a plain one after all rare properties are removed`() {
    let plain = Text(key: "k", context: Context("c"), file: "a.trm")
    var text = plain
    text.attributes = [Attribute("x", "1")]
    text.leadingTrivia = [Trivia("<a/>", element: "a")]
    text.trailingTrivia = [Trivia("<!-- b -->")]
    text.context?.attributes = [Attribute("y", "2")]
    text.context?.leadingTrivia = [Trivia("<c/>", element: "c")]
    text.context?.spelling = "&#99;"
    text.context?.file = "b.trm"
    let full = text
    #expect(full != plain)
    #expect(full.attributes.map(\.name) == ["x"])
    #expect(full.leadingTrivia.map(\.source) == ["<a/>"])
    #expect(full.trailingTrivia.map(\.source) == ["<!-- b -->"])
    #expect(full.context?.spelling == "&#99;")
    #expect(full.context?.attributes.map(\.value) == ["2"])
    #expect(full.context?.leadingTrivia.map(\.source) == ["<c/>"])
    #expect(full.context?.file == "b.trm")
    text.attributes = []
    text.leadingTrivia = []
    text.trailingTrivia = []
    text.context?.attributes = []
    text.context?.leadingTrivia = []
    text.context?.spelling = nil
    #expect(text == plain)
    #expect(text.context?.file == "b.trm")
  }

  @Test(arguments: [
    (1, 1), (0, 0), (7, 65_536), (2_147_483_647, 2_147_483_647),
  ])
  func `a text stores its line and its column`(line: Int, column: Int) {
    var text = Text(key: "k")
    text.position = SourcePosition(line: line, column: column)
    #expect(text.position == SourcePosition(line: line, column: column))
    text.position.column += 1 << 40
    #expect(text.position == SourcePosition(line: line, column: 2_147_483_647))
  }
}
