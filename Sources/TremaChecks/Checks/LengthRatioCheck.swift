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

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master, max(Self.bytes(of: prose), Self.bytes(of: master)) > 40 else { return }
    let (own, other) = (Self.length(of: prose), Self.length(of: master))
    guard max(own, other) > 4 * min(own, other), max(own, other) > min(own, other) + 40 else {
      return
    }
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
