import TremaCatalog
import TremaMessages
import TremaTestSupport

/// Texts with plurals made at random: argument 1 and 3 are numbers, argument 2 is a name.
struct PluralSamples {
  static let languages = ["en", "pl", "ar", "ja"]

  private var random: SeededGenerator
  private var pieces = HostileText.pieces

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// - Parameter isPlain: No line ends but those of ASCII, which line-based readers misread, and
  /// one plural at most.
  mutating func texts(_ count: Int, isPlain: Bool = false) -> [Text] {
    if isPlain { pieces = HostileText.pieces.filter { !["\u{85}", "\u{2028}"].contains($0) } }
    return (0..<count).map { number in
      let key = isPlain ? "" : HostileText.text(&random, of: [HostileText.pieces], upTo: 2)
      let context =
        random.once(in: 2) ? nil : Context("Days -- left\n@param 1 count\n@param 3 na@me")
      let values = Self.languages.map { language in
        let message = message(language, isPlain: isPlain)
        return Value(language: language, source: message.source())
      }
      return Text(key: "k\(number)\(key)", context: context, values: values)
    }
  }

  private mutating func message(_ language: String, isPlain: Bool) -> Message {
    if random.once(in: 6) { return Message([text(), .placeholder(Placeholder("@", position: 2))]) }
    var elements = [text(), plural(1, language, depth: isPlain ? 1 : 0), text()]
    if random.once(in: 2) { elements.append(.argument(MessageArgument(.numbered(2)))) }
    if !isPlain, random.once(in: 3) { elements += [text(), plural(3, language, depth: 1)] }
    if !isPlain, random.once(in: 8) { elements.append(.placeholder(Placeholder("d", position: 1))) }
    return Message(elements)
  }

  private mutating func text() -> Message.Element {
    let text = HostileText.text(&random, of: [pieces, HostileText.percents], upTo: 3)
    return .text(random.once(in: 40) ? text + "\u{1}" : text)
  }

  private mutating func plural(_ number: Int, _ language: String, depth: Int) -> Message.Element {
    var selectors = [PluralSelector.category(.other)]
    let used = LanguageTag(language).map { PluralRules($0).categories } ?? []
    for category in PluralCategory.allCases.dropLast() where random.once(in: 2) {
      // The writer must leave out branches that no number selects.
      if used.contains(category) || random.once(in: 3) { selectors.append(.category(category)) }
    }
    if random.once(in: 4) { selectors.append(.exact(0)) }
    if random.once(in: 8) { selectors.append(.exact(random.pick([1, 2, 5]))) }
    let branches = selectors.reversed().map { selector in
      var elements = [text()]
      if !random.once(in: 4) { elements += [.pluralNumber, text()] }
      if random.once(in: 5) { elements.append(.placeholder(Placeholder("@", position: 2))) }
      if depth == 0, random.once(in: 8) { elements.append(plural(3, language, depth: 1)) }
      return MessageArgument.PluralBranch(selector, Message(elements))
    }
    return .argument(MessageArgument(.numbered(number), .plural(.init(.cardinal, branches))))
  }
}
