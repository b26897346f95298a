import Testing
import TremaConfigValues
import TremaJSON
import TremaSupport
import TremaTestSupport

@testable import ConfigKit

/// Schemas and values that would take quadratic time with pairwise comparisons.
@Suite struct ManyChoicesTests {
  private func schema(_ text: String) throws -> ConfigSchema {
    try #require(
      ConfigSchema.compile(try JSONValue.decode(Array(text.utf8), file: "s.json")).schema)
  }

  private func words(_ name: String, _ count: Int) -> String {
    (0..<count).map { "\"\(name)\($0)\"" }.joined(separator: ",")
  }

  @Test func `looking up values among many choices takes less than quadratic time`() throws {
    let growth = try ThreadTime.growth(500) { count in
      let schema = try schema(#"{"items": {"enum": [\#(words("x", count))]}}"#)
      let good = ConfigValue(.array((0..<count).map { ConfigValue(.string("x\($0)")) }))
      return { #expect(schema.violations(in: good, as: .propertyList).isEmpty) }
    }
    // Linear searches would take 16 times as long.
    #expect(growth < 9)
  }

  @Test func `lookup gives the same result with a table as with a linear search`() throws {
    let named =
      #"1, 2.0, 2.5, "a", "2026-11-21T06:30:00Z", "AAEC", true, null, [1, "AAEC"], {"k": {"l": 1.0}}, 9223372036854776000"#
    let few = try JSONValue.decode(Array("[\(named)]".utf8), file: "s.json").array ?? []
    let table = SchemaChoices(few.map { ConfigValue($0) })
    let date = try #require(PropertyListDate(parsing: "2026-11-21T06:30:00Z".utf8))
    let values: [ConfigValue] = [
      1, 2, 3, "a", "b", true, false, ConfigValue(.null), ConfigValue(.real(1)),
      ConfigValue(.real(2)), ConfigValue(.real(2.5)), ConfigValue(.date(date)),
      ConfigValue(.data([0, 1, 2])), ConfigValue(.data([0, 1])), ConfigValue(.real(0x1p63)),
      [1, ConfigValue(.data([0, 1, 2]))], [1], ["k": ["l": 1]], ["k": ["m": 1]],
      ConfigValue(.real(.nan)),
    ]
    for value in values {
      for kinds in [ConfigSchema.Kinds.json, .propertyList] {
        #expect(
          table.contains(value, as: kinds)
            == table.values.contains { SchemaEquality.areEqual(value, $0, as: kinds) },
          "\(value)")
      }
    }
  }

  @Test func `a finding lists a dozen choices and the number of others`() throws {
    func expected(_ count: Int) throws -> [String?] {
      let schema = try schema(#"{"properties": {"k": {"enum": [\#(words("x", count))]}}}"#)
      let base = ConfigLayer(
        .base, name: "base.json",
        ConfigValue(try JSONValue.decode(Array(#"{"k": "y"}"#.utf8), file: "base.json")))
      let matrix = ConfigMatrix(
        [ConfigEnvironment("production", isProduction: true, layers: [base])], schema: schema)
      return ConfigChecker.findings(in: matrix).map(\.expected)
    }
    let dozen = (0..<12).map { "\"x\($0)\"" }.joined(separator: ", ")
    #expect(try expected(12) == [dozen])
    #expect(try expected(2000) == ["\(dozen) and 1988 more"])
  }

  @Test func `compiling many required keys takes less than quadratic time`() throws {
    let growth = try ThreadTime.growth(500) { count in
      let text = #"{"required": [\#(words("k", count))]}"#
      let document = try JSONValue.decode(Array(text.utf8), file: "s.json")
      return {
        #expect(ConfigSchema.compile(document).schema?.contract.node.required.count == count)
      }
    }
    #expect(growth < 9)
  }

  @Test func `the search for similar names among thousands of keys is limited`()
    throws
  {
    let growth = try ThreadTime.growth(200) { count in
      let known = (0..<count).map { #""someKeyNmae\#($0)": {}"# }.joined(separator: ",")
      let schema = try schema(
        #"{"properties": {\#(known)}, "additionalProperties": false}"#)
      let value = ConfigValue(
        .dictionary(ConfigDictionary((0..<count).map { .init("someKeyName\($0)", 1) })))
      let search = ClosestMatchSearch(limit: 50_000)
      return {
        let found = schema.violations(in: value, as: .json, search: search, atMost: nil).made
        #expect(found.count == count)
        #expect(found.first?.suggestion == "someKeyNmae0")
        #expect(found.last?.suggestion == nil)
      }
    }
    #expect(growth < 9)
  }
}
