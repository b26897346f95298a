import ConfigKit
import Testing
import TremaConfigValues
import TremaJSON

import struct TremaSupport.Diagnostic
import struct TremaSupport.SourceLocation
import struct TremaSupport.SourcePosition

@Suite struct ConfigExplanationTests {
  /// The keys `api.host`, `api.key` (secret), and `list` with its own array rule.
  private static func contract(_ arrays: ConfigContract.ArrayRule = .replace) -> ConfigContract {
    var nodes = (0...4).map { _ in ConfigContract.Node() }
    nodes[0].properties = [("api", 1), ("list", 4)]
    nodes[1].properties = [("host", 2), ("key", 3)]
    nodes[1].required = ["host"]
    nodes[2].summary = "Where the service is.\nWithout a port."
    nodes[2].kinds = [.string]
    nodes[2].meaning = .url
    nodes[2].marks.isDistinct = true
    nodes[2].marks.requiredIn = ["production"]
    nodes[2].marks.deprecation = ConfigContract.Deprecation(since: "2", replacement: "api.url")
    nodes[2].location = SourceLocation(
      file: "schema.json", start: SourcePosition(line: 7, column: 9))
    nodes[3].kinds = [.string, .integer]
    nodes[3].marks.isSecret = true
    nodes[3].marks.isOverridable = true
    nodes[4].marks.arrayRule = arrays
    return ConfigContract(nodes)
  }

  private func matrix(
    _ layers: [(ConfigLayer.Role, String)], rule: ConfigMerge.Rule = .deep,
    contract: ConfigContract? = contract()
  ) throws -> ConfigMatrix {
    let layers = try layers.map { role, json in
      let name = "\(role == .base ? "base" : "over").json"
      let value = ConfigValue(try JSONValue.decode(Array(json.utf8), file: name))
      return ConfigLayer(
        role, name: name,
        rule == .deep ? ConfigDirectives.read(value, isOverlay: role != .base).value : value)
    }
    return ConfigMatrix(
      [ConfigEnvironment("e", isProduction: false, layers: layers)], rule: rule,
      contract: contract)
  }

  private func explain(_ key: String, _ matrix: ConfigMatrix) throws -> ConfigExplanation {
    ConfigExplanation(try matrix.key(key), in: matrix, environments: ["e"])
  }

  private func text(_ key: String, _ matrix: ConfigMatrix) throws -> String {
    String(
      decoding: ConfigExplanationText(usesColor: false).report(
        try explain(key, matrix)), as: UTF8.self)
  }

  /// The effects of the keys of base and overlay.
  private func effects(
    _ key: String, _ base: String, _ over: String, rule: ConfigMerge.Rule = .deep,
    arrays: ConfigContract.ArrayRule = .replace
  ) throws -> [ConfigExplanation.Effect] {
    let matrix = try matrix(
      [(.base, base), (.environment("e"), over)], rule: rule, contract: Self.contract(arrays))
    return try explain(key, matrix).environments[0].steps.map(\.effect)
  }

