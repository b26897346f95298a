import Testing
import TremaConfigValues
import TremaSupport

@Suite struct MergeArrayTests {
  private func merged(
    _ rule: ConfigContract.ArrayRule, _ layers: String...
  ) throws -> (ConfigValue, [Diagnostic]) {
    let contract = LayerText.contract([
      ("list", LayerText.node([.array]) { $0.marks.arrayRule = rule })
    ])
    var merge = ConfigMerge(contract: contract)
    let read = try layers.enumerated().map { index, json in
      let value = ConfigDirectives.read(
        try LayerText.raw(json, file: "\(index).json"), isOverlay: index > 0, contract: contract)
      #expect(value.problems.isEmpty)
      return ConfigLayer(index == 0 ? .base : .environment("e"), name: "\(index)", value.value)
    }
    return (merge(read), merge.problems)
  }

  @Test func `arrays are appended, united or replaced according to the schema`() throws {
    let layers = (#"{"list": [1, 2, 1]}"#, #"{"list": [2, 3]}"#)
    for (rule, expected) in [
      (ConfigContract.ArrayRule.replace, "[2, 3]"), (.append, "[1, 2, 1, 2, 3]"),
      (.union, "[1, 2, 3]"),
    ] {
      let (value, problems) = try merged(rule, layers.0, layers.1)
      #expect(try value == LayerText.value(#"{"list": \#(expected)}"#))
      #expect(problems.isEmpty)
    }
  }

  @Test func `elements with the same name are merged at the position in the lower layer`() throws {
    let (value, problems) = try merged(
      .mergeBy("id"), #"{"list": [{"id": "a", "x": 1, "y": 1}, {"id": "b", "x": 1}]}"#,
      #"{"list": [{"id": "c"}, {"id": "a", "x": 2, "$remove": ["y"]}]}"#)
    #expect(
      try value
        == LayerText.value(#"{"list": [{"id": "a", "x": 2}, {"id": "b", "x": 1}, {"id": "c"}]}"#))
    #expect(problems.isEmpty)
  }

  @Test func `an element with a missing or duplicate name is an error at its location`() throws {
    let (_, problems) = try merged(
      .mergeBy("id"), #"{"list": [{"id": 1}]}"#,
      #"{"list": [{"x": 1}, 5, {"id": 2}, {"id": 2, "z": 1}]}"#)
    #expect(
      LayerText.report(problems) == """
        1.json:1:11: [invalid-merge-key] 'list[0]' has no 'id', which the schema uses to merge the array
          hint: give every element a unique 'id'
        1.json:1:21: [invalid-merge-key] 'list[1]' has no 'id', which the schema uses to merge the array
          hint: give every element a unique 'id'
        1.json:1:42: [invalid-merge-key] 'list[3]' has the 'id' of another element, but the schema uses it to merge the array
          hint: give every element a unique 'id'
        """)
    #expect(problems.first?.key == "list[0]")
    #expect(problems[2].related.first?.location.start?.column == 31)
  }

  @Test func `directives in an element with no counterpart below are errors`() throws {
    let value = try LayerText.raw(#"{"list": [{"$remove": ["a"]}, null, {"$replace": true}]}"#)
    #expect(
      LayerText.report(ConfigDirectives.read(value, isOverlay: true).problems) == """
        c.json:1:24: [directive-in-array] an array element has no value in a lower layer that can be removed
          hint: specify the whole array, or mark it with "x-merge": {"mergeBy": …} in the schema
        c.json:1:31: [null-in-array] an array cannot contain null
          hint: remove the element
        c.json:1:38: [directive-in-array] an array element has no value in a lower layer that can be replaced
          hint: specify the whole array, or mark it with "x-merge": {"mergeBy": …} in the schema
        """)
  }

  @Test func `a dictionary marked as replacing can override a value of another kind`() throws {
    var merge = ConfigMerge()
    let value = merge([
      ConfigLayer(.base, name: "base", try LayerText.value(#"{"a": 1}"#, isOverlay: false)),
      ConfigLayer(.environment("e"), name: "e", try LayerText.value(#"{"a": {"$replace": true}}"#)),
    ])
    #expect(try value == LayerText.value(#"{"a": {}}"#))
    #expect(merge.problems.isEmpty)
  }

  @Test func `a removal without effect is reported even if another removal follows`() throws {
    let (_, problems) = try merged(
      .replace, "{}", #"{"a": {"$remove": ["b"]}}"#, #"{"a": {"c": 1}}"#)
    #expect(
      LayerText.report(problems) == """
        1.json:1:20: [removed-nothing] 'a.b' is removed, but no lower layer defines it
          hint: fix the name, or remove the directive
        """)
  }
}
