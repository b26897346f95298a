import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A space too many before punctuation, or one too few behind it; in French, the space that keeps
/// punctuation from a line of its own.
struct PunctuationSpaceCheck: ProseCheck {
  static let rule = Rule(
    .warning, "punctuation-space", "The space around punctuation is not as the language has it.",
    stage: .review,
    why: "Punctuation with a space before it can begin a line. French wants a space before high "
      + "punctuation and inside « », and one that does not break; most languages want none.",
    example: """
      <value lang="en">Really delete ?</value>
      <value lang="fr">Vraiment supprimer?</value>
      """,
    fix: "Remove the space, or make it one that does not break; `trema check --fix` does where a "
      + "space stands already.")

  static let signs: Signs = [.comma, .exclamation, .fullStop, .strange]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let language = prose.language,
      !prose.signs.isDisjoint(with: [.comma, .exclamation, .fullStop])
        || ["fr", "br"].contains(language.language)
    else { return }
    for number in prose.readings.indices {
      let reading = prose.masked[number]
      guard let slip = Self.slip(in: reading, language), !reading.isSymbolic else { continue }
      // What the master has as well may be a name.
      if let master, let bytes = slip.excuse,
        master.readings.contains(where: ByteSearch(reading[bytes]).isFound(in:))
      {
        continue
      }
      findings.report(
        Self.rule, "\(slip.words) in '\(prose.value.language)'", of: prose, reading: number,
        range: slip.range, in: text, hint: slip.hint, replacement: slip.replacement)
      return
    }
  }

  private struct Slip {
    var range: Range<Int>
    var words: String
    var hint: String
    var replacement: String?
    /// What excuses the value when its master has it, too.
    var excuse: Range<Int>?
  }

  private static func slip(in reading: [UInt8], _ language: LanguageTag) -> Slip? {
    let isFrench = ["fr", "br"].contains(language.language)
    for (scalar, start) in reading.scalars {
      let end = start + scalar.width
      switch scalar {
      case "!", "?", ":", ";":
        let slip =
          isFrench
          ? french(scalar, reading, start, language) : spaceBefore(scalar, reading, start, language)
        if let slip { return slip }
      case ",", ".":
        if let slip = spaceBefore(scalar, reading, start, language)
          ?? noSpaceBehind(scalar, reading, start, end)
        {
          return slip
        }
      case "»" where isFrench && language.region != "CH":
        if let slip = french(scalar, reading, start, language) { return slip }
      case "«" where isFrench && language.region != "CH":
        let next = reading.scalar(at: end)
        if next == " " {
          return Slip(
            range: start..<end + 1, words: "a line can break behind '«'",
            hint: "write a space that does not break, U+00A0", replacement: "«\u{A0}")
        }
        if next.isLetter {
          return Slip(
            range: start..<end, words: "no space stands behind '«'",
            hint: "write a space that does not break, U+00A0")
        }
      default: break
      }
    }
    return nil
  }

  /// ` ,` ` !`, at the end of a word of its own.
  private static func spaceBefore(
    _ sign: Unicode.Scalar, _ reading: [UInt8], _ start: Int, _ language: LanguageTag
  ) -> Slip? {
    guard start >= 2, reading[start - 1] == 0x20, endsWord(reading, behind: start),
      !isBetweenNumbers(reading, start),
      isWord(reading.scalar(before: start - 1)),
      !["th", "lo", "km", "my", "bo", "hy"].contains(language.language)
    else { return nil }
    let next = reading.scalar(at: start + 2)
    let isEnd = reading.scalar(at: start + 1) != " " || next.isUppercaseLetter
    // A key, or a sign that is talked of, stands by itself: `Press ? for help`.
    if "!?.".unicodeScalars.contains(sign), !isEnd { return nil }
    // Other spaces than that of the keyboard were chosen.
    return Slip(
      range: start - 1..<start + 1, words: "a space stands before '\(sign)'",
      hint: "write none", replacement: isEnd || sign == "," ? "\(sign)" : nil,
      excuse: start - 1..<start + 1)
  }

  /// `one,two` and `one.Two`, but no names such as `Node.js`.
  private static func noSpaceBehind(
    _ sign: Unicode.Scalar, _ reading: [UInt8], _ start: Int, _ end: Int
  ) -> Slip? {
    let next = reading.scalar(at: end)
    guard next.isLetter, !next.isIdeographic, reading.scalar(before: start).isLowercaseLetter else {
      return nil
    }
    if sign == ".", !next.isUppercaseLetter { return nil }
    var (first, last) = (start, end)
    while first > 0, reading.scalar(before: first).isWordPart {
      first = reading.start(before: first)
    }
    while last < reading.count, reading.scalar(at: last).isWordPart {
      last += reading.scalar(at: last).width
    }
    let around = (reading.scalar(before: first), reading.scalar(at: last))
    guard start - first >= 3, last - end >= 3, around.0.value == 0 || around.0.isSpace,
      around.1 != ".", around.1 != "(", Words.count(in: reading, upTo: 4) == 4
    else { return nil }
    return Slip(
      range: first..<last, words: "no space stands behind '\(sign)'", hint: "write one",
      excuse: first..<last)
  }

  /// Source: Imprimerie nationale, and the Office québécois de la langue française, which wants a
  /// space before the colon and inside quotation marks alone; Switzerland has no custom to enforce.
  private static func french(
    _ sign: Unicode.Scalar, _ reading: [UInt8], _ start: Int, _ language: LanguageTag
  ) -> Slip? {
    if language.region == "CH" || language.region == "CA" && sign != ":" && sign != "»" {
      return nil
    }
    guard sign == "»" || endsWord(reading, behind: start) else { return nil }
    let before = reading.scalar(before: start)
    let width = sign.width
    let space = sign == ":" || sign == "»" ? "\u{A0}" : "\u{202F}"
    let name = sign == ":" || sign == "»" ? "U+00A0" : "U+202F"
    if isBetweenNumbers(reading, start) { return nil }
    if before == " ", start >= 2, isWord(reading.scalar(before: start - 1)) {
      return Slip(
        range: start - 1..<start + width, words: "a line can break before '\(sign)'",
        hint: "write a space that does not break, \(name)", replacement: "\(space)\(sign)")
    }
    if isWord(before) {
      return Slip(
        range: start..<start + width, words: "no space stands before '\(sign)'",
        hint: "write one that does not break, \(name)")
    }
    return nil
  }

  /// Whether nothing that belongs to the same word follows: `12:30`, `:)` and `...` are no signs of
  /// a sentence.
  private static func endsWord(_ reading: [UInt8], behind start: Int) -> Bool {
    let next = reading.scalar(at: start + 1)
    return next.value == 0 || next.isSpace
  }

  /// `10 : 30`, a ratio or a score.
  private static func isBetweenNumbers(_ reading: [UInt8], _ sign: Int) -> Bool {
    sign >= 2 && reading[sign - 1] == 0x20 && reading.scalar(at: sign + 1) == " "
      && (reading.scalar(before: sign - 1).isASCIIDigit
        && reading.scalar(at: sign + 2).isASCIIDigit)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isWordPart || scalar.isASCIIDigit || scalar == "\u{FFFC}" || scalar == ")"
      || scalar == "»" || scalar == "”"
  }
}
