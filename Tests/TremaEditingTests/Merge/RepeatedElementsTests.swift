import Testing
import TremaCatalog
import TremaEditing
import TremaFormats
import TremaTestSupport

/// Merges catalogues in which the same element occurs thousands of times.
@Suite struct RepeatedElementsTests {
  private func catalogue(_ texts: String) throws -> Catalog {
    try Catalog.decode(Array("<trema masterLang='en'>\n\(texts)</trema>".utf8), file: "a.trm").0
  }

  /// The growth of time for a merge of states that are four times as long.
  private func growth(
    _ base: @escaping (Int) -> String, _ ours: @escaping (Int) -> String,
    _ theirs: @escaping (Int) -> String
  ) throws -> Double {
    try ThreadTime.growth(2_000) { count in
      let states = try [base, ours, theirs].map { try catalogue($0(count)) }
      return { _ = try CatalogMerge(base: states[0], ours: states[1], theirs: states[2]) }
    }
  }

  private func repeated(_ piece: String) -> (Int) -> String {
    { String(repeating: piece, count: $0) }
  }

  @Test func `equal comments are aligned in linear time`() throws {
    let found = try growth(
      repeated("<!-- c -->\n"), repeated("<!-- c -->\n<!-- d -->\n"), repeated("<!-- e -->\n"))
    #expect(found < 8)
  }

  @Test func `unknown elements of one text are aligned in linear time`()
    throws
  {
    func text(_ name: String) -> (Int) -> String {
      { "<text key='k'>\(String(repeating: "<\(name)/>", count: $0))</text>\n" }
    }
    #expect(try growth(text("foo"), text("bar"), text("baz")) < 8)
  }

  @Test func `texts with one key are aligned in linear time`() throws {
    func text(_ value: String) -> String {
      MergedTexts.text("k", MergedTexts.value("en", value))
    }
    #expect(try growth(repeated(text("x")), repeated(text("y")), repeated(text("z"))) < 8)
  }

  @Test func `texts that both sides give the same new key are found in linear time`() throws {
    func texts(_ prefix: String) -> (Int) -> String {
      { count in
        (0..<count).map { MergedTexts.text("\(prefix)\($0)", MergedTexts.value("en", "x\($0)")) }
          .joined()
      }
    }
    #expect(try growth(texts("old"), texts("new"), texts("new")) < 8)
  }
}
