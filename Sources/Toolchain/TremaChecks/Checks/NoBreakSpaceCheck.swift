import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for French punctuation without the no-break space that keeps it on the same line as its
/// word.
struct NoBreakSpaceCheck: ProseCheck {
  static let rule = Rule(
    .note, "no-break-space", "French punctuation lacks a no-break space.",
    stage: .review,
    why: "French has a space before : ; ! ? and inside « ». It must not break, because otherwise a "
      + "line can begin with the mark. Canadian French has it only before the colon and inside « "
      + "»; in Switzerland there is no convention, and nothing is reported.",
    example: """
      <value lang="en">Really delete?</value>
      <value lang="fr">Vraiment supprimer ?</value>
      """,
    fix: "Use U+202F before ; ! ? and U+00A0 elsewhere; `trema check --fix` replaces existing "
      + "spaces.")

  static let relevantFlags: TextFlags = [.comma, .exclamation, .unclassified]

  static let hasPrefilterTest = true

  /// Returns whether the text contains a sign that takes a space in French. Few texts of other
  /// languages contain such signs.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    source.contains { ":;!?".utf8.contains($0) } || QuotationMarks.mightContainCurved(in: source)
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let language = prose.language, language.isFrench, language.region != "CH" else { return }
    for index in prose.readings.indices {
      let reading = prose.masked[index]
      guard let issue = Self.firstIssue(in: reading, isCanadian: language.region == "CA"),
        !reading.isSymbolic
      else { continue }
      // A sequence that the master also contains is a name, such as the name of a header field.
      if let master, let name = issue.name,
        master.readings.contains(where: ByteSearch(reading[name]).isFound(in:))
      {
        continue
      }
      findings.report(Self.rule, issue, of: prose, reading: index, in: text)
      return
    }
  }

  /// Returns the first missing or wrong space.
  ///
  /// See the Lexique des règles typographiques en usage à l'Imprimerie nationale; for Canada, the
  /// Office québécois de la langue française.
  ///
  /// - Parameter isCanadian: Whether `!`, `?` and `;` take no space.
  private static func firstIssue(in reading: [UInt8], isCanadian: Bool) -> SpacingIssue? {
    for (scalar, start) in reading.scalars {
      let issue: SpacingIssue? =
        switch scalar {
        case "!", "?", ";": isCanadian ? nil : spaceBefore(scalar, reading, start)
        case ":", "»": spaceBefore(scalar, reading, start)
        case "«": spaceAfter(reading, start)
        default: nil
        }
      if let issue { return issue }
    }
    return nil
  }

  /// Returns the missing or wrong space before a sign, or `nil` if it is correct.
  ///
  /// - Parameter start: The offset of the sign.
  private static func spaceBefore(
    _ scalar: Unicode.Scalar, _ reading: [UInt8], _ start: Int
  ) -> SpacingIssue? {
    guard scalar == "»" || reading.endsWord(at: start), !reading.isRatio(at: start),
      scalar != ";" || !endsListOrEntity(reading, start)
    else { return nil }
    let before = reading.scalar(before: start)
    let isWide = scalar == ":" || scalar == "»"
    let (space, name) = isWide ? ("\u{A0}", "U+00A0") : ("\u{202F}", "U+202F")
    if before == " ", start >= 2, reading.scalar(before: start - 1).precedesPunctuation {
      return SpacingIssue(
        range: start - 1..<start + scalar.width,
        messageStart: "a line can break before '\(scalar)'",
        hint: "replace the space with a no-break space (\(name))", replacement: "\(space)\(scalar)")
    }
    // A number with a colon starts an item of a list.
    guard before.precedesPunctuation, scalar != ":" || !before.isASCIIDigit else { return nil }
    var word = start
    while word > 0, reading[word - 1] > 0x20 { word -= 1 }
    return SpacingIssue(
      range: start..<start + scalar.width, messageStart: "a space is missing before '\(scalar)'",
      hint: "add a no-break space (\(name))", name: word..<start + scalar.width)
  }

  /// Returns the missing or wrong space after an opening guillemet, or `nil` if it is correct.
  ///
  /// - Parameter start: The offset of the guillemet.
  private static func spaceAfter(_ reading: [UInt8], _ start: Int) -> SpacingIssue? {
    let end = start + 2
    let next = reading.scalar(at: end)
    if next == " " {
      return SpacingIssue(
        range: start..<end + 1, messageStart: "a line can break after '«'",
        hint: "replace the space with a no-break space (U+00A0)", replacement: "«\u{A0}")
    }
    if next.isLetter {
      return SpacingIssue(
        range: start..<end, messageStart: "a space is missing after '«'",
        hint: "add a no-break space (U+00A0)")
    }
    return nil
  }

  /// Returns whether a semicolon is the last in a list such as `one;two;`, or ends an entity such
  /// as `&lt;`.
  private static func endsListOrEntity(_ reading: [UInt8], _ semicolon: Int) -> Bool {
    var index = semicolon
    while index > 0, reading[index - 1] > 0x20 {
      index -= 1
      if reading[index] == UInt8(ascii: ";") || reading[index] == UInt8(ascii: "&") { return true }
    }
    return false
  }
}
