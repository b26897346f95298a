import Testing
import TremaCatalog

@Suite struct ArrayItemTests {
  @Test(arguments: [
    ("days.0", "days", 0), ("days.12", "days", 12), ("a.b.3", "a.b", 3), ("..1", ".", 1),
  ])
  func `a key with an index is an item`(key: String, name: String, index: Int) throws {
    let item = try #require(ArrayItem(key))
    #expect(item.name == name)
    #expect(item.index == index)
  }

  @Test(arguments: ["days", "days.", ".0", "days.01", "days.-1", "days.x", "", "days.1234567890"])
  func `any other key is none`(key: String) {
    #expect(ArrayItem(key) == nil)
  }

  @Test func `an item continues the one before, and the first begins anew`() throws {
    let first = try #require(ArrayItem("a.0"))
    let second = try #require(ArrayItem("a.1"))
    let third = try #require(ArrayItem("a.2"))
    let other = try #require(ArrayItem("b.1"))
    #expect(first.continues(nil) && first.continues(first) && second.continues(first))
    #expect(!second.continues(nil) && !third.continues(first) && !other.continues(first))
  }
}
