import ConfigKit
import Testing
import TremaConfigValues
import TremaJSON
import TremaSupport
import TremaTestSupport

@Suite struct HostileSchemaTests {
  private func compile(_ text: String) throws -> (schema: ConfigSchema?, problems: [Diagnostic]) {
    ConfigSchema.compile(try JSONValue.decode(Array(text.utf8), file: "s.json"))
  }

  @Test func `an error in a schema is reported with its location`() throws {
    let table: [(schema: String, told: String)] = [
      (
        #"{"type": "strnig"}"#,
        "1:10 error invalid-schema: 'type' must be one of object, array, string, integer, number, "
          + "boolean and null, not 'strnig'"
      ),
      (#"{"minimum": "1"}"#, "1:13 error invalid-schema: 'minimum' must be a number, not '1'"),
      (
        #"{"multipleOf": 0}"#,
        "1:16 error invalid-schema: 'multipleOf' must be a number greater than 0, not 0"
      ),
      (
        #"{"minLength": -1}"#,
        "1:15 error invalid-schema: 'minLength' must be a non-negative integer, not -1"
      ),
      (
        #"{"required": "a"}"#,
        "1:14 error invalid-schema: 'required' must be an array of strings, not 'a'"
      ),
      (
        #"{"properties": {"a": 1}}"#,
        "1:22 error invalid-schema: a schema must be an object or a Boolean, not a number"
      ),
      (
        #"{"pattern": "(a"}"#,
        "1:13 error invalid-schema: '(a' is not a valid regular expression: a group is not closed"
      ),
      (
        #"{"patternProperties": {"[": {}}}"#,
        "1:24 error invalid-schema: '[' is not a valid regular expression: '[' is not closed"
      ),
      (
        ##"{"$ref": "#/$defs/a"}"##,
        "1:10 error unresolved-reference: '#/$defs/a' does not refer to a schema"
      ),
      (
        #"{"$ref": "https://example.com/a.json"}"#,
        "1:10 error unresolved-reference: 'https://example.com/a.json' does not refer to a schema"
      ),
      (
        ##"{"$ref": "#"}"##,
        "1:2 error invalid-schema: the schema refers to itself infinitely for the same value"
      ),
      (
        #"{"proprties": {}}"#,
        "1:2 warning unknown-keyword: unknown keyword 'proprties'"
      ),
      (
        #"{"x-secert": true}"#,
        "1:2 warning unknown-keyword: unknown keyword 'x-secert'"
      ),
      (
        #"{"x-secret": "yes"}"#,
        "1:14 error invalid-schema: 'x-secret' must be true or false, not 'yes'"
      ),
      (
        #"{"x-type": "number"}"#,
        "1:12 error invalid-schema: 'x-type' must be one of date, data, url, duration and size, not 'number'"
      ),
      (
        #"{"x-merge": "add"}"#,
        "1:13 error invalid-schema: 'x-merge' must be \"replace\", \"append\", \"union\" or "
          + "{\"mergeBy\": \"key\"}, not 'add'"
      ),
      (
        #"{"x-requiredIn": [1]}"#,
        "1:18 error invalid-schema: 'x-requiredIn' must be an array of environments, or \"*\", "
          + "not an array"
      ),
      (
        #"{"x-deprecated": {"removeBy": 3}}"#,
        "1:31 error invalid-schema: 'removeBy' must be a string, not 3"
      ),
      (
        #"{"x-ignore": ["dead-override"]}"#,
        "1:14 error invalid-schema: 'x-ignore' must be an object with a reason for each check, "
          + "not an array"
      ),
      (
        #"{"x-ignore": {"dead-override": " "}}"#,
        "1:32 error invalid-schema: 'dead-override' must be a reason, not ' '"
      ),
      (
        #"{"$schema": "http://json-schema.org/draft-07/schema#"}"#,
        "1:13 warning unknown-dialect: unknown version 'http://json-schema.org/draft-07/schema'; "
          + "the schema is read as 2020-12"
      ),
    ]
    for row in table {
      let told = try compile(row.schema).problems.map { problem in
        let place = problem.location?.start.map { "\($0.line):\($0.column)" } ?? "-"
        return "\(place) \(problem.severity) \(problem.code): \(problem.message)"
      }
      #expect(told == [row.told])
    }
    #expect(try compile("[]").schema == nil)
    #expect(try compile(##"{"$ref": "#"}"##).schema == nil)
    #expect(try compile(#"{"x-owner": 1, "unheardOf": 2}"#).problems == [])
  }

  @Test func `a schema with endless references is reported`() throws {
    let dynamic = ##"""
      {"$id": "https://example.com/a", "$dynamicAnchor": "n",
       "allOf": [{"$dynamicRef": "#n"}]}
      """##
    let (schema, _) = try compile(dynamic)
    let violations = schema?.violations(in: ConfigValue(.string("a")), as: .json)
    #expect(
      violations?.map(\.message) == ["is validated by more than 320 nested schemas"])
  }

  @Test func `schemas that double at every step are reported`() throws {
    var text = ##"{"$ref": "#/$defs/d0", "$defs": {"##
    for level in 0..<40 {
      let next = ##"{"$ref": "#/$defs/d\##(level + 1)"}"##
      text += #""d\#(level)": {"allOf": [\#(next), \#(next)]}, "#
    }
    text += #""d40": {"type": "string"}}}"#
    let (schema, problems) = try compile(text)
    #expect(problems == [])
    let violations = schema?.violations(in: ConfigValue(.string("a")), as: .json)
    #expect(violations?.map(\.message) == ["requires more than 2000000 steps to validate"])
  }

  @Test func `a value nested too deeply is reported with its location`() throws {
    let text = ##"{"properties": {"a": {"anyOf": [{"$ref": "#"}]}}, "type": "object"}"##
    let schema = try #require(try compile(text).schema)
    var value = ConfigValue(.string("ground"))
    for level in 1...512 {
      value = ConfigValue(.dictionary(ConfigDictionary([.init("a", value)])))
      guard level == 100 || level == 512 else { continue }
      let violations = schema.violations(in: value, as: .json)
      #expect(
        violations.map(\.message) == [
          level == 100
            ? "must be a dictionary, not a string"
            : "is validated by more than 320 nested schemas"
        ])
      #expect(violations.first?.path.components.count ?? 0 >= 100)
    }
  }

  @Test func `numbers out of range never trap`() throws {
    let numbers = [
      "1e400", "-1e400", "1e-400", "123456789012345678901234567890", "1e999999999999999999999",
      "-9223372036854775808", "18446744073709551615", "0.1", "5e-324", "1.7976931348623157e308",
    ]
    for limit in numbers {
      for keyword in ["minimum", "exclusiveMaximum", "multipleOf", "const", "maxLength"] {
        let (schema, _) = try compile(#"{"\#(keyword)": \#(limit), "uniqueItems": true}"#)
        for number in numbers {
          let value = ConfigValue(try JSONValue.decode(Array(number.utf8), file: "v"))
          for kinds in [ConfigSchema.Kinds.json, .propertyList] {
            _ = try #require(schema).violations(in: value, as: kinds)
            _ = schema?.violations(in: ConfigValue(.array([value, value])), as: kinds)
          }
        }
      }
    }
  }

  @Test func `patterns with catastrophic backtracking finish quickly or are aborted`() throws {
    let text = String(repeating: "a", count: 5_000) + "!"
    let time = try ThreadTime.of {
      for pattern in [
        "^(a+)+$", "^(a|a)*$", "^(a*)*b$", #"^(\\w+\\s?)*$"#, "^(?=(a+)+b)a", "(.*)*x",
      ] {
        let (schema, problems) = try compile(#"{"pattern": "\#(pattern)"}"#)
        #expect(problems == [])
        let violations = schema?.violations(in: ConfigValue(.string(text)), as: .json)
        #expect(violations?.count == 1)
      }
      let (schema, _) = try compile(#"{"pattern": "^(a+)+\\1b$"}"#)
      let violations = schema?.violations(in: ConfigValue(.string(text)), as: .json)
      #expect(
        violations?.map(\.message) == [#"takes too many steps to match against '^(a+)+\1b$'"#])
    }
    #expect(time < ThreadSanitizer.bound(ofTime: .seconds(20)))
    let (_, problems) = try compile(#"{"pattern": "((a{1000}){1000}){1000}"}"#)
    #expect(problems.map(\.code) == ["invalid-schema"])
  }

  @Test func `ten thousand corrupted schemas are compiled and evaluated without a crash`() throws {
    let source = Array(
      ##"""
      {"$id": "a:b", "$defs": {"n": {"$anchor": "n", "type": ["integer", "string"], "minimum": -1.5e3,
      "multipleOf": 0.5}}, "allOf": [{"$ref": "#n"}, {"$dynamicRef": "#/$defs/n"}], "if": {"const":
      1}, "then": {"maximum": 9}, "patternProperties": {"^(a|b{2,3})+\\d?(?=c)$": {"format":
      "date-time"}}, "oneOf": [{"prefixItems": [true], "items": false}, {"contains": {}}],
      "unevaluatedProperties": {"x-merge": {"mergeBy": "i"}}, "x-type": "url", "uniqueItems": true}
      """##.utf8)
    let values = try [#"{"ab": "2026-01-01", "c": [1, 1.0]}"#, "[1, [2]]", "1", #""a:b""#].map {
      ConfigValue(try JSONValue.decode(Array($0.utf8), file: "v"))
    }
    let pieces: [[UInt8]] = [
      "{", "}", "[", "]", "\"", "0", "-", "9e99", "\\\\", "#", "*", "+", "(", ")", "$ref", ",",
    ].map { Array($0.utf8) }
    var random = SeededGenerator(seed: 53)
    var compiled = 0
    for _ in 0..<10_000 {
      var bytes = source
      for _ in 0..<random.number(1...3) {
        let place = random.number(0...bytes.count - 1)
        switch random.number(0...2) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(contentsOf: random.pick(pieces), at: place)
        default: bytes.replaceSubrange(place...place, with: random.pick(pieces))
        }
      }
      guard let document = try? JSONValue.decode(bytes, file: "s.json") else { continue }
      compiled += 1
      guard let schema = ConfigSchema.compile(document).schema else { continue }
      for value in values { _ = schema.violations(in: value, as: .json) }
    }
    #expect(compiled > 1_000)
  }

  @Test func `ten thousand keys are checked quickly`() throws {
    var entries: [ConfigDictionary.Entry] = []
    var properties: [String] = []
    for index in 0..<10_000 {
      properties.append(##""key\##(index)": {"$ref": "#/$defs/n"}"##)
      entries.append(.init("key\(index)", ConfigValue(.integer(WholeNumber(index)))))
    }
    let text =
      #"{"required": ["key1"], "properties": {\#(properties.joined(separator: ", "))}, "#
      + #""$defs": {"n": {"type": "integer", "minimum": 0}}, "additionalProperties": false}"#
    let (schema, problems) = try compile(text)
    #expect(problems == [])
    let value = ConfigValue(.dictionary(ConfigDictionary(entries)))
    let time = ThreadTime.of {
      #expect(schema?.violations(in: value, as: .propertyList) == [])
    }
    // A debug build; an optimised one takes some milliseconds.
    #expect(time < ThreadSanitizer.bound(ofTime: .seconds(2)))
  }
}
