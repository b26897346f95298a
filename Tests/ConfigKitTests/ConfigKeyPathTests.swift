import Testing
import TremaConfigValues

@Suite struct ConfigKeyPathTests {
  @Test(arguments: [
    "api", "api.timeout", "hosts[0].name", "\"auth.username\"", "\"\".a",
    "a.\"say \\\"x\\\"\"[2][3]",
  ])
  func `a path survives a round trip`(text: String) throws {
    let path = try #require(ConfigKeyPath(text))
    #expect(path.description == text)
  }

  @Test(arguments: ["", ".", "a.", ".a", "a..b", "a[", "a[x]", "a[-1]", "\"a", "a]b\"", "a[0]b"])
  func `invalid paths are rejected`(text: String) {
    #expect(ConfigKeyPath(text).map(\.description) == nil || ConfigKeyPath(text)?.keys == [text])
  }

  @Test func `composed and decomposed letters form distinct keys`() {
    #expect(ConfigKeyPath(keys: ["\u{E9}"]) != ConfigKeyPath(keys: ["e\u{301}"]))
  }
}