  @Test func `every merge effect is explained`() throws {
    let list = ConfigKeyPath(keys: ["list"])
    let api = ConfigKeyPath(keys: ["api"])
    #expect(try effects("list", #"{"list": 1}"#, #"{"list": 2}"#) == [.sets, .overrides])
    #expect(try effects("list", #"{"list": 1}"#, #"{"list": 1}"#) == [.sets, .repeats])
    #expect(try effects("list", #"{"list": 1.5}"#, #"{"list": 1}"#) == [.sets, .widens])
    #expect(try effects("list", #"{"list": 1}"#, "{}") == [.sets, .absent])
    #expect(try effects("list", "{}", #"{"list": 1}"#) == [.absent, .sets])
    #expect(try effects("list", #"{"list": 1}"#, #"{"list": null}"#) == [.sets, .removes(list)])
    #expect(
      try effects("list", #"{"list": 1}"#, #"{"$remove": ["list"]}"#) == [.sets, .removes(list)])
    #expect(
      try effects("api.x", #"{"api": {"x": 1}}"#, #"{"api": null}"#) == [.sets, .removes(api)])
    #expect(try effects("api", #"{"api": {"x": 1}}"#, #"{"api": {"y": 1}}"#) == [.sets, .merges])
    #expect(
      try effects("api", #"{"api": {"x": 1}}"#, #"{"api": {"$replace": true}}"#)
        == [.sets, .replaces(api)])
    #expect(
      try effects("api.x", #"{"api": {"x": 1}}"#, #"{"api": {"$replace": true, "x": 2}}"#)
        == [.sets, .replaces(api)])
    #expect(
      try effects("api.x", #"{"api": {"x": 1}}"#, #"{"api": {"$replace": true}}"#)
        == [.sets, .replaces(api)])
    for rule in [ConfigContract.ArrayRule.append, .union, .mergeBy("id")] {
      #expect(
        try effects("list", #"{"list": [1]}"#, #"{"list": [2]}"#, arrays: rule)
          == [.sets, .combines(rule)])
    }
  }

  @Test func `the GirdersSwift rule replaces whole top-level keys`() throws {
    let api = ConfigKeyPath(keys: ["api"])
    let base = #"{"api": {"x": 1}, "b": 1}"#
    #expect(
      try effects("api.x", base, #"{"api": {"x": 2}}"#, rule: .girders) == [
        .sets, .replacesTopLevelKey(api),
      ])
    #expect(
      try effects("api.x", base, #"{"api": {"y": 2}}"#, rule: .girders) == [
        .sets, .replacesTopLevelKey(api),
      ])
    #expect(try effects("api.x", base, #"{"b": 2}"#, rule: .girders) == [.sets, .absent])
  }

  @Test func `a value that cannot be overridden externally is shown with the error`() throws {
    let matrix = try matrix(
      [
        (.base, #"{"api": {"host": "a", "key": "s1"}}"#),
        (.local, #"{"api": {"host": "b", "key": "s2"}}"#),
      ])
    #expect(
      try text("api.host", matrix) == """
        api.host
          Where the service is.
          Without a port.
          a URL, required, required in production, must differ from the production value (schema.json:7:9)
          deprecated since 2, use 'api.url'

        e: "a"
          > base.json:1:10  "a"  sets it
            over.json:1:10  "b"  refused: [not-overridable] the local layer sets 'api.host', which is \
        not overridable

        """)
  }

  @Test func `a secret is never shown`() throws {
    let matrix = try matrix(
      [
        (.base, #"{"api": {"host": "a", "key": "s3cret"}}"#),
        (.environment("e"), #"{"api": {"key": "s3cret2"}}"#),
      ])
    #expect(
      try text("api.key", matrix) == """
        api.key
          a string or an integer, secret, overridable

        e: <redacted: 7 characters>
            base.json:1:23  <redacted: 6 characters>  overridden
          > over.json:1:10  <redacted: 7 characters>  overrides the layers below

        """)
    for key in ["api", "api.key"] {
      let json = ConfigExplanationJSON().report(try explain(key, matrix))
      #expect(!String(decoding: json, as: UTF8.self).contains("s3cret"))
      #expect(try !text(key, matrix).contains("s3cret"))
    }
  }

  @Test func `a key that only the schema declares is explained`() throws {
    let matrix = try matrix([(.base, "{}")])
    #expect(
      try text("list", matrix) == """
        list

        e: not set
            base.json    does not set it

        """)
    let error = #expect(throws: (any Error).self) { try matrix.key("api.hsot") }
    #expect((error as? Diagnostic)?.hint == "did you mean 'api.host'?")
  }

  @Test func `long values are truncated at character boundaries`() {
    let value = ConfigValue(.string(String(repeating: "é", count: 200)))
    #expect(
      ConfigValueText(ConfigRedaction(contract: nil)).text(
        of: value, at: ConfigKeyPath(keys: ["a"]))
        == "\"\(String(repeating: "é", count: 120))…\"")
    let list = ConfigValue(.array((1...9).map { ConfigValue(.real(Double($0) / 2)) }))
    #expect(
      ConfigValueText(ConfigRedaction(contract: nil)).text(of: list, at: ConfigKeyPath(keys: ["a"]))
        == "[0.5, 1.0, 1.5, 2.0, 2.5, 3.0, … 3 more]")
  }
}
