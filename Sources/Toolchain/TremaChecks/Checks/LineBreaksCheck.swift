import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for translations with more or fewer line breaks than the master.
struct LineBreaksCheck: ProseCheck {
  static let rule = Rule(
    .note, "line-breaks", "A translation and its master have different numbers of line breaks.",
    stage: .review, isOptIn: true,
    why: "A missing break runs two paragraphs or list items together; an extra one requires space "
      + "that the screen may not have.",
    example: """
      <value lang="en">Saved.\\n\\nYou can go on.</value>
      <value lang="de">Gesichert. Du kannst weitermachen.</value>
      """,
    fix: "Use the same line breaks as the master.")

  static let relevantFlags: TextFlags = .lineBreak

  static let hasPrefilterTest = true

  /// Returns whether the line break counts differ.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    master.map { breaks(in: source) != breaks(in: $0) } ?? false
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    // A combination of branches that isn't among the readings may have a different number of line
    // breaks.
    guard let master, master.hasAllReadings else { return }
    let wanted = Set(master.readings.map { Self.breaks(in: $0) })
    guard let expected = wanted.first, wanted.count == 1 else { return }
    for (index, reading) in prose.readings.enumerated() {
      let count = Self.breaks(in: reading)
      if count == expected { continue }
      findings.report(
        Self.rule,
        "the '\(prose.value.language)' value has \(counted(count, "line break")), but the master "
          + "has "
          + "\(expected == 0 ? "none" : "\(expected)")",
        of: prose, reading: index, in: text, hint: "use the same line breaks as the master")
      return
    }
  }

  /// Returns the number of line breaks between other characters. Leading and trailing breaks are
  /// reported by a different check.
  private static func breaks(in reading: some BidirectionalCollection<UInt8>) -> Int {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = reading.firstIndex(where: { !isBlank($0) }),
      let last = reading.lastIndex(where: { !isBlank($0) })
    else { return 0 }
    return reading[first...last].reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
  }
}
