import ConfigKit
import Testing
import TremaSupport

@Suite struct ConfigFormatTests {
  @Test func `a duplicate key is an error with both locations`() throws {
    let bytes = Array(
      "<plist><dict>\n<key>a</key><true/>\n<key>a</key><false/>\n</dict></plist>".utf8)
    let reading = try ConfigFormat.plist.decode(bytes, file: "c.plist")
    #expect(reading.value.dictionary?["a"]?.boolean == true)
    let problem = try #require(reading.problems.first)
    #expect(problem.code == "duplicate-key")
    #expect(problem.location?.start?.line == 3)
    #expect(problem.related.first?.location.start?.line == 2)
  }
}
