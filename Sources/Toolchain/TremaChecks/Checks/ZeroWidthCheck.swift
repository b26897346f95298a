import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for invisible characters where they have no effect.
struct ZeroWidthCheck: ProseCheck {
  static let rule = Rule(
    .warning, "zero-width",
    "A value contains an invisible character without "
      + "effect.", stage: .review,
    why: "It was copied from a web page or a document. It is invisible to users, but makes "
      + "searching, comparing and counting fail. Joiners are correct in Persian, in Hindi and in "
      + "emoji, and are not reported there.",
    example: """
      <value lang="en">Save\\u200B</value>
      """,
    fix: "Remove it; `trema check --fix` does.")

  static let relevantFlags: TextFlags = .unclassified

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    for (number, reading) in prose.readings.enumerated() {
      for index in reading.indices where Self.begins(reading[index]) {
        let scalar = reading.scalar(at: index)
        guard Self.isInvisible(scalar),
          !Self.isUseful(scalar, reading, index, prose.language?.language)
        else { continue }
        findings.report(
          Self.rule,
          "the '\(prose.value.language)' value contains the invisible character "
            + "\(scalar.name)",
          of: prose, reading: number, range: index..<index + scalar.width, in: text,
          hint: "remove it", replacement: "")
        return
      }
    }
  }

  /// Returns whether a byte may start the encoding of an invisible character.
  private static func begins(_ byte: UInt8) -> Bool {
    byte == 0xC2 || byte == 0xE1 || byte == 0xE2 || byte == 0xE3 || byte == 0xEF || byte == 0xF3
  }

  /// Returns whether a character is invisible.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x180E, 0x200B...0x200D, 0x2060...0x2064, 0x2800, 0x3164, 0xFEFF,
      0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Returns whether an invisible character has an effect at its position.
  ///
  /// - Parameters:
  ///   - index: The offset of the character.
  ///   - language: The primary language of the value.
  private static func isUseful(
    _ scalar: Unicode.Scalar, _ reading: [UInt8], _ index: Int, _ language: String?
  ) -> Bool {
    let before = reading.scalar(before: index)
    let after = reading.scalar(at: index + scalar.width)
    let isInside = before.value != 0 && after.value != 0 && !before.isSpace && !after.isSpace
    switch scalar.value {
    // The soft hyphen and the word joiner have an effect only inside a word.
    case 0xAD: return isInside && before != scalar
    case 0x2060: return isInside
    // U+200B allows a line break in languages that are written without spaces.
    case 0x200B:
      return ["ja", "zh", "yue", "th", "lo", "km", "my", "bo", "dz"].contains(language)
        || isInside && (before.value >= 0xE00 || ["/", ".", "_", "-"].contains(before))
    // Joiners have an effect in scripts with joined letters, where they may also follow a
    // placeholder or a sign.
    case 0x200C, 0x200D:
      return before.value >= 0x530 || after.value >= 0x530
        || reading.scalars.contains { (0x600...0xDFF).contains($0.scalar.value) }
    // The flags of England, Scotland and Wales consist of tag characters.
    case 0xE0000...0xE007F:
      return before.value == 0x1F3F4 || (0xE0020...0xE007F).contains(before.value)
    default: return false
    }
  }
}
