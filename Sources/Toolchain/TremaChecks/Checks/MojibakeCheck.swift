import TremaCatalog
import TremaDiagnostics

/// A check for UTF-8 that was decoded as Windows-1252.
struct MojibakeCheck: ProseCheck {
  static let rule = Rule(
    .warning, "mojibake", "Characters were decoded with the wrong encoding.", stage: .review,
    why: "`Ã¼` is the result of decoding the UTF-8 of `ü` as Windows-1252. Users see gibberish, "
      + "but only someone who reads the language will notice.",
    example: """
      <value lang="de">GrÃ¼ezi</value>
      """,
    fix: "Restore the intended characters, and check how the file was imported; `trema check "
      + "--fix` restores the characters.")

  static let relevantFlags: TextFlags = .unclassified

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    for (index, reading) in prose.readings.enumerated() {
      guard let (range, intended) = Self.mojibake(in: reading) else { continue }
      let found = String(decoding: reading[range], as: UTF8.self)
      findings.report(
        Self.rule,
        "'\(found)' in '\(prose.value.language)' is '\(intended)' decoded with the wrong encoding",
        of: prose, reading: index, range: range, in: text, hint: "replace it with '\(intended)'",
        replacement: intended)
      return
    }
  }

  /// Returns the range of the first wrongly decoded character, and the intended character.
  ///
  /// The characters are encoded as Windows-1252. If the bytes form a valid UTF-8 sequence, the
  /// character was misread.
  private static func mojibake(in reading: [UInt8]) -> (Range<Int>, String)? {
    for index in reading.indices where reading[index] == 0xC3 || reading[index] == 0xC2 {
      let lead = reading.scalar(at: index)
      guard let count = sequenceLength(startingWith: lead) else { continue }
      var bytes = [UInt8(lead.value)]
      var end = index + 2
      for _ in 1..<count {
        let scalar = reading.scalar(at: end)
        guard let byte = byte(for: scalar) else { break }
        bytes.append(byte)
        end += scalar.width
      }
      guard bytes.count == count else { continue }
      // A capital letter before closing punctuation is more likely the end of a word.
      let last = reading.scalar(before: end)
      let isWordEnd = "»”’…–—·.›".unicodeScalars.contains(last)
      if count == 2, isWordEnd, !reading.scalar(before: index).isLowercaseLetter { continue }
      let scalar = bytes.scalar(at: 0)
      // In French, a word may end with à, followed by a no-break space and ». Only characters of
      // Indic scripts, Thai and related scripts are misread in this way.
      if lead == "à", bytes[1] < 0xA4 { continue }
      guard scalar != "\u{FFFD}", bytes.count == scalar.width else { continue }
      // Misread Cyrillic and Greek letters occur in runs. A single one is a coincidence.
      if count == 2, lead.value >= 0xC4,
        sequenceLength(startingWith: reading.scalar(at: end)) != 2
          || byte(for: reading.scalar(at: end + 2)) == nil
      {
        continue
      }
      return (index..<end, String(Character(scalar)))
    }
    return nil
  }

  /// Returns the length of the UTF-8 sequence that starts with a letter's Windows-1252 byte, or
  /// `nil` if the byte does not start a sequence.
  private static func sequenceLength(startingWith scalar: Unicode.Scalar) -> Int? {
    switch scalar {
    case "Â", "Ã", "Ð", "Ñ", "Î", "Ï": 2
    case "â", "ã", "ï", "à": 3
    case "ð": 4
    default: nil
    }
  }

  /// Returns the Windows-1252 byte of a character if it can continue a UTF-8 sequence, otherwise
  /// `nil`.
  private static func byte(for scalar: Unicode.Scalar) -> UInt8? {
    if (0x80...0xBF).contains(scalar.value) { return UInt8(scalar.value) }
    return upper.firstIndex(of: scalar).map { UInt8($0 + 0x80) }
  }

  /// The characters of Windows-1252 from 0x80; undefined bytes are mapped to the control characters
  /// with the same number.
  private static let upper = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
