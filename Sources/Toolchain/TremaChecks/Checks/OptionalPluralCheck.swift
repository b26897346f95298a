import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// A check for parenthesized endings that are used instead of a plural: "item(s)".
struct OptionalPluralCheck: ProseCheck {
  static let rule = Rule(
    .note, "optional-plural", "An ending in parentheses is used instead of a plural.",
    stage: .review,
    why: "\"1 item(s)\" is wrong for every number, and languages with several plural forms cannot "
      + "express it. Only texts that show a number are reported, and translations only if the "
      + "master has no such ending.",
    example: """
      <value lang="en">%d file(s) selected</value>
      """,
    fix: "Use a plural: {n, plural, one {# file} other {# files}} selected.")

  static let relevantFlags: TextFlags = .bracket

  /// The endings that form plurals, by language.
  private static let endings: [String: [String]] = [
    "de": ["e", "en", "n", "er", "s", "nen"], "fr": ["s", "x", "es"], "nl": ["s", "en", "n"],
    "it": ["i", "e", "s"], "sv": ["er", "ar", "or", "r", "n"], "da": ["er", "e", "r"],
    "nb": ["er", "e", "r"], "es": ["s", "es"], "pt": ["s", "es", "ns"], "ca": ["s", "ns"],
    "pl": ["y", "i", "ów"], "cs": ["y", "i", "ů"], "ru": ["ы", "и", "ов"], "tr": ["ler", "lar"],
  ]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard prose.value.message.showsPlainNumber else { return }
    if let master, Self.find(in: master) != nil { return }
    guard let (number, range) = Self.find(in: prose) else { return }
    let word = String(decoding: prose.readings[number][range], as: UTF8.self)
    findings.report(
      Self.rule, "'\(word)' in '\(prose.value.language)' is used for singular and plural",
      of: prose,
      reading: number, range: range, in: text, hint: "use a plural: {n, plural, one {…} …}")
  }

  /// Returns the first word with a parenthesized ending from its language, and the index of its
  /// reading.
  private static func find(in prose: Prose) -> (reading: Int, range: Range<Int>)? {
    let endings = (prose.language.flatMap { self.endings[$0.language] } ?? ["s", "es"])
      .map { Array("(\($0))".utf8) }
    for (number, reading) in prose.readings.enumerated() {
      if let range = range(of: endings, in: reading) { return (number, range) }
    }
    return nil
  }

  /// Returns the range where a word with one of the endings first occurs.
  ///
  /// - Parameter endings: The endings in UTF-8, with their parentheses.
  private static func range(of endings: [[UInt8]], in reading: [UInt8]) -> Range<Int>? {
    for index in reading.indices where reading[index] == UInt8(ascii: "(") {
      guard let ending = endings.first(where: { reading[index...].starts(with: $0) }) else {
        continue
      }
      let start = reading[..<index].lastIndex { !$0.isPartOfLetter }.map { $0 + 1 } ?? 0
      let end = index + ending.count
      // A single letter before the parenthesis is a function, such as "f(s)".
      if index - start > 2, end == reading.count || !reading[end].isPartOfLetter {
        return start..<end
      }
    }
    return nil
  }
}

extension Message {
  /// Whether the message contains an integer placeholder without options.
  fileprivate var showsPlainNumber: Bool {
    elements.contains { element in
      if case .placeholder(let placeholder) = element { placeholder.isPlainNumber } else { false }
    }
  }
}
