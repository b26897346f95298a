import TremaCatalog
import TremaDiagnostics

/// A check for characters that are not part of any text: control characters, replacement
/// characters, private use characters and noncharacters.
struct ControlCharacterCheck: ProseCheck {
  static let rule = Rule(
    .warning, "control-character",
    "A value contains a character that is displayed as nothing or as a box.",
    stage: .review,
    why: "Control characters, the replacement character and noncharacters are the result of a "
      + "failed conversion: the original is lost, or was never text. Private-use characters look "
      + "different in every font.",
    example: """
      <value lang="de">Gr\\uFFFD\\u00DFe</value>
      """,
    fix: "Replace it with the intended character.")

  static let relevantFlags: TextFlags = [.control, .unclassified]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    for (index, reading) in prose.readings.enumerated() {
      guard let (scalar, start) = Self.first(in: reading) else { continue }
      // A private use character that the master also contains is a symbol of the app's font.
      let isShared =
        scalar.isPrivate && master?.readings.contains { Self.contains(scalar, $0) } == true
      if isShared { continue }
      // The listing's own check reports the character.
      if scalar.properties.generalCategory == .control, !text.listingEntries.isEmpty { continue }
      findings.report(
        Self.rule,
        "the '\(prose.value.language)' value contains \(scalar.name), "
          + "\(Self.description(for: scalar))",
        of: prose, reading: index, range: start..<start + scalar.width, in: text,
        hint: "replace it with the intended character")
      return
    }
  }

  /// Returns the first such character and its offset. Only characters whose first byte can start
  /// one are decoded: C1 controls, U+2028, private use characters, U+FFFD and noncharacters.
  private static func first(in reading: [UInt8]) -> (Unicode.Scalar, Int)? {
    for (index, byte) in reading.enumerated() {
      switch byte {
      case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F, 0x7F: return (Unicode.Scalar(byte), index)
      case 0xC2, 0xE2, 0xEE, 0xEF, 0xF0...0xF4:
        let scalar = reading.scalar(at: index)
        if isDisallowed(scalar) { return (scalar, index) }
      default: break
      }
    }
    return nil
  }

  /// Returns whether a character is not part of any text.
  private static func isDisallowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80...0x9F, 0x2028, 0x2029, 0xFDD0...0xFDEF, 0xFFFD: true
    default: scalar.isPrivate || scalar.value & 0xFFFE == 0xFFFE
    }
  }

  /// Returns the description of the character in the message.
  private static func description(for scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0xFFFD: "a character that could not be converted"
    case 0x2028, 0x2029: "a line break that most programs do not support"
    case 0..<0xA0: "a control character"
    default: scalar.isPrivate ? "a private-use character" : "a noncharacter"
    }
  }

  /// Returns whether a reading contains a character.
  private static func contains(_ scalar: Unicode.Scalar, _ reading: [UInt8]) -> Bool {
    reading.scalars.contains { $0.scalar == scalar }
  }
}

extension Unicode.Scalar {
  /// Whether the character is in one of the private use areas.
  fileprivate var isPrivate: Bool {
    (0xE000...0xF8FF).contains(value) || (0xF0000...0xFFFFD).contains(value)
      || (0x100000...0x10FFFD).contains(value)
  }
}
