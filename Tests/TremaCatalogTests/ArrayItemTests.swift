import Testing
import TremaCatalog

@Suite struct ArrayItemTests {
  @Test(arguments: [
    ("days.0", "days", 0), ("days.12", "days", 12), ("a.b.3", "a.b", 3), ("..1", ".", 1),
  ])
  func `a key with an index is an array item`(key: String, name: String, index: Int) throws {
    let item = try #require(ArrayItem(key))
    #expect(item.arrayKey == name)
    #expect(item.index == index)
  }

  @Test(arguments: ["days", "days.", ".0", "days.01", "days.-1", "days.x", "", "days.1234567890"])
  func `any other key is not an array item`(key: String) {
    #expect(ArrayItem(key) == nil)
  }

  /// The keys with `[` and their index if they are in an array.
  private func arrays(_ texts: (key: String, context: String)...) -> [String] {
    var sequence = ArraySequence()
    return texts.map { text in
      let item = sequence.next(text.key, Annotations(Context(text.context)))
      return item.map { "\($0.arrayKey)[\($0.index)" } ?? text.key
    }
  }

  @Test func `items are consecutive, and the first begins a new array`() {
    #expect(
      arrays(
        ("a.1", "@array"), ("a.0", "@array"), ("a.1", "@array"), ("a.3", "@array"),
        ("b.0", "@array"), ("a.1", "@array"), ("b.1", "@array"), ("a.0", "@array"),
        ("a.1", ""), ("a.2", "@array"), ("a.0", ""), ("a.0", "@array"), ("x", "@array"),
        ("a.1", "@array")) == [
          "a.1", "a[0", "a[1", "a.3", "b[0", "a.1", "b.1", "a[0", "a.1", "a.2", "a.0", "a[0", "x",
          "a.1",
        ])
  }

  @Test func `all items are as translatable as the first`() {
    let fixed = "@array\n@translatable false"
    #expect(
      arrays(("a.0", fixed), ("a.1", fixed), ("a.2", "@array"), ("b.0", "@array"), ("b.1", fixed))
        == ["a[0", "a[1", "a.2", "b[0", "b.1"])
  }

  @Test func `names are equal if their bytes are equal`() {
    #expect(
      arrays(("\u{E9}.0", "@array"), ("e\u{301}.1", "@array")) == ["\u{E9}[0", "e\u{301}.1"])
  }
}
