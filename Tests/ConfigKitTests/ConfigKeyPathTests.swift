import Testing
import TremaConfigValues

@Suite struct ConfigKeyPathTests {
  @Test(arguments: [
    "api", "api.timeout", "hosts[0].name", "\"auth.username\"", "\"\".a",
    "a.\"say \\\"x\\\"\"[2][3]",
  ])
  func `a path reads back as it was written`(text: String) throws {
    let path = try #require(ConfigKeyPath(text))
    #expect(path.description == text)
  }

  @Test(arguments: ["", ".", "a.", ".a", "a..b", "a[", "a[x]", "a[-1]", "\"a", "a]b\"", "a[0]b"])
  func `invalid paths are refused`(text: String) {
    #expect(ConfigKeyPath(text).map(\.description) == nil || ConfigKeyPath(text)?.keys == [text])
  }

  @Test func `composed and decomposed letters are two keys`() {
    #expect(ConfigKeyPath(keys: ["\u{E9}"]) != ConfigKeyPath(keys: ["e\u{301}"]))
  }
}
