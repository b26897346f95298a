import Testing
import TremaSecrets
import TremaSupport
import TremaTestSupport

/// The fast check for texts without secrets, compared with a plain one.
@Suite struct SuspectTextTests {
  private static let credential = ASCIISet(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._~+/=")

  private func isSuspect(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { SuspectText.isSuspect($0) }
  }

  /// The plain check: fourteen token characters in a row, `=`, `:`, `--`, `yJ` after a character,
  /// or a space after a possible `Bearer` or `Basic`.
  private func isSuspectInWords(_ text: [UInt8]) -> Bool {
    text.indices.contains { index in
      let before = text[..<index]
      let run = text[...index].suffix(14)
      if run.count == 14, run.allSatisfy(Self.credential.contains) { return true }
      return switch Character(Unicode.Scalar(text[index])) {
      case "=", ":": true
      case "-": before.last == UInt8(ascii: "-")
      case "J": before.count > 1 && before.last == UInt8(ascii: "y")
      case " ": before.count > 4 && "rRcC".utf8.contains(before[index - 1])
      default: false
      }
    }
  }

  @Test func `each byte is classified alike by the fast and the plain check`() {
    for byte in UInt8.min...UInt8.max {
      for last in UInt8.min...UInt8.max {
        for text in [[last, byte], Array("abcd".utf8) + [last, byte]] {
          #expect(isSuspect(text) == isSuspectInWords(text), "\(text)")
        }
      }
      let token = [UInt8](repeating: UInt8(ascii: "x"), count: 13)
      for text in [token + [byte], [byte] + token, token[..<7] + [byte] + token[..<6]] {
        #expect(isSuspect(text) == isSuspectInWords(text), "\(text)")
      }
    }
  }

  @Test func `texts of all kinds are classified alike by the fast and the plain check`() {
    var random = SeededGenerator(seed: 21)
    let pieces = [
      "a", "request ", "x-", "-", "J", "y", "r ", "=", ":", "_~", "+/", "é", " ", "0123",
    ]
    var suspect = 0
    for _ in 0..<10_000 {
      let text = (0..<random.number(0...9)).map { _ in random.pick(pieces) }.joined()
      let isSuspect = isSuspect(Array(text.utf8))
      #expect(isSuspect == isSuspectInWords(Array(text.utf8)), "\(text)")
      if isSuspect { suspect += 1 }
    }
    #expect((2000...8000).contains(suspect))
  }
}
