import TremaCatalog
import TremaDiagnostics

/// A check for words that contain a lookalike letter of a different script.
struct MixedScriptCheck: ProseCheck {
  static let rule = Rule(
    .warning, "mixed-script", "A word contains a look-alike letter of another script.",
    stage: .review,
    why: "`Саncel` with a Cyrillic С looks right, but searching, sorting, spell checking and "
      + "reading aloud fail. Words that combine two scripts on purpose are not reported.",
    example: """
      <value lang="en">\\u0421ancel</value>
      """,
    fix: "Use the letter in the script of the rest of the word.")

  static let relevantFlags: TextFlags = .unclassified

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard prose.flags.contains(.letter) else { return }
    for index in prose.readings.indices {
      // All Greek and Cyrillic letters start with one of these bytes.
      guard prose.readings[index].contains(where: { (0xCD...0xD3).contains($0) }) else { continue }
      let reading = prose.masked[index]
      for word in Words(in: reading) {
        // An apostrophe may separate a foreign name from its ending, so its parts are examined
        // separately.
        let parts = Array(reading[word]).scalars.map(\.scalar).split(
          whereSeparator: Self.isApostrophe)
        guard let (scalar, script) = parts.lazy.compactMap(Self.lookalike).first else { continue }
        let found = String(decoding: reading[word], as: UTF8.self)
        findings.report(
          Self.rule,
          "'\(found)' in '\(prose.value.language)' contains the \(script) letter '\(scalar)' "
            + "(\(scalar.name))",
          of: prose, reading: index, range: word, in: text,
          hint: "replace it with the letter in the script of the rest of the word")
        return
      }
    }
  }

  /// Returns a letter of the script with fewer letters in the word, and the script's name, or `nil`
  /// unless all of its letters resemble letters in the other script.
  private static func lookalike(in word: ArraySlice<Unicode.Scalar>) -> (Unicode.Scalar, String)? {
    var latin: [Unicode.Scalar] = []
    var other: [Unicode.Scalar] = []
    var changes = 0
    var wasLatin: Bool?
    for scalar in word {
      let isLatin = scalar.value < 0x250
      if !isLatin, !(0x370...0x52F).contains(scalar.value) { continue }
      if isLatin, !scalar.isLetter || scalar == "µ" { continue }
      if isLatin { latin.append(scalar) } else { other.append(scalar) }
      if let wasLatin, wasLatin != isLatin { changes += 1 }
      wasLatin = isLatin
    }
    guard let first = other.first, let firstLatin = latin.first else { return nil }
    let isGreek = first.value < 0x400
    // An abbreviation with an ending in a different script, such as SMS with a Cyrillic ending, is
    // intended.
    if changes == 1, latin.count > 1, latin.allSatisfy(\.isUppercaseLetter),
      word.first?.isASCII == true
    {
      return nil
    }
    if other.count <= latin.count {
      guard other.allSatisfy({ (isGreek ? greek : cyrillic).contains($0) }) else { return nil }
      return (first, isGreek ? "Greek" : "Cyrillic")
    }
    guard latin.allSatisfy({ latinLookalikes.contains($0) }) else { return nil }
    return (firstLatin, "Latin")
  }

  /// Returns whether a character is an apostrophe.
  private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || scalar == "’"
  }

  /// The Cyrillic letters that resemble Latin letters.
  private static let cyrillic = Set("аеорсухіјѕԁһАВЕЅІЈКМНОРСТУХ".unicodeScalars)
  /// The Greek letters that resemble Latin letters.
  private static let greek = Set("οναΑΒΕΖΗΙΚΜΝΟΡΤΥΧ".unicodeScalars)
  /// The Latin letters that resemble Greek or Cyrillic letters.
  private static let latinLookalikes = Set("aceopxyivABCEHIKMOPTXYNZ".unicodeScalars)
}
