import Testing
import TremaCatalog

@Suite struct KeyPatternTests {
  @Test(arguments: [
    ("a.*", "a.b", true), ("a.*", "a.", true), ("a.*", "ab", false), ("*", "", true),
    ("*.title", "login.title", true), ("*.title", "title", false), ("a*a", "a", false),
    ("a*a", "aa", true), ("a*b*c", "a-b-b-c", true), ("a*b*c", "acb", false), ("a", "a", true),
    ("a", "ab", false), ("a**b", "ab", true), ("é", "e\u{301}", false),
  ])
  func `an asterisk matches any characters`(pattern: String, key: String, matches: Bool) {
    #expect(KeyPattern(pattern).matches(key) == matches)
  }
}
