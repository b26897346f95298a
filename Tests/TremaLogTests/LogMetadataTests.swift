import Testing
import TremaLog
import TremaTestSupport

@Suite struct LogMetadataTests {
  @Test func `a repeated key keeps its first position and its last value`() {
    let literal: LogMetadata = ["a": 1, "b": 2, "a": 3, "c": 4, "b": 5]
    #expect(literal.fields.map { "\($0.key)=\($0.value)" } == ["a=3", "b=5", "c=4"])
    #expect(literal["a"] == 3 && literal["d"] == nil)
    // Swift compares strings by canonical equivalence, not by bytes.
    let accents: LogMetadata = ["\u{E9}": 1, "e\u{301}": 2]
    #expect(accents.fields.map(\.value) == [2])
  }

  @Test func `a literal equals metadata that was built incrementally`() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<500 {
      let pairs = (0..<6).map { _ in
        (random.pick(["a", "b", "c", "user", "ms"]), LogValue.integer(Int64(random.number(0...2))))
      }
      var steps = LogMetadata()
      for (key, value) in pairs { steps[key] = value }
      let literal: LogMetadata = [
        pairs[0].0: pairs[0].1, pairs[1].0: pairs[1].1, pairs[2].0: pairs[2].1,
        pairs[3].0: pairs[3].1, pairs[4].0: pairs[4].1, pairs[5].0: pairs[5].1,
      ]
      #expect(Array(literal.fields) == Array(steps.fields))
      #expect(literal == steps && literal.hashValue == steps.hashValue)
      #expect(LogMetadata().merging(literal) == steps && steps.merging(literal) == steps)
    }
  }

  @Test func `equal metadata have the same values in the same order`() {
    let some: LogMetadata = ["a": 1, "b": 2]
    for other in [["b": 2, "a": 1], ["a": 1], ["a": 1, "b": 3], ["a": 1, "c": 2]] as [LogMetadata] {
      #expect(some != other && other != some)
    }
    #expect(Set([some, ["a": 1, "b": 2]]).count == 1)
  }

  @Test func `a removed value is absent, and copies keep it`() {
    let some: LogMetadata = ["a": 1, "b": 2]
    var changed = some
    changed["a"] = nil
    changed["x"] = nil
    changed["c"] = 3
    #expect(changed == ["b": 2, "c": 3])
    #expect(some.fields.count == 2 && some.fields[0].value == 1)
  }
}
