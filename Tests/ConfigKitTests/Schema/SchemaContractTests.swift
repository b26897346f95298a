import ConfigKit
import Testing
import TremaConfigValues
import TremaJSON
import TremaSupport

@Suite struct SchemaContractTests {
  private func contract(_ text: String) throws -> ConfigContract {
    let (schema, problems) = ConfigSchema.compile(
      try JSONValue.decode(Array(text.utf8), file: "s.json"))
    #expect(problems == [])
    return try #require(schema).contract
  }

  @Test func `the contract of a key is found through references and subschemas`() throws {
    let contract = try contract(
      ##"""
      {"allOf": [{"$ref": "#/$defs/base"}], "required": ["api"],
       "properties": {"api": {"description": "Where it runs", "x-perEnvironment": true}},
       "$defs": {"base": {"required": ["name", "api"], "additionalProperties": false,
         "properties": {"name": {"type": "string", "default": "x"},
           "api": {"type": "object", "properties": {"hosts": {"type": "array", "x-merge": "union",
             "items": {"x-type": "url", "x-distinct": true}}}}}}}}
      """##)
    #expect(contract.node.required == ["api", "name"])
    #expect(!contract.node.allowsAdditionalKeys)
    let api = try #require(contract["api"]?.node)
    #expect(api.summary == "Where it runs")
    #expect(api.kinds == [.dictionary])
    #expect(api.marks.isPerEnvironment)
    let hosts = try #require(contract["api"]?["hosts"])
    #expect(hosts.node.marks.arrayRule == .union)
    #expect(hosts.items?.node.meaning == .url)
    #expect(hosts.items?.node.marks.isDistinct == true)
    #expect(contract["name"]?.node.defaultValue == ConfigValue(.string("x")))
    #expect(contract["other"] == nil)
    #expect(contract["name"]?.node.location?.start == SourcePosition(line: 4, column: 27))
  }

  @Test func `a key that a branch requires is not required of every configuration`() throws {
    let contract = try contract(
      ##"""
      {"if": {"required": ["mode"]},
       "then": {"properties": {"pay": {"required": ["merchant"], "properties": {
         "tax": {"x-requiredIn": ["production"]}}}}},
       "anyOf": [true, {"properties": {"any": {"required": ["a"]}}}],
       "oneOf": [{"properties": {"one": {"required": ["a"]}}}],
       "dependentSchemas": {"c": {"properties": {"dependent": {"required": ["a"]}}}},
       "patternProperties": {"^x": {"required": ["a"]}},
       "allOf": [{"properties": {"all": {"$ref": "#/$defs/d"}}}],
       "$defs": {"d": {"required": ["a"]}},
       "properties": {"pay": {"required": ["currency"]}}}
      """##)
    #expect(contract["pay"]?.node.required == ["currency"])
    #expect(contract["pay"]?["tax"]?.node.marks.requiredIn == [])
    #expect(contract["any"]?.node.required == [])
    #expect(contract["one"]?.node.required == [])
    #expect(contract["dependent"]?.node.required == [])
    #expect(contract["other"]?.node.required == [])
    #expect(contract["all"]?.node.required == ["a"])
  }

  @Test func `kinds, choices and annotations match the keywords`() throws {
    let contract = try contract(
      #"""
      {"properties": {
        "level": {"enum": ["a", "b"]},
        "ratio": {"type": "number"},
        "day": {"type": "string", "x-type": "date"},
        "either": {"oneOf": [{"type": "integer"}, {"type": "string"}]},
        "old": {"x-deprecated": {"since": "2", "replacement": "new", "removeBy": "3"}},
        "gone": {"deprecated": true},
        "key": {"x-secret": true, "x-overridable": true, "x-requiredIn": ["production"],
          "x-owner": "team"},
        "list": {"x-merge": {"mergeBy": "id"}},
        "some": {"anyOf": [{"x-secret": true}, {"type": "null"}]}},
       "additionalProperties": {"type": "boolean"}}
      """#)
    #expect(contract["level"]?.node.kinds == [.string])
    #expect(
      contract["level"]?.node.choices == [ConfigValue(.string("a")), ConfigValue(.string("b"))])
    #expect(contract["ratio"]?.node.kinds == [.integer, .real])
    #expect(contract["day"]?.node.kinds == [.string, .date])
    #expect(contract["either"]?.node.kinds == [.string, .integer])
    let old = ConfigContract.Deprecation(since: "2", replacement: "new", removeBy: "3")
    #expect(contract["old"]?.node.marks.deprecation == old)
    #expect(contract["gone"]?.node.marks.deprecation == ConfigContract.Deprecation())
    let key = try #require(contract["key"]?.node)
    #expect(key.marks.isSecret && key.marks.isOverridable)
    #expect(key.marks.requiredIn == ["production"])
    #expect(key.extensions.map(\.name) == ["x-owner"])
    #expect(contract["list"]?.node.marks.arrayRule == .mergeBy("id"))
    #expect(contract["some"]?.node.marks.isSecret == true)
    #expect(contract["anything"]?.node.kinds == [.boolean])
    #expect(contract.node.allowsAdditionalKeys)
  }

  @Test func `a schema that refers to itself is a recursive contract`() throws {
    let contract = try contract(
      ##"{"properties": {"child": {"$ref": "#"}, "name": {"type": "string"}}}"##)
    let path = try #require(ConfigKeyPath("child.child.child.child.name"))
    #expect(contract[path]?.node.kinds == [.string])
  }
}
