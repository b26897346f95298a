import Testing
import TremaSupport

@Suite struct TextSearchTests {
  @Test(arguments: [
    ("value (de)", "value", 0), ("the value", "value", 4), ("aab", "ab", 1), ("ßü", "ü", 2),
    ("aaab", "aab", 1), ("", "", 0), ("a", "", 0),
  ])
  func `the first occurrence of a word is found`(text: String, words: String, offset: Int) throws {
    let range = try #require(text.firstRange(of: words))
    #expect(text.utf8.distance(from: text.startIndex, to: range.lowerBound) == offset)
    #expect(text[range] == words)
    #expect(text.contains(words))
  }

  @Test(arguments: [("valu", "value"), ("", "a"), ("vvalu e", "value"), ("abab", "abb")])
  func `missing words are not found`(text: String, words: String) {
    #expect(text.firstRange(of: words) == nil)
    #expect(!text.contains(words))
  }

  @Test func `only the given part of a text is searched`() throws {
    let text = "a=1 b=2"
    let part = text.dropFirst(2)
    let range = try #require(part.firstRange(of: "="))
    #expect(text[range.upperBound...] == "2")
    #expect(!part.contains("a"))
  }
}
