import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for quotation marks of a different language, and for straight quotation marks if the
/// master has curved ones.
struct QuotesCheck: ProseCheck {
  static let rule = Rule(
    .note, "quotes", "Quotation marks are not those of the language.", stage: .review,
    isOptIn: true,
    why: "“Text” is English, „Text“ is German, « Text » is French: the marks of another language, "
      + "or straight marks, look careless. A master with straight marks sets the style of its "
      + "project.",
    example: """
      <value lang="en">Remove “Home”?</value>
      <value lang="de">“Zuhause” entfernen?</value>
      """,
    fix: "Use the marks of the language; `trema check --fix` replaces them if they form one pair.")

  static let relevantFlags: TextFlags = [.quote, .unclassified]

  static let hasPrefilterTest = true

  /// Returns whether the value may contain wrong marks. Straight marks are reported only if the
  /// master has none.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    let mark = UInt8(ascii: "\"")
    return source.contains(mark) && !(master?.contains(mark) ?? true)
      || QuotationMarks.mightContainCurved(in: source)
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let language = prose.language, let marks = QuotationMarks.of(language) else { return }
    for index in prose.readings.indices {
      let reading = prose.readings[index]
      guard QuotationMarks.mightOccur(in: reading) else { continue }
      let masked = prose.masked[index]
      let isCurved = masked.withUnsafeBufferPointer(QuotationMarks.mightContainCurved)
      if isCurved, let foreign = Self.foreign(in: masked, marks) {
        let pair = Self.pair(in: masked, QuotationMarks.isDouble)
        let isKnown = pair.map {
          QuotationMarks.isPair(masked.scalar(at: $0.open), masked.scalar(at: $0.close))
        }
        findings.report(
          Self.rule,
          "'\(foreign.scalar)' is not a quotation mark used in "
            + "'\(prose.value.language)'",
          of: prose, reading: index, range: foreign.start..<foreign.start + foreign.scalar.width,
          in: text, hint: Self.hint(marks),
          edits: isKnown == true ? pair.map { Self.edits($0, masked, marks) } ?? [] : [])
        return
      }
      guard let master, Self.hasOnlyCurved(master) else { continue }
      if let pair = Self.pair(in: masked, { $0 == "\"" }) {
        findings.report(
          Self.rule, "the '\(prose.value.language)' value uses straight quotation marks", of: prose,
          reading: index, range: pair.open..<pair.open + 1, in: text, hint: Self.hint(marks),
          edits: Self.edits(pair, masked, marks))
        return
      }
    }
  }

  /// Returns whether a master has quotation marks, none of which are straight.
  private static func hasOnlyCurved(_ master: Prose) -> Bool {
    !master.readings.contains { $0.contains(UInt8(ascii: "\"")) }
      && master.readings.contains { reading in
        reading.scalars.contains { QuotationMarks.isDouble($0.scalar) || $0.scalar == "‘" }
      }
  }

  /// Returns the hint with the language's marks.
  private static func hint(_ marks: QuotationMarks) -> String {
    "use \(marks.open)…\(marks.close)"
  }

  /// Returns the first quotation mark that does not belong to the language, with its offset.
  private static func foreign(
    in reading: [UInt8], _ marks: QuotationMarks
  ) -> (scalar: Unicode.Scalar, start: Int)? {
    reading.scalars.first { QuotationMarks.isDouble($0.scalar) && !marks.allows($0.scalar) }
  }

  /// Returns the offsets of two marks around some words. The result is `nil` if there are more or
  /// fewer marks, or if the marks are not at the edges of words, as in measurements in inches or in
  /// code.
  private static func pair(
    in reading: [UInt8], _ isMark: (Unicode.Scalar) -> Bool
  ) -> (open: Int, close: Int)? {
    let marks = reading.scalars.filter { isMark($0.scalar) }
    guard marks.count == 2 else { return nil }
    let (open, close) = (marks[0].start, marks[1].start)
    let inner = reading[(open + marks[0].scalar.width)..<close]
    func isOutside(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value == 0 || scalar.isSpace || "()[].,;:!?…-–—/".unicodeScalars.contains(scalar)
        || scalar.isIdeographic
    }
    guard !inner.isEmpty, isOutside(reading.scalar(before: open)),
      isOutside(reading.scalar(at: close + marks[1].scalar.width)),
      inner.first != 0x20, inner.last != 0x20
    else { return nil }
    return (open, close)
  }

  /// Returns edits that replace two marks, and the no-break spaces inside them, with the language's
  /// marks.
  private static func edits(
    _ pair: (open: Int, close: Int), _ reading: [UInt8], _ marks: QuotationMarks
  ) -> [(range: Range<Int>, replacement: String)] {
    let inner = pair.open + reading.scalar(at: pair.open).width
    let first = reading.scalar(at: inner)
    let last = reading.scalar(before: pair.close)
    let start = first.isNoBreakSpace ? inner + first.width : inner
    let end = last.isNoBreakSpace ? pair.close - last.width : pair.close
    if start >= end { return [] }
    return [
      (pair.open..<start, marks.open),
      (end..<pair.close + reading.scalar(at: pair.close).width, marks.close),
    ]
  }
}
