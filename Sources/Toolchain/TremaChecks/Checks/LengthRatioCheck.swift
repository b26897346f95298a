import TremaCatalog
import TremaDiagnostics

/// A translation that is much longer or much shorter than its master.
struct LengthRatioCheck: ProseCheck {
  static let rule = Rule(
    .note, "length-ratio", "A translation is far longer or shorter than the master.",
    stage: .review, isOptIn: true,
    why: "Languages differ in length, but four times is another text: the wrong row of a table, a "
      + "note to the translator, or half of it lost.",
    example: """
      <value lang="en">Retry</value>
      <value lang="de">Hier steht die Übersetzung des Textes darunter, nicht die dieses</value>
      """,
    fix:
      "Compare the two, and correct the one that is wrong. What has less than an eighth of the bytes of "
      + "a master of more than 512 is held against it by no other check of its words.")

  static let signs: TextFlags = [.letter, .space, .foreign]

  static let isQuick = true

  static let comparesFragments = true

  static func mightMatch(
    in own: UnsafeBufferPointer<UInt8>, beside master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    guard let master else { return false }
    guard max(own.count, master.count) > 40 else { return false }
    let (shorter, longer) = own.count < master.count ? (own, master) : (master, own)
    // A letter has one to four bytes, and an ideograph three or four and the length of two and a half
    // letters: what has more bytes alone can be far longer, and is no longer than its bytes are.
    if !isFar(longer.count, from: (shorter.count + 3) / 4) { return false }
    let length = lengths(of: shorter).lowerBound
    return isFar(longer.count, from: length) && isFar(lengths(of: longer).upperBound, from: length)
  }

  /// Between which bounds the length of a text is: from U+2000 on a scalar may be an ideograph.
  static func lengths(of bytes: UnsafeBufferPointer<UInt8>) -> ClosedRange<Int> {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var (others, wide, index) = (0, 0, 0)
    while index + 8 <= bytes.count, let base = bytes.baseAddress {
      // A counter for each of eight columns, which together are no more than a byte counts to.
      let end = min(index + 31 * 8, bytes.count & ~7)
      var (otherColumns, wideColumns): (UInt64, UInt64) = (0, 0)
      while index < end {
        // In bounds: there are eight bytes from `index` on, as `end` is some times eight away.
        let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
        // 10xx xxxx: not the first of its scalar.
        otherColumns += (word & ~(word << 1)) >> 7 & ones
        // 111x xxxx without E0 and E1.
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

  private static func isFar(_ longer: Int, from shorter: Int) -> Bool {
    longer > 4 * shorter && longer > shorter + 40
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master, max(prose.length, master.length) > 40 else { return }
    let (own, other) = (Self.length(of: prose), text.masterLength)
    guard Self.isFar(max(own, other), from: min(own, other)) else { return }
    findings.report(
      Self.rule,
      "'\(prose.value.language)' is far \(own > other ? "longer" : "shorter") than the master",
      of: prose, in: text, hint: "compare the two")
  }

  /// Returns the length of the longest reading, in letters of an alphabet.
  static func length(of prose: Prose) -> Int {
    prose.readings.map { reading in
      let bounds = reading.withUnsafeBufferPointer(lengths)
      if bounds.lowerBound == bounds.upperBound { return bounds.lowerBound }
      return reading.scalars.reduce(0) { $0 + ($1.scalar.isIdeographic ? 5 : 2) } / 2
    }.max() ?? 0
  }
}
