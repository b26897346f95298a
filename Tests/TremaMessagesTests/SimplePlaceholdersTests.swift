import Testing
import TremaTestSupport

@testable import TremaMessages

/// The search for percent signs eight bytes at a time, compared with a bytewise search.
@Suite struct SimplePlaceholdersTests {
  private static let pieces: [String] = [
    "a", "word", "$", "&", "\u{A5}", "é", "%%", "%@", "%d", "%1$@", "%2$d", "%3$@", "%", "% ",
  ]

  private func found(in text: String) -> SimplePlaceholders? {
    var text = text
    return text.withUTF8 { SimplePlaceholders(in: $0) }
  }

  private func spelled(_ text: String) -> String {
    var (text, output): (String, [UInt8]) = (text, [])
    text.withUTF8 { SimplePlaceholders.append($0, text: "s", number: "ld", to: &output) }
    return String(decoding: output, as: UTF8.self)
  }

  private func read(_ text: String) -> String {
    var (text, output): (String, [UInt8]) = (text, [])
    text.withUTF8 { SimplePlaceholders.append($0, as: Array("…".utf8), to: &output) }
    return String(decoding: output, as: UTF8.self)
  }

  /// Returns the expected result of each piece, and whether the pieces are a text with simple
  /// placeholders.
  private func expected(
    _ pieces: [String]
  ) -> (isSimple: Bool, letters: String, spelled: String, read: String) {
    var result = (isSimple: true, letters: "", spelled: "", read: "")
    var hasDoubled = false
    var isUnnumbered = false
    for (index, piece) in pieces.enumerated() {
      let letter = piece.last ?? "a"
      guard piece.first == "%" else {
        result.spelled += piece
        result.read += piece
        continue
      }
      switch piece.utf8.count {
      case 2 where letter == "%":
        hasDoubled = true
        result.spelled += "%%"
        result.read += "%"
      case 1 where index == pieces.count - 1:
        if hasDoubled || !result.letters.isEmpty { result.isSimple = false }
        result.spelled += "%"
        result.read += "%"
      case 1,
        2 where letter == " ":
        result.isSimple = false
      default:
        let isNumbered = piece.utf8.count == 4
        let number = "\(result.letters.utf8.count + 1)"
        let isNext = isNumbered ? piece.dropFirst().hasPrefix(number) : result.letters.isEmpty
        if isUnnumbered || !isNext { result.isSimple = false }
        if !isNumbered { isUnnumbered = true }
        result.letters.append(letter)
        result.spelled += piece.dropLast() + (letter == "@" ? "s" : "ld")
        result.read += "…"
      }
    }
    if hasDoubled, result.letters.isEmpty { result.isSimple = false }
    return result
  }

  @Test func `placeholders are found and formatted at any offset`() {
    var random = SeededGenerator(seed: 21)
    var simple = 0
    for _ in 0..<30_000 {
      var pieces = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }
      if Bool.random(using: &random) { pieces.removeAll { $0 == "%" || $0 == "% " } }
      // A lone sign changes the meaning of the following text.
      if pieces.dropLast().contains("%") { continue }
      let (text, expected) = (pieces.joined(), expected(pieces))
      let found = found(in: text)
      #expect((found != nil) == expected.isSimple, "\(text)")
      guard let found, expected.isSimple else { continue }
      simple += expected.letters.isEmpty ? 0 : 1
      #expect(String(decoding: found.arguments, as: UTF8.self) == expected.letters)
      #expect(found.isEmpty == (found == SimplePlaceholders()))
      #expect(spelled(text) == expected.spelled, "\(text)")
      #expect(read(text) == expected.read, "\(text)")
    }
    #expect(simple > 1000)
  }

  @Test func `a percent sign is found at each byte of a word`() {
    for count in 0...20 {
      for filling in ["a", "$", "&", "\u{7F}"] {
        let before = String(repeating: filling, count: count)
        #expect(spelled("\(before)%@\(before)") == "\(before)%s\(before)")
        #expect(found(in: "\(before)%d")?.arguments == [UInt8(ascii: "d")])
        #expect(found(in: "\(before)")?.isEmpty == true)
      }
    }
  }

  @Test func `placeholders are distinguished by letter, number and doubled percent signs`() {
    let texts = ["x", "%@", "%d", "%1$@", "%@ %%", "%1$@ %2$d", "%1$d %2$@"]
    for (index, text) in texts.enumerated() {
      for (other, second) in texts.enumerated() {
        #expect((found(in: text) == found(in: second)) == (index == other))
      }
    }
  }
}
