import Testing
import TremaConfigValues
import TremaJSON
import TremaSupport

@Suite struct ConfigMergeTests {
  private func value(_ json: String, isOverlay: Bool = true) throws -> ConfigValue {
    ConfigDirectives.read(
      ConfigValue(try JSONValue.decode(Array(json.utf8), file: "c.json")), isOverlay: isOverlay
    ).value
  }

  private func merged(_ layers: String...) throws -> (ConfigValue, [String]) {
    var merge = ConfigMerge()
    let layers = try layers.enumerated().map { index, json in
      ConfigLayer(
        index == 0 ? .base : .environment("e"), name: "\(index)",
        try value(json, isOverlay: index > 0))
    }
    return (merge(layers), merge.problems.map(\.code))
  }

  @Test func `dictionaries are merged at every depth, and arrays are replaced`() throws {
    let (result, problems) = try merged(
      #"{"api": {"host": "a", "port": 1}, "list": [1, 2]}"#,
      #"{"api": {"port": 2, "path": "x"}, "list": [3]}"#)
    #expect(
      try result == value(#"{"api": {"host": "a", "path": "x", "port": 2}, "list": [3]}"#))
    #expect(problems == [])
  }

  @Test func `removed keys are absent, and replaced dictionaries keep none of their keys`() throws {
    let (result, problems) = try merged(
      #"{"a": 1, "b": {"x": 1}, "c": {"x": 1}, "d": 1}"#,
      #"{"$remove": ["a"], "b": {"$replace": true, "y": 2}, "c": {"$$z": 3}, "d": null}"#)
    #expect(try result == value(#"{"b": {"y": 2}, "c": {"$$z": 3, "x": 1}}"#))
    #expect(problems == [])
  }

  @Test func `removing a key that no layer sets is an error, even in a new dictionary`() throws {
    #expect(try merged("{}", #"{"a": {"$remove": ["b"]}}"#).1 == ["removed-nothing"])
    #expect(
      try merged(#"{"a": 1}"#, #"{"a": null}"#, #"{"a": null}"#).1 == ["removed-nothing"])
  }

  @Test func `only an integer that overrides a real number is converted`() throws {
    #expect(try merged(#"{"a": 1.5}"#, #"{"a": 2}"#).0 == value(#"{"a": 2.0}"#))
    #expect(try merged(#"{"a": 1}"#, #"{"a": 2.5}"#).1 == ["kind-conflict"])
    #expect(try merged(#"{"a": 1}"#, #"{"a": true}"#).1 == ["kind-conflict"])
    #expect(try merged(#"{"a": {}}"#, #"{"a": "x"}"#).1 == ["kind-conflict"])
  }
}
