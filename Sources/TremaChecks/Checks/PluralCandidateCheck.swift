import TremaCatalog
import TremaMessages

/// A whole number before a noun, in a text that has no plural.
struct PluralCandidateCheck: ProseCheck {
  static let rule = Rule(
    .note, "plural-candidate", "A number stands before a word, and there is no plural.",
    stage: .review,
    why: "\"1 days\" is wrong in English, and nearly every number is in Polish. Only the master is "
      + "looked at, and only a whole number with a word of four letters or more behind it.",
    example: """
      <value lang="en">%d days left</value>
      """,
    fix: "Make it a plural: {n, plural, one {# day left} other {# days left}}; or excuse the text "
      + "with @ignore plural-candidate where the number is always large.")

  static let signs: Signs = .argument

  /// What may follow any number in the languages that most masters are in.
  private static let others: Set<String> = [
    "from", "with", "more", "into", "percent", "than", "left", "over", "other",
    "other.", "oder", "über", "unter", "mehr", "weitere", "weiteren", "bytes",
  ]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard prose.index == text.masterIndex, !prose.value.message.hasArguments,
      let language = prose.language, PluralRules(language).categories.count > 1
    else { return }
    let elements = prose.value.message.elements
    for (index, element) in elements.enumerated().dropLast() {
      guard case .placeholder(let placeholder) = element, placeholder.isPlainNumber,
        case .text(let behind) = elements[index + 1], let word = Self.word(behind),
        !Self.isPart(elements, before: index)
      else { continue }
      findings.report(
        Self.rule, "'\(placeholder) \(word)' is said of every number", of: prose, in: text,
        hint: "write a plural: {n, plural, one {…} other {…}}")
      return
    }
  }

  /// The word of lower-case letters behind one space.
  private static func word(_ text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: " ") else { return nil }
    let word = text.unicodeScalars.dropFirst().prefix { $0.properties.isAlphabetic }
    guard word.count > 3, word.first?.properties.isLowercase == true else { return nil }
    let found = String(word)
    return others.contains(found) ? nil : found
  }

  /// Whether the number belongs to what stands before it: a version, a price, `3/4`.
  private static func isPart(_ elements: [Message.Element], before index: Int) -> Bool {
    guard index > 0, case .text(let text) = elements[index - 1], let last = text.utf8.last
    else { return index > 0 }
    return ![0x20, 0x0A, UInt8(ascii: "("), UInt8(ascii: "~")].contains(last)
  }
}
