import ConfigKit
import Testing
import TremaConfigValues
import TremaJSON
import TremaSupport

@Suite struct ConfigSchemaTests {
  private func json(_ text: String) throws -> JSONValue {
    try JSONValue.decode(Array(text.utf8), file: "c.json")
  }

  private func schema(_ text: String) throws -> ConfigSchema {
    let (schema, problems) = ConfigSchema.compile(
      try JSONValue.decode(Array(text.utf8), file: "s.json"))
    #expect(problems == [])
    return try #require(schema)
  }

  /// `path keyword: message`, one for each violation.
  private func told(
    _ schema: String, _ value: String, as kinds: ConfigSchema.Kinds = .json
  ) throws -> [String] {
    try self.schema(schema).violations(in: ConfigValue(json(value)), as: kinds).map {
      "\($0.path) \($0.keyword): \($0.message)" + ($0.suggestion.map { " (\($0)?)" } ?? "")
    }
  }

  @Test func `each keyword reports its violation`() throws {
    let table: [(schema: String, value: String, told: String)] = [
      (#"{"type": "integer"}"#, #""30""#, "type: must be an integer, not a string"),
      (
        #"{"type": ["integer", "null"]}"#, "true", "type: must be an integer or null, not a Boolean"
      ),
      (
        #"{"enum": ["debug", "info"]}"#, #""inof""#,
        "enum: must be 'debug' or 'info', not 'inof' (info?)"
      ),
      (#"{"const": 1}"#, "true", "const: must be 1, not true"),
      (
        #"{"const": {"a": 1}}"#, #"{"a": 2}"#,
        "const: is a dictionary, but not the one in the schema"
      ),
      (
        #"{"enum": [[1], [2], 3]}"#, "[3]",
        "enum: is an array, but not one of those in the schema"
      ),
      (#"{"enum": [[1], "a"]}"#, "{}", "enum: must be an array or 'a', not a dictionary"),
      (
        #"{"x-type": "duration"}"#, #""1h30""#,
        "x-type: must be a duration such as 30s, 1h30m or PT30S"
      ),
      (
        #"{"x-type": "duration"}"#, #""5min""#,
        "x-type: has the unknown unit 'min'; use d, h, m, s, ms, us or ns"
      ),
      (
        #"{"x-type": "duration"}"#, #""P1Y""#,
        "x-type: contains years or months, which have no fixed length; use days"
      ),
      (#"{"x-type": "duration"}"#, "30", "x-type: must be a duration, not an integer"),
      (
        #"{"x-type": "size"}"#, #""9300PB""#, "x-type: exceeds the largest size, 2^63 - 1 bytes"
      ),
      (#"{"x-type": "size"}"#, #""0.5B""#, "x-type: must be a whole number of bytes"),
      (#"{"x-type": "size"}"#, "-1", "x-type: must be a number of bytes from 0 to 2^63 - 1"),
      (#"{"minimum": 1}"#, "0", "minimum: must be at least 1, not 0"),
      (#"{"exclusiveMaximum": 1.5}"#, "1.5", "exclusiveMaximum: must be less than 1.5, not 1.5"),
      (#"{"multipleOf": 0.1}"#, "0.25", "multipleOf: must be a multiple of 0.1, not 0.25"),
      (#"{"minLength": 2}"#, #""é""#, "minLength: must have at least 2 characters, but has 1"),
      (#"{"pattern": "^a+$"}"#, #""b""#, "pattern: does not match '^a+$'"),
      (#"{"format": "date"}"#, #""2026-02-30""#, "format: must be a date such as 2026-11-21"),
      (#"{"x-type": "url"}"#, #""a b""#, "x-type: must be a URL such as https://example.com"),
      (#"{"maxItems": 1}"#, "[1, 2]", "maxItems: must have at most 1 item, but has 2"),
      (
        #"{"contains": {"const": 1}}"#, "[]",
        "contains: has no item that matches \"contains\""
      ),
      (#"{"not": {"type": "null"}}"#, "null", "not: matches a schema excluded by \"not\""),
    ]
    for row in table { #expect(try told(row.schema, row.value) == [" " + row.told]) }
  }

  @Test func `a missing key is located at its dictionary, an unknown key at itself`() throws {
    let schema = try schema(
      #"""
      {"properties": {"api": {"required": ["host"], "properties": {"host": {}, "baseURL": {}},
        "additionalProperties": false}}}
      """#)
    let violations = schema.violations(
      in: ConfigValue(try json(#"{"api": {"baseUrl": 1}}"#)), as: .json)
    #expect(violations.map(\.path.description) == ["api.host", "api.baseUrl"])
    #expect(violations.map(\.missingKey) == ["host", nil])
    #expect(violations.map(\.unknownKey) == [nil, "baseUrl"])
    #expect(violations.map(\.suggestion) == [nil, "baseURL"])
    #expect(violations.map(\.location.description) == ["c.json:1:9", "c.json:1:10"])
    #expect(
      violations.compactMap(\.rule?.start) == [
        SourcePosition(line: 1, column: 25), SourcePosition(line: 2, column: 3),
      ])
  }

  @Test func `a whole real number is an integer in JSON but not in a property list`() throws {
    #expect(try told(#"{"type": "integer"}"#, "1.0") == [])
    #expect(
      try told(#"{"type": "integer"}"#, "1.0", as: .propertyList)
        == [" type: must be an integer, not a real number"])
    #expect(try told(#"{"type": "number"}"#, "1", as: .propertyList) == [])
    #expect(try told(#"{"const": 1}"#, "1.0") == [])
    #expect(try told(#"{"const": 1}"#, "1.0", as: .propertyList) == [" const: must be 1, not 1.0"])
    let number = try schema(#"{"type": "number"}"#)
    for real in [Double.infinity, .nan] {
      let violations = number.violations(in: ConfigValue(.real(real)), as: .propertyList)
      #expect(violations.map(\.message) == ["must be a number, not a non-finite number"])
    }
  }

  @Test func `dates and data are accepted where the schema declares them`() throws {
    let date = ConfigValue(.date(try #require(PropertyListDate(seconds: 0))))
    let text = ConfigValue(.string("2001-01-01T00:00:00Z"))
    for source in [
      #"{"x-type": "date"}"#, #"{"type": "string", "x-type": "date"}"#,
      ##"{"allOf": [{"x-type": "date"}, {"$ref": "#/$defs/t"}], "$defs": {"t": {"type": "string"}}}"##,
      #"{"x-type": "date", "enum": ["2001-01-01T00:00:00Z"]}"#,
    ] {
      let schema = try schema(source)
      #expect(schema.violations(in: date, as: .propertyList) == [])
      #expect(schema.violations(in: text, as: .propertyList) == [])
      #expect(schema.violations(in: ConfigValue(.data([])), as: .propertyList).count == 1)
    }
    let plain = try schema(#"{"type": "string"}"#)
    #expect(
      plain.violations(in: date, as: .propertyList).map(\.message) == [
        "must be a string, not a date"
      ])
    let data = try schema(#"{"x-type": "data"}"#)
    #expect(data.violations(in: ConfigValue(.data([1])), as: .propertyList) == [])
    #expect(data.violations(in: ConfigValue(.string("AQ==")), as: .json) == [])
    #expect(data.violations(in: ConfigValue(.string("AR==")), as: .json).count == 1)
  }

  @Test func `the error describes the alternative that matches best`() throws {
    let login = #"""
      {"oneOf": [
        {"properties": {"kind": {"const": "basic"}, "user": {"type": "string"}},
          "required": ["kind", "user"]},
        {"properties": {"kind": {"const": "token"}, "token": {"type": "string"}},
          "required": ["kind", "token"]}]}
      """#
    #expect(
      try told(login, #"{"kind": "token", "token": 1}"#)
        == ["token type: must be a string, not an integer"])
    #expect(
      try told(login, #"{"kind": "tokne", "token": 1}"#)
        == ["kind oneOf: must be 'basic' or 'token', not 'tokne' (token?)"])
    #expect(
      try told(#"{"anyOf": [{"type": "string", "minLength": 3}, {"type": "integer"}]}"#, #""a""#)
        == [" minLength: must have at least 3 characters, but has 1"])
    #expect(
      try told(#"{"anyOf": [{"type": "string"}, {"type": "integer"}]}"#, "[]")
        == [" anyOf: must be a string or an integer, not an array"])
    #expect(
      try told(#"{"anyOf": [{"const": 1}, {"const": 2}]}"#, "3") == [
        " anyOf: must be 1 or 2, not 3"
      ])
    #expect(
      try told(
        #"{"anyOf": [{"required": ["a"]}, {"properties": {"b": {"properties": {"c": false}}}}]}"#,
        #"{"b": {"c": 1}}"#) == ["b.c false: is not allowed here"])
  }

  @Test func `violations with the same cause are reported once`() throws {
    #expect(
      try told(
        ##"{"allOf": [{"type": "string"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"type": "string", "minLength": 2}}}"##,
        "1"
      ).count == 1)
    #expect(
      try told(
        #"{"allOf": [{"properties": {"a": {"type": "string"}}}], "unevaluatedProperties": false}"#,
        #"{"a": 1}"#) == ["a type: must be a string, not an integer"])
  }

  @Test func `no message contains the value of a secret`() throws {
    let secret = "hunter2"
    for rule in [
      #""enum": ["hunter3"]"#, #""const": "x""#, #""minLength": 20"#, #""pattern": "^x$""#,
      #""format": "uri""#, #""x-type": "date""#, #""type": "integer""#, #""minimum": 77777"#,
      #""oneOf": [{"const": "hunter3"}, {"const": "y"}]"#,
    ] {
      for source in [
        #"{"properties": {"a": {"x-secret": true, \#(rule)}}}"#,
        #"{"properties": {"a": {\#(rule), "allOf": [{"x-secret": true}]}}}"#,
        #"{"x-secret": true, "properties": {"a": {\#(rule)}}}"#,
        #"{"properties": {"a": {\#(rule), "anyOf": [{"x-secret": true, "type": "null"}, true]}}}"#,
      ] {
        let value = rule.contains("minimum") ? "66666" : "\"\(secret)\""
        let told = try told(source, #"{"a": \#(value)}"#)
        #expect(told.count == 1, "\(source)")
        #expect(!told.contains { $0.contains("hunter") || $0.contains("66666") }, "\(told)")
        #expect(!told.contains { $0.contains("7 char") }, "\(told)")
      }
    }
  }
}
