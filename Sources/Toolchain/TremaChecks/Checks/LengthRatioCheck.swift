import TremaCatalog
import TremaDiagnostics

/// A check for translations that are more than four times as long as the master, or less than a
/// quarter as long.
struct LengthRatioCheck: ProseCheck {
  static let rule = Rule(
    .note, "length-ratio", "A translation is far longer or shorter than the master.",
    stage: .review, isOptIn: true,
    why: "Languages differ in length, but a factor of four indicates a different text: the wrong "
      + "row of a table, a note to the translator, or a text that has lost half of its content.",
    example: """
      <value lang="en">Retry</value>
      <value lang="de">Hier steht die Übersetzung des Textes darunter, nicht die dieses</value>
      """,
    fix: "Compare the two values, and correct one of them. If a value has less than an eighth of "
      + "the bytes of a master of more than 512 bytes, no other check compares their words.")

  static let relevantFlags: TextFlags = [.letter, .space, .nonASCII]

  static let hasPrefilterTest = true

  static let comparesFragments = true

  /// Returns whether the lengths may differ enough for a finding, based on bounds computed from the
  /// bytes.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    guard let master else { return false }
    guard max(source.count, master.count) > 40 else { return false }
    let (shorter, longer) = source.count < master.count ? (source, master) : (master, source)
    // A letter has one to four bytes, and an ideograph has three or four and counts as two and a
    // half letters. Only the text with more bytes can therefore be far longer, and its length does
    // not exceed its number of bytes.
    if !isFar(longer.count, from: (shorter.count + 3) / 4) { return false }
    let length = lengths(of: shorter).lowerBound
    return isFar(longer.count, from: length) && isFar(lengths(of: longer).upperBound, from: length)
  }

  /// Returns bounds for the length of a text in letters. A scalar of at least U+2000 may be an
  /// ideograph, which counts as two and a half letters.
  static func lengths(of bytes: UnsafeBufferPointer<UInt8>) -> ClosedRange<Int> {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var (others, wide, index) = (0, 0, 0)
    while index + 8 <= bytes.count, let base = bytes.baseAddress {
      // Eight counters, one per column of a word. Counts from 31 rows fit in one byte.
      let end = min(index + 31 * 8, bytes.count & ~7)
      var (otherColumns, wideColumns): (UInt64, UInt64) = (0, 0)
      while index < end {
        // In bounds: eight bytes follow `index` because its distance from `end` is a multiple of
        // eight.
        let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
        // A continuation byte has the form 10xx xxxx.
        otherColumns += (word & ~(word << 1)) >> 7 & ones
        // For scalars from U+2000 on, the first byte has the form 111x xxxx and is neither E0 nor
        // E1.
        let isMore = (word & 0x1E1E_1E1E_1E1E_1E1E) &+ 0x7E7E_7E7E_7E7E_7E7E
        wideColumns += (word & word << 1 & word << 2 & isMore) >> 7 & ones
        index += 8
      }
      others += Int(truncatingIfNeeded: (otherColumns &* ones) >> 56)
      wide += Int(truncatingIfNeeded: (wideColumns &* ones) >> 56)
    }
    while index < bytes.count {
      others += bytes[index] & 0xC0 == 0x80 ? 1 : 0
      wide += bytes[index] >= 0xE2 ? 1 : 0
      index += 1
    }
    let scalars = bytes.count - others
    return scalars...scalars + 2 * wide
  }

  /// Returns whether one length is far greater than another.
  private static func isFar(_ longer: Int, from shorter: Int) -> Bool {
    longer > 4 * shorter && longer > shorter + 40
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master, max(prose.length, master.length) > 40 else { return }
    let (length, masterLength) = (Self.length(of: prose), text.masterLength)
    guard Self.isFar(max(length, masterLength), from: min(length, masterLength)) else { return }
    findings.report(
      Self.rule,
      "the '\(prose.value.language)' value is far \(length > masterLength ? "longer" : "shorter") "
        + "than the master",
      of: prose, in: text, hint: "compare the two values, and correct one of them")
  }

  /// Returns the length of the longest reading in letters, where an ideograph counts as two and a
  /// half letters.
  static func length(of prose: Prose) -> Int {
    prose.readings.map { reading in
      let bounds = reading.withUnsafeBufferPointer(lengths)
      if bounds.lowerBound == bounds.upperBound { return bounds.lowerBound }
      return reading.scalars.reduce(0) { $0 + ($1.scalar.isIdeographic ? 5 : 2) } / 2
    }.max() ?? 0
  }
}
