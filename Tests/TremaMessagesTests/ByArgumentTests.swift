import Testing
import TremaTestSupport

@testable import TremaMessages

@Suite struct ByArgumentTests {
  @Test func `indices are stored under any argument number as in a dictionary`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<200 {
      let count = Int.random(in: 0...40, using: &random)
      var (found, plain) = (ArgumentMap(count: count), [Int: Int]())
      for _ in 0..<count {
        let number =
          Int.random(in: 0..<5, using: &random) == 0
          ? [Int.max, .min, -1, 0, 1_000_000].randomElement(using: &random) ?? 0
          : Int.random(in: -3...60, using: &random)
        let index: Int? =
          Bool.random(using: &random) ? nil : Int.random(in: 0...10_000, using: &random)
        found[number] = index
        plain[number] = index
      }
      #expect(found.numbers == plain.keys.sorted())
      for number in -4...61 { #expect(found[number] == plain[number]) }
      #expect(found[Int.max] == plain[Int.max] && found[Int.min] == plain[Int.min])
    }
  }

  @Test func `a huge argument number is looked up without iterating up to it`() {
    let far = ArgumentUse(.max, .plain)
    #expect(ArgumentDifference([far], from: ExpectedArguments([far])) == nil)
    #expect(ArgumentDifference([far], from: ExpectedArguments([])) == .extra(actual: 0))
    #expect(ArgumentDifference([], from: ExpectedArguments([far])) == .missing(expected: 0))
    let both = ExpectedArguments([ArgumentUse(1, .plain), far])
    #expect(ArgumentDifference([far], from: both) == .missing(expected: 0))
    #expect(
      ArgumentDifference([ArgumentUse(1, .plain), ArgumentUse(2, .plain), far], from: both)
        == .extra(actual: 1))
  }

  @Test func `an argument used only as a selector in the original can be missing`() {
    let expected = ExpectedArguments([ArgumentUse(1, .select), ArgumentUse(2, .plain)])
    #expect(ArgumentDifference([ArgumentUse(2, .plain)], from: expected) == nil)
    let shown = ExpectedArguments([ArgumentUse(1, .select), ArgumentUse(1, .plain)])
    #expect(ArgumentDifference([], from: shown) == .missing(expected: 0))
  }
}
