import Testing
import TremaTestSupport

@testable import TremaChecks

@Suite struct LengthRatioTests {
  /// Letters of one to four bytes, the last and the first before U+2000, and continuation bytes of
  /// all kinds.
  private static let letters: [Unicode.Scalar] = [
    "a", "~", "\u{80}", "é", "Ж", "\u{7FF}", "\u{800}", "ไ", "\u{1FFF}", "\u{2000}", "漢", "가",
    "\u{FFFD}",
    "😀", "\u{10FFFF}",
  ]

  @Test func `length bounds count scalars for texts of any length`() {
    var random = SeededGenerator(seed: 7)
    for count in Array(0...70) + [247, 248, 249, 255, 256, 500, 1_000] {
      let text = (0..<count).map { _ in Self.letters.randomElement(using: &random) ?? "a" }
      let bytes = text.flatMap { Array(String($0).utf8) }
      let bounds = bytes.withUnsafeBufferPointer { LengthRatioCheck.lengths(of: $0) }
      #expect(bounds.lowerBound == count)
      #expect(bounds.upperBound == count + 2 * text.count { $0.value >= 0x2000 })
    }
  }

  @Test func `uniform multi-byte texts are counted completely`() {
    for letter in ["é", "漢", "😀"] {
      let bytes = Array(String(repeating: letter, count: 2_000).utf8)
      let bounds = bytes.withUnsafeBufferPointer { LengthRatioCheck.lengths(of: $0) }
      #expect(bounds == 2_000...(letter == "é" ? 2_000 : 6_000))
    }
  }
}
