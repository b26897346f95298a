import Testing
import TremaCatalog
import TremaMessages

@Suite struct TextOutlineTests {
  private func text(_ values: [String]) -> Text {
    Text(key: "k", values: zip(["de", "en", "fr"], values).map { Value(language: $0, source: $1) })
  }

  @Test func `arguments of all values are numbered like those of the master`() {
    let text = text([
      "{n, plural, other {{b} {a}}}", "{n, plural, other {{a} {b}}}", "%2$@ and %1$@",
    ])
    let outline = TextOutline(text, annotations: Annotations(""), master: "en")
    let numbered = text.values.indices.map {
      outline.numbered(text.values[$0].message, at: $0).spelled()
    }
    #expect(
      numbered == [
        "{0, plural, other {{2} {1}}}", "{0, plural, other {{1} {2}}}", "%2$@ and %1$@",
      ])
    // A message in place of a value is numbered like the values.
    let other = Message.parse("{b, select, other {{n}}}", backslash: .literal).message
    #expect(outline.numbered(other, at: nil).spelled() == "{2, select, other {{0}}}")
  }

  @Test func `arguments of texts without branches are not numbered`() {
    let text = text(["%@ {a}", "{a}"])
    let outline = TextOutline(text, annotations: Annotations(""), master: "de")
    #expect(outline.numbered(text.values[1].message, at: 1).spelled() == "{a}")
  }

  @Test func `a known signature does not change the numbers`() {
    let text = text(["{n, plural, other {{b} {a}}}", "{n, plural, other {{a} {b}}}", "x"])
    func signature(_ order: [Int]) -> OrderedSignature {
      OrderedSignature(TextSignature(order.map { text.values[$0].message }), order: order)
    }
    func numbered(_ signature: OrderedSignature?) -> [String?] {
      let outline = TextOutline(
        TextBatch.view(of: text), annotations: Annotations(""), master: "en", signature: signature)
      return text.values.indices.map {
        outline.numbered(text.values[$0].message, at: $0).spelled()
      }
    }
    #expect(numbered(signature([1, 0, 2])) == numbered(nil))
    #expect(numbered(signature([0, 1, 2])) == numbered(nil))
  }
}
