import Testing

@testable import TremaChecks

@Suite struct PlainTagsTests {
  @Test func `the fast path recognises equal tags and tags closed by the next tag`() {
    let equal = [("<b>x</b>", "<b>y</b> z", true), ("<b>x</b>", "<b>x", false), ("", "", true)]
    let unsure = [("<a x=\"1\">", "<a x=\"1\">", false), ("1 < 2 <b>", "1 < 2 <b>", false)]
    for (own, other, areSame) in equal + unsure {
      let found = Array(own.utf8).withUnsafeBufferPointer { own in
        Array(other.utf8).withUnsafeBufferPointer { PlainTags.haveSameTags(own, $0) }
      }
      #expect(found == areSame, "\(own) \(other)")
    }
    for (text, areClosed) in [
      ("<b>x</b>", true), ("<b>x</b> <em></em>", true), ("x", true), ("<b><i></i></b>", false),
      ("</b><b>", false), ("<b>", false), ("<b/>", false), ("<h1>x</h1>", false), ("<b", false),
      ("<>x</>", false), ("<b>x</i>", false),
    ] {
      let found = Array(text.utf8).withUnsafeBufferPointer(PlainTags.areClosedByNextTag)
      #expect(found == areClosed, "\(text)")
    }
  }
}
