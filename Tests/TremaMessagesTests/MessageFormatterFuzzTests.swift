import Foundation
import Testing
import TremaMessages
import TremaTestSupport

/// Returns the C library's output for a format that is known to be right for `value`.
private func printed(_ format: String, _ value: any CVarArg) -> String {
  var buffer = [CChar](repeating: 0, count: 4096)
  let length = withVaList([value]) { vsnprintf(&buffer, buffer.count, format, $0) }
  return String(decoding: buffer.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

@Suite struct MessageFormatterFuzzTests {
  @Test func `random messages and arguments never crash or produce huge output`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let source = random.source()
      let message = Message.parse(source, backslash: .literal).message
      let arguments = (0..<Int.random(in: 0...4, using: &random)).map { _ in random.argument() }
      let (text, problems) = message.formatted(with: arguments)
      #expect(text.utf8.count <= 12 * (Message.maxWidthOrPrecision + 320) + source.utf8.count)
      let asked = message.numberedPlaceholders.filter { $0.placeholder.type != .none }
      if asked.isEmpty, !message.takesArguments {
        #expect(problems.count == min(1, arguments.count))
      }
      for case .missingArgument(let number, _) in problems { #expect(number > arguments.count) }
    }
  }

  @Test func `numbers are formatted as in the C library`() {
    var random = SeededGenerator(seed: 2)
    let integers: [Int] = [0, 1, -1, 7, 42, -42, 255, 65_535, 1_000_000, .min, .max]
    let floats: [Double] = [
      0, -0.0, 0.5, 1.005, -2.5, 1e-7, 123_456.789, 1e22, 1e308, .leastNonzeroMagnitude, .pi,
      .infinity,
      -.infinity, .nan,
    ]
    for _ in 0..<20_000 {
      var flags = ""
      for flag in ["-", "0", "+", "#", "'"] where Bool.random(using: &random) { flags += flag }
      let width = random.pick(["", "", "1", "8", "30"])
      let precision = random.pick(["", "", ".", ".0", ".1", ".3", ".20"])
      if Bool.random(using: &random) {
        let letter = random.pick(["d", "i", "u", "x", "X", "o"])
        if letter != "d" && letter != "i" { flags = flags.replacing("+", with: "") }
        // The C library has no grouping for other bases and does not warn.
        if letter != "d" && letter != "u" { flags = flags.replacing("'", with: "") }
        if letter == "u" || letter == "d" || letter == "i" {
          flags = flags.replacing("#", with: "")
        }
        var value = random.pick(integers)
        if letter == "u" { value = max(value, 0) }
        let source = "%\(flags)\(width)\(precision)l\(letter)"
        let (text, problems) = Message.parse(source).message.formatted(with: [value])
        #expect(text == printed(source, value), "\(source) of \(value)")
        #expect(problems.isEmpty)
      } else {
        let letter = random.pick(["f", "F", "e", "E", "g", "G", "a", "A"])
        let value = random.pick(floats)
        let source = "%\(flags)\(width)\(precision)\(letter)"
        let (text, problems) = Message.parse(source).message.formatted(with: [value])
        #expect(text == printed(source, value), "\(source) of \(value)")
        #expect(problems.isEmpty)
      }
    }
  }

  @Test func `strings are padded and truncated as in the C library`() {
    for text in ["", "a", "abcdefgh"] {
      for source in ["%s", "%5s", "%-5s", "%.2s", "%6.3s", "%-6.3s", "%.0s"] {
        let expected = text.withCString { printed(source, $0) }
        #expect(Message.parse(source).message.formatted(with: [text]).text == expected)
      }
    }
  }
}
