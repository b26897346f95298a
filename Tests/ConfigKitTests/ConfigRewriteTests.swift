import ConfigKit
import Testing
import TremaConfigValues
import TremaJSON
import TremaSupport

@Suite struct ConfigRewriteTests {
  @Test(
    arguments: [
      (#""30""#, ConfigKind.integer, "<integer>30</integer>"),
      (#""-7""#, .integer, "<integer>-7</integer>"),
      (#""18446744073709551615""#, .integer, "<integer>18446744073709551615</integer>"),
      (#""18446744073709551616""#, .integer, nil), (#""030""#, .integer, nil),
      (#"" 30""#, .integer, nil), (#""+30""#, .integer, nil), (#""0x1F""#, .integer, nil),
      (#""""#, .integer, nil), (#""0.50""#, .real, "<real>0.50</real>"),
      (#""-0.5""#, .real, "<real>-0.5</real>"),
      (#""00.5""#, .real, nil), (#""1.""#, .real, nil), (#"".5""#, .real, nil),
      (#""nan""#, .real, nil),
      (#""YES""#, .boolean, "<true/>"), (#""false""#, .boolean, "<false/>"),
      (#""yes""#, .boolean, nil),
      ("1", .boolean, "<true/>"), ("0", .boolean, "<false/>"), ("2", .boolean, nil),
      ("-1", .boolean, nil), ("30.0", .integer, "<integer>30</integer>"), ("30.5", .integer, nil),
      ("1e300", .integer, nil),
      (#""2026-02-28T00:00:00Z""#, .date, "<date>2026-02-28T00:00:00Z</date>"),
      (#""2026-02-30T00:00:00Z""#, .date, nil), ("30", .string, nil), ("true", .integer, nil),
      ("30", .integer, nil),
    ] as [(String, ConfigKind, String?)])
  func `a value is converted to another kind only if the conversion is unambiguous`(
    json: String, kind: ConfigKind, expected: String?
  ) throws {
    let value = ConfigValue(try JSONValue.decode(Array(json.utf8), file: "c.json"))
    #expect(ConfigRewrite.text(of: value, as: [kind], in: .xml) == expected)
  }

  @Test func `no rewrite is offered for dates in JSON or values of an allowed kind`() throws {
    let date = ConfigValue(.string("2026-02-28T00:00:00Z"))
    #expect(ConfigRewrite.text(of: date, as: [.date], in: .json) == nil)
    #expect(
      ConfigRewrite.text(of: ConfigValue(.string("1")), as: [.integer, .string], in: .json) == nil)
    #expect(
      ConfigRewrite.text(of: ConfigValue(.string("1")), as: [.integer, .real], in: .json) == "1")
  }
}
