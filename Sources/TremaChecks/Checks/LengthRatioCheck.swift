import TremaCatalog
import TremaDiagnostics

/// A translation that is much longer or much shorter than its master.
struct LengthRatioCheck: ProseCheck {
  static let rule = Rule(
    .note, "length-ratio", "A translation is far longer or shorter than the master.",
    stage: .review,
    why: "Languages differ in length, but four times is another text: the wrong row of a table, a "
      + "note to the translator, or half of it lost.",
    example: """
      <value lang="en">Retry</value>
      <value lang="de">Hier steht die Übersetzung des Textes darunter, nicht die dieses</value>
      """,
    fix: "Compare the two, and correct the one that is wrong.")

  static let signs: Signs = [.space, .foreign]

  static let isQuick = true

  static func mayFind(
    in own: UnsafeBufferPointer<UInt8>, beside master: UnsafeBufferPointer<UInt8>?,
    nounsAreLarge: Bool
  ) -> Bool {
    guard let master else { return false }
    guard max(own.count, master.count) > 40 else { return false }
    let (own, other) = (lengths(of: own), lengths(of: master))
    return isFar(own.upperBound, from: other.lowerBound)
      || isFar(other.upperBound, from: own.lowerBound)
  }

  /// Between which bounds the length of a text is: from U+2000 on a scalar may be an ideograph.
  private static func lengths(of bytes: UnsafeBufferPointer<UInt8>) -> ClosedRange<Int> {
    var (scalars, wide) = (0, 0)
    for byte in bytes {
      scalars += byte & 0xC0 == 0x80 ? 0 : 1
      wide += byte >= 0xE2 ? 1 : 0
    }
    return scalars...scalars + 2 * wide
  }

  private static func isFar(_ longer: Int, from shorter: Int) -> Bool {
    longer > 4 * shorter && longer > shorter + 40
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master, max(Self.bytes(of: prose), Self.bytes(of: master)) > 40 else { return }
    let (own, other) = (Self.length(of: prose), Self.length(of: master))
    guard Self.isFar(max(own, other), from: min(own, other)) else { return }
    findings.report(
      Self.rule,
      "'\(prose.value.language)' is far \(own > other ? "longer" : "shorter") than the master",
      of: prose, in: text, hint: "compare the two")
  }

  private static func bytes(of prose: Prose) -> Int { prose.readings.map(\.count).max() ?? 0 }

  /// Of the longest reading, in letters of an alphabet.
  private static func length(of prose: Prose) -> Int {
    prose.readings.map { reading in
      reading.scalars.reduce(0) { $0 + ($1.scalar.isIdeographic ? 5 : 2) } / 2
    }.max() ?? 0
  }
}
