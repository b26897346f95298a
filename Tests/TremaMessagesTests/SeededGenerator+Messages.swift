import TremaMessages
import TremaTestSupport

extension SeededGenerator {
  /// A source of pieces of conversions, in any order.
  mutating func source() -> String {
    let pieces = [
      "%", "%", "%", "1$", "2$", "0", "-", "+", "'", "#", "(", "*", ".", "5", "12", "99999", "l",
      "ll", "h", "hh", "q", "z", "t", "j", "L", "d", "i", "u", "x", "X", "o", "f", "e", "g", "a",
      "c", "s", "S", "@", "p", "n", "b", "h", "tY", "%%", " ", "text", "é", "{", "}", "\\", "日本",
    ]
    return (0..<Int.random(in: 0...12, using: &self)).map { _ in pick(pieces) }.joined()
  }

  mutating func argument() -> any TextArgument {
    let arguments: [any TextArgument] = [
      0, -1, Int.min, Int.max, UInt64.max, Int8(-128), UInt8(200), 0.5, -0.0, Double.nan,
      Double.infinity, 1e308, Float(0.1), "", "Zoë", "👨‍👩‍👧‍👦", Substring("part"), Character("é"),
      Unicode.Scalar(65) as Unicode.Scalar, true, false,
    ]
    return pick(arguments)
  }
}
