import Testing
import TremaConfigValues
import TremaDiagnostics
import TremaJSON
import TremaSupport
import TremaTestSupport

@testable import ConfigKit

@Suite struct MergeChainTests {
  private func layer(_ role: ConfigLayer.Role, _ name: String, _ json: String) throws -> ConfigLayer
  {
    let value = ConfigValue(try JSONValue.decode(Array(json.utf8), file: name))
    return ConfigLayer(
      role, name: name, ConfigDirectives.read(value, isOverlay: role != .base).value)
  }

  @Test func `merging a chain of environments equals merging each one separately`() throws {
    let layers = [
      try layer(.base, "base.json", #"{"a": 1, "b": {"c": 1, "d": 1}, "e": 1.5}"#),
      try layer(.environment("one"), "one.json", #"{"b": {"c": null, "x": 1}, "e": 2}"#),
      try layer(.environment("two"), "two.json", #"{"a": "text", "b": {"c": 3}, "gone": null}"#),
      try layer(.local, "local.json", #"{"a": 7}"#),
    ]
    let other = try layer(.environment("two"), "two.json", #"{"a": 5}"#)
    let stacks = [
      Array(layers[..<2]), Array(layers[..<3]), layers, layers, [], [layers[0], layers[2]],
      [layers[0], other], [layers[0]],
    ]
    for rule in ConfigMerge.Rule.allCases {
      var chain = ConfigMergeChain(ConfigMerge(rule))
      for stack in stacks {
        var merge = ConfigMerge(rule)
        let value = merge(stack)
        let found = chain(stack)
        #expect(found.value == value)
        #expect(found.problems == merge.problems)
      }
    }
  }

  @Test func `shared layers are merged once`() throws {
    let growth = try ThreadTime.growth(15) { count in
      let keys = (0..<200).map { #""key\#($0)": \#($0)"# }.joined(separator: ",")
      var layers = [try layer(.base, "base.json", "{\(keys)}")]
      let environments = try (0..<count).map { number in
        layers.append(
          try layer(.environment("e\(number)"), "e\(number).json", #"{"key\#(number)": 1000}"#))
        return ConfigEnvironment("e\(number)", isProduction: number == 0, layers: layers)
      }
      return {
        let matrix = ConfigMatrix(environments)
        var findings = ConfigFindings()
        DeadOverrideCheck.check(matrix, into: &findings)
        #expect(findings.diagnostics.isEmpty)
      }
    }
    // Merging each chain from the base would take 16 times as long.
    #expect(growth < 9)
  }

  @Test func `merging many removed keys takes less than quadratic time`() throws {
    let growth = try ThreadTime.growth(500) { count in
      let keys = (0..<count).map { #""key\#($0)": 1"# }.joined(separator: ",")
      let nulls = (0..<count).map { #""key\#($0)": null"# }.joined(separator: ",")
      let layers = [
        try layer(.base, "base.json", "{\(keys)}"),
        try layer(.environment("e"), "e.json", "{\(nulls)}"),
      ]
      return {
        var merge = ConfigMerge()
        #expect(merge(layers).dictionary?.entries.isEmpty == true)
      }
    }
    #expect(growth < 9)
  }
}
