import Testing
import TremaConfigValues
import TremaSupport

/// Layers with `null` follow RFC 7386, except where it would change the kind of a value or remove a
/// missing key.
@Suite struct MergePatchTests {
  /// Target, patch and result of the test cases in the appendix of RFC 7386 whose documents are all
  /// objects; with the findings of the merge that the RFC does not have.
  static let cases: [(String, String, String, [String])] = [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#, []),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#, []),
    (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#, []),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#, []),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":["b"]}"#, ["kind-conflict"]),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":"c"}"#, ["kind-conflict"]),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#, ["removed-nothing"]),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#, []),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#, ["removed-nothing"]),
  ]

  @Test(arguments: cases.indices)
  func `merging follows the examples in the appendix of RFC 7386`(_ index: Int) throws {
    let (target, patch, expected, codes) = Self.cases[index]
    var merge = ConfigMerge()
    let value = merge([
      ConfigLayer(.base, name: "base", try LayerText.value(target, isOverlay: false)),
      ConfigLayer(.environment("e"), name: "e", try LayerText.value(patch)),
    ])
    #expect(try value == LayerText.value(expected, isOverlay: false))
    #expect(merge.problems.map(\.code) == codes)
  }
}
