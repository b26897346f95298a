import TremaCatalog
import TremaDiagnostics

/// A check for quotations that are opened but not closed, or closed but not opened.
struct QuoteBalanceCheck: ProseCheck {
  static let rule = Rule(
    .warning, "quote-balance", "A quotation mark is unmatched.", stage: .review,
    why: "One mark of a pair is missing, or was left when the text was edited. A translation is "
      + "not reported if its master also has an unmatched mark, because such a text may be joined "
      + "to another one.",
    example: """
      <value lang="en">Remove “Home?</value>
      """,
    fix: "Add the matching mark, or remove the unmatched one.")

  static let relevantFlags: TextFlags = [.quote, .unclassified]

  static let hasPrefilterTest = true

  /// Returns whether the number of quotation marks may be odd. An even number of straight marks is
  /// balanced, unless some of them mean inches or may be in a tag or an address.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    var straight = 0
    var mayBeMasked = false
    for (index, byte) in source.enumerated() {
      switch byte {
      case UInt8(ascii: "\""):
        if index > 0, source[index - 1].isDigit { return true }
        straight += 1
      case UInt8(ascii: "<"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "."):
        mayBeMasked = true
      default: continue
      }
    }
    return straight % 2 == 1 || straight > 0 && mayBeMasked
      || QuotationMarks.mightContainCurved(in: source)
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    if (master ?? prose).readings.contains(where: \.isFragment) { return }
    for index in prose.readings.indices {
      guard QuotationMarks.mightOccur(in: prose.readings[index]),
        let unmatched = Self.unmatched(in: prose.masked[index])
      else { continue }
      if let master,
        master.readings.indices.contains(where: { Self.unmatched(in: master.masked[$0]) != nil })
      {
        return
      }
      findings.report(
        Self.rule, "'\(unmatched)' is unmatched in '\(prose.value.language)'", of: prose,
        reading: index, in: text, hint: "add the matching mark, or remove this one")
      return
    }
  }

  /// Returns a mark without a counterpart, or `nil` if all are paired.
  ///
  /// The mark that opens a quotation depends on the language, and some languages use one mark for
  /// both ends. Marks are therefore counted by family.
  private static func unmatched(in reading: [UInt8]) -> Unicode.Scalar? {
    var (straight, low, left, right) = (0, 0, 0, 0)
    var (pointingLeft, pointingRight, cornerOpen, cornerClose) = (0, 0, 0, 0)
    var hasSign = false
    for (scalar, start) in reading.scalars {
      switch scalar {
      case "\"":
        // A straight mark after a digit denotes inches or seconds, unless it closes a quotation.
        if reading.scalar(before: start).isASCIIDigit, straight % 2 == 0 { continue }
        straight += 1
      case "„": low += 1
      case "“": left += 1
      case "”", "‟": right += 1
      case "«": pointingLeft += 1
      case "»": pointingRight += 1
      case "「", "『": cornerOpen += 1
      case "」", "』": cornerClose += 1
      default: continue
      }
      hasSign = hasSign || mayBeOtherMark(scalar, in: reading, at: start)
    }
    // A mark that is mentioned as a character makes the pairs ambiguous.
    if hasSign { return nil }
    if straight % 2 == 1, low + left + right == 1 { return nil }
    if straight % 2 == 1 { return "\"" }
    if low > 0 ? low != left + right : left != right && (left + right) % 2 == 1 {
      return low > left + right ? "„" : left > right ? "“" : "”"
    }
    if (pointingLeft + pointingRight) % 2 == 1 {
      return pointingLeft > pointingRight ? "«" : "»"
    }
    if cornerOpen != cornerClose { return cornerOpen > cornerClose ? "「" : "」" }
    return nil
  }

  /// Returns whether a mark may not belong to a quotation: in a Hebrew abbreviation before its last
  /// letter, or mentioned as a character, between spaces or in other quotation marks.
  ///
  /// See the Academy of the Hebrew Language on gershayim, which most keyboards provide only as `"`.
  private static func mayBeOtherMark(
    _ mark: Unicode.Scalar, in reading: [UInt8], at start: Int
  ) -> Bool {
    let (before, after) = (reading.scalar(before: start), reading.scalar(at: start + mark.width))
    let hebrew: ClosedRange<UInt32> = 0x5D0...0x5EA
    // An underscore that marks an access key may be between the letters.
    if hebrew.contains(after.value), hebrew.contains(before.value) || before == "_" { return true }
    // French marks aren't included because they have spaces on both sides.
    if "\"“”".unicodeScalars.contains(mark), before.isSpace, after.isSpace || after == ")" {
      return true
    }
    return mark == "\"" && "«»„“'".unicodeScalars.contains(before)
      && "«»“”'".unicodeScalars.contains(after)
  }
}
