import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for superfluous spaces before punctuation, and missing spaces after it.
///
/// French spaces before high punctuation are examined by ``NoBreakSpaceCheck``.
struct PunctuationSpaceCheck: ProseCheck {
  static let rule = Rule(
    .warning, "punctuation-space",
    "The spaces around punctuation do not follow the rules of the language.",
    stage: .review,
    why: "Punctuation after a space can begin a line, and words without a space between them look "
      + "like one word. Languages without a rule are not checked. The spaces before high "
      + "punctuation in French are checked by no-break-space.",
    example: """
      <value lang="en">Really delete ?</value>
      """,
    fix: "Remove the space, or add one; `trema check --fix` removes it.")

  static let relevantFlags: TextFlags = [.comma, .exclamation, .fullStop]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard !prose.flags.isDisjoint(with: Self.relevantFlags), let language = prose.language,
      language.attachesPunctuation || language.isFrench
    else { return }
    for index in prose.readings.indices {
      let reading = prose.masked[index]
      guard let issue = Self.firstIssue(in: reading, language), !reading.isSymbolic else {
        continue
      }
      // A sequence that the master also contains may be a name or a machine-readable list.
      if let master,
        master.readings.contains(where: {
          ByteSearch(reading[issue.range]).isFound(in: $0)
            || issue.replacement == nil && Self.packedCommas(in: $0) > 0
        })
      {
        continue
      }
      findings.report(Self.rule, issue, of: prose, reading: index, in: text)
      return
    }
  }

  /// Returns the first missing or superfluous space.
  private static func firstIssue(in reading: [UInt8], _ language: LanguageTag) -> SpacingIssue? {
    // Several commas without spaces indicate a machine-readable list.
    let isList = packedCommas(in: reading) > 1
    for (index, byte) in reading.enumerated() {
      switch byte {
      case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: ";"):
        if language.isFrench { continue }
        if let issue = spaceBefore(Unicode.Scalar(byte), reading, index) { return issue }
      case UInt8(ascii: ","), UInt8(ascii: "."):
        let scalar = Unicode.Scalar(byte)
        if let issue = spaceBefore(scalar, reading, index) { return issue }
        if isList, scalar == "," { continue }
        if let issue = missingSpaceAfter(scalar, reading, index) { return issue }
      default: break
      }
    }
    return nil
  }

  /// Returns a superfluous space before a sign at the end of a word: ` ,`, ` !`.
  ///
  /// - Parameter start: The offset of the sign.
  private static func spaceBefore(
    _ scalar: Unicode.Scalar, _ reading: [UInt8], _ start: Int
  ) -> SpacingIssue? {
    // Any other kind of space is intended.
    guard start >= 2, reading[start - 1] == 0x20,
      reading.endsWord(at: start), !reading.isRatio(at: start),
      reading.scalar(before: start - 1).precedesPunctuation
    else { return nil }
    let next = reading.scalar(at: start + 2)
    let isEnd = reading.scalar(at: start + 1) != " " || next.isUppercaseLetter
    // A key or sign that is mentioned is enclosed in spaces: `Press ? for help`.
    if "!?.".unicodeScalars.contains(scalar), !isEnd { return nil }
    return SpacingIssue(
      range: start - 1..<start + 1, messageStart: "a space precedes '\(scalar)'",
      hint: "remove it", replacement: "\(scalar)")
  }

  /// Returns a missing space after a sign between two words: `one,two`, `one.Two`. Names such as
  /// `Node.js` are ignored.
  ///
  /// - Parameter start: The offset of the sign.
  private static func missingSpaceAfter(
    _ scalar: Unicode.Scalar, _ reading: [UInt8], _ start: Int
  ) -> SpacingIssue? {
    let end = start + 1
    let next = reading.scalar(at: end)
    guard next.isLetter, !next.isIdeographic, reading.scalar(before: start).isLowercaseLetter else {
      return nil
    }
    if scalar == ".", !next.isUppercaseLetter { return nil }
    var (first, last) = (start, end)
    while first > 0, reading.scalar(before: first).isWordPart {
      first = reading.start(before: first)
    }
    while last < reading.count, reading.scalar(at: last).isWordPart {
      last += reading.scalar(at: last).width
    }
    let neighbors = (reading.scalar(before: first), reading.scalar(at: last))
    guard start - first >= 3, last - end >= 3, neighbors.0.value == 0 || neighbors.0.isSpace,
      neighbors.1 != ".", neighbors.1 != "(", Words.count(in: reading, upTo: 4) == 4
    else { return nil }
    return SpacingIssue(
      range: first..<last, messageStart: "a space is missing after '\(scalar)'", hint: "add one")
  }

  /// Returns the number of commas without a space after them, except those in numbers.
  private static func packedCommas(in reading: [UInt8]) -> Int {
    reading.indices.count { index in
      reading[index] == UInt8(ascii: ",")
        && !reading.scalar(before: index).isDecimalDigit
        && (reading.scalar(at: index + 1).isLetter || reading.scalar(at: index + 1).isDecimalDigit)
    }
  }
}

extension LanguageTag {
  /// Whether the language is French, in any region.
  var isFrench: Bool { language == "fr" }
}

extension [UInt8] {
  /// Returns whether a one-byte sign ends its word. `12:30`, `:)` and `...` contain no such sign.
  ///
  /// - Parameter start: The offset of the sign.
  func endsWord(at start: Int) -> Bool {
    let next = scalar(at: start + 1)
    return next.value == 0 || next.isSpace
  }

  /// Returns whether a colon is the sign of a ratio or a score between numbers or placeholders:
  /// `10 : 30`.
  ///
  /// - Parameter colon: The offset of the colon.
  func isRatio(at colon: Int) -> Bool {
    func isNumber(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCIIDigit || scalar == "\u{FFFC}" }
    return colon >= 2 && self[colon - 1] == 0x20 && scalar(at: colon + 1) == " "
      && isNumber(scalar(before: colon - 1)) && isNumber(scalar(at: colon + 2))
  }
}

extension Unicode.Scalar {
  /// Whether punctuation may follow the character: it is part of a word or number, a placeholder,
  /// or a closing bracket or quotation mark.
  var precedesPunctuation: Bool {
    isWordPart || isASCIIDigit || self == "\u{FFFC}" || self == ")" || self == "»" || self == "”"
  }
}
