import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for a whole number before a noun in a master without a plural.
struct PluralCandidateCheck: ProseCheck {
  static let rule = Rule(
    .note, "plural-candidate", "A number precedes a noun, but the text is not a plural.",
    stage: .review, isOptIn: true,
    why: "\"1 days\" is wrong in English, and in Polish nearly every number is. Only the master is "
      + "checked, and only if a noun follows an integer: a capitalised word in German, a word that "
      + "ends in s in English, French, Spanish, Portuguese and Catalan. Other languages are not "
      + "checked. Limits are not reported: 'more than %d characters'.",
    example: """
      <value lang="en">%d days left</value>
      """,
    fix: "Use a plural: {n, plural, one {# day left} other {# days left}}; or suppress the finding "
      + "with @ignore plural-candidate if the number is always large.")

  static let relevantFlags: TextFlags = .argument

  /// The rule that distinguishes a countable noun from other words in a language.
  private enum Noun {
    /// Nouns are capitalized.
    case capitalised
    /// Nouns in the plural end in s.
    case endsInS
  }

  /// The rules by language. Other languages are not checked.
  private static let nouns: [String: Noun] = [
    "de": .capitalised, "en": .endsInS, "fr": .endsInS, "es": .endsInS, "pt": .endsInS,
    "ca": .endsInS,
  ]

  /// Words that may follow any number, because they are not nouns or have only one form.
  private static let others: Set<String> = [
    "Prozent", "Euro", "Grad", "Meter", "Kilometer", "Franken", "Dollar", "Byte",
    "does", "exceeds", "contains", "includes", "requires", "uses", "needs", "ends", "starts",
    "begins", "exists", "means", "across", "plus", "always", "besides", "mais", "depuis", "dans",
    "sans", "après",
  ]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard prose.index == text.masterIndex, !prose.value.message.hasArguments,
      let noun = prose.language.flatMap({ Self.nouns[$0.language] })
    else { return }
    let elements = prose.value.message.elements
    for index in elements.indices.dropLast() {
      guard case .placeholder(let placeholder) = elements[index], placeholder.isPlainNumber,
        case .text(let following) = elements[index + 1], let word = Self.word(following, noun),
        !Self.isPart(elements, before: index)
      else { continue }
      findings.report(
        Self.rule, "'\(placeholder) \(word)' is the same for every number", of: prose, in: text,
        hint: "use a plural: {n, plural, one {…} other {…}}")
      return
    }
  }

  /// The vowels. A noun has at least one of them.
  private static let vowels: Set<Unicode.Scalar> = ["a", "e", "i", "o", "u"]

  /// Returns the noun at the start of a string, after exactly one space, or `nil` if there is none.
  private static func word(_ text: String, _ noun: Noun) -> String? {
    guard text.utf8.first == UInt8(ascii: " ") else { return nil }
    let word = text.unicodeScalars.dropFirst().prefix { $0.properties.isAlphabetic }
    guard word.count > 3, let first = word.first, let last = word.last else { return nil }
    let found = String(word)
    switch noun {
    case .capitalised where first.properties.isUppercase: break
    // An abbreviation without vowels, such as "kbps", is a unit.
    case .endsInS
    where first.properties.isLowercase && last == "s"
      && word.contains { vowels.contains($0) }:
      break
    default: return nil
    }
    return others.contains(found) ? nil : found
  }

  /// Phrases before a number that make it a limit.
  private static let limits = [" than ", "limited to ", " limit of ", " maximum of "]

  /// Returns whether the number belongs to the preceding text, as in a version, a price, `3/4` and
  /// a limit.
  private static func isPart(_ elements: [Message.Element], before index: Int) -> Bool {
    guard index > 0, case .text(let text) = elements[index - 1], let last = text.utf8.last
    else { return index > 0 }
    if limits.contains(where: { text.utf8.reversed().starts(with: $0.utf8.reversed()) }) {
      return true
    }
    return ![0x20, 0x0A, UInt8(ascii: "("), UInt8(ascii: "~")].contains(last)
  }
}
