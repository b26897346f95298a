import TremaMessages

/// Quotation marks of another language, or of a typewriter.
struct QuotesCheck: ProseCheck {
  static let rule = Rule(
    .note, "quotes", "Quotation marks are not those of the language.", stage: .review,
    why:
      "“Text” is English, „Text“ German, « Text » French: the marks of another language, or of a "
      + "typewriter, look careless. A translation may keep the straight marks of its master.",
    example: """
      <value lang="en">Remove “Home”?</value>
      <value lang="de">“Zuhause” entfernen?</value>
      """,
    fix: "Write the marks of the language; `trema check --fix` does where they make one pair.")

  static let signs: Signs = [.quote, .foreign]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let language = prose.language, let marks = QuotationMarks.of(language) else { return }
    for number in prose.readings.indices {
      let reading = prose.readings[number]
      // Most text has none, and is not looked at twice.
      if !reading.contains(where: { $0 == 0x22 || $0 == 0xE2 || $0 == 0xC2 || $0 == 0xE3 }) {
        continue
      }
      let masked = prose.masked(number)
      if let wrong = Self.foreign(in: masked, marks) {
        findings.report(
          Self.rule, "'\(wrong.scalar)' is no quotation mark of '\(prose.value.language)'",
          of: prose, reading: number, range: wrong.start..<wrong.start + wrong.scalar.width,
          in: text, hint: Self.hint(marks))
        return
      }
      if let master, master.readings.contains(where: { $0.contains(UInt8(ascii: "\"")) }) {
        continue
      }
      if let pair = Self.straightPair(in: masked) {
        let inner = String(
          decoding: reading[pair.lowerBound + 1..<pair.upperBound - 1], as: UTF8.self)
        findings.report(
          Self.rule, "straight quotation marks stand in '\(prose.value.language)'", of: prose,
          reading: number, range: pair, in: text, hint: Self.hint(marks),
          replacement: marks.open + inner + marks.close)
        return
      }
    }
  }

  private static func hint(_ marks: QuotationMarks) -> String {
    "write \(marks.open)…\(marks.close)"
  }

  private static func foreign(
    in reading: [UInt8], _ marks: QuotationMarks
  ) -> (scalar: Unicode.Scalar, start: Int)? {
    reading.scalars.first { QuotationMarks.isDouble($0.scalar) && !marks.allows($0.scalar) }
  }

  /// The straight marks of a reading that has two around some words; nil for those of inches, of
  /// code, or of which nobody can tell the partner.
  private static func straightPair(in reading: [UInt8]) -> Range<Int>? {
    let places = reading.indices.filter { reading[$0] == UInt8(ascii: "\"") }
    guard places.count == 2, places[1] > places[0] + 1 else { return nil }
    let (before, first) = (reading.scalar(before: places[0]), reading.scalar(at: places[0] + 1))
    let (last, after) = (reading.scalar(before: places[1]), reading.scalar(at: places[1] + 1))
    func isOutside(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value == 0 || scalar.isSpace || "()[].,;:!?…-–—/".unicodeScalars.contains(scalar)
        || scalar.isIdeographic
    }
    guard isOutside(before), isOutside(after), !first.isSpace, !last.isSpace else { return nil }
    return places[0]..<places[1] + 1
  }
}
