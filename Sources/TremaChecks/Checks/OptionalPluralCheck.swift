import TremaCatalog
import TremaDiagnostics

/// An ending in parentheses: "item(s)".
struct OptionalPluralCheck: ProseCheck {
  static let rule = Rule(
    .note, "optional-plural", "An ending in parentheses stands for a plural.", stage: .review,
    why: "\"1 item(s)\" is right for no number, and languages with more than one plural cannot say "
      + "it at all.",
    example: """
      <value lang="en">%d file(s) selected</value>
      """,
    fix: "Make it a plural: {n, plural, one {# file} other {# files}} selected.")

  static let signs: Signs = .bracket

  /// The endings that make plurals, by language.
  private static let endings: [String: [String]] = [
    "de": ["e", "en", "n", "er", "s", "nen"], "fr": ["s", "x", "es"], "nl": ["s", "en", "n"],
    "it": ["i", "e", "s"], "sv": ["er", "ar", "or", "r", "n"], "da": ["er", "e", "r"],
    "nb": ["er", "e", "r"], "es": ["s", "es"], "pt": ["s", "es", "ns"], "ca": ["s", "ns"],
    "pl": ["y", "i", "ów"], "cs": ["y", "i", "ů"], "ru": ["ы", "и", "ов"], "tr": ["ler", "lar"],
  ]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    let endings = (prose.language.flatMap { Self.endings[$0.language] } ?? ["s", "es"])
      .map { Array("(\($0))".utf8) }
    for (number, reading) in prose.readings.enumerated() {
      guard let range = Self.place(of: endings, in: reading) else { continue }
      let word = String(decoding: reading[range], as: UTF8.self)
      findings.report(
        Self.rule, "'\(word)' in '\(prose.value.language)' stands for one and for many", of: prose,
        reading: number, range: range, in: text, hint: "write a plural: {n, plural, one {…} …}")
      return
    }
  }

  /// The first word with one of the endings.
  private static func place(of endings: [[UInt8]], in reading: [UInt8]) -> Range<Int>? {
    for index in reading.indices where reading[index] == UInt8(ascii: "(") {
      guard let ending = endings.first(where: { reading[index...].starts(with: $0) }) else {
        continue
      }
      let start = reading[..<index].lastIndex { !$0.isPartOfLetter }.map { $0 + 1 } ?? 0
      let end = index + ending.count
      // "f(s)" is a function.
      if index - start > 2, end == reading.count || !reading[end].isPartOfLetter {
        return start..<end
      }
    }
    return nil
  }
}
