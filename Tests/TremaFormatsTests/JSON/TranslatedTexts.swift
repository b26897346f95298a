import TremaCatalog
import TremaFormats
import TremaMessages
import TremaTestSupport

/// Texts in four languages with plurals of their own, for formats that must preserve them.
struct TranslatedTexts {
  static let languages = ["en", "pl", "ar", "ja"].compactMap { LanguageTag($0) }
  static let master = languages[0]

  /// The pieces of text between arguments.
  var pieces: [String] = HostileText.pieces
  /// Whether a value may hold two plurals, or a plural for 0.
  var hasSeveralPlurals = true
  var hasZero = true
  var statuses: [Status] = [.translated]
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func texts(_ count: Int) -> [Text] { (0..<count).map { text("key.\($0)") } }

  private mutating func text(_ key: String) -> Text {
    let kind = random.number(0...4)
    let conversions = (1...3).map { number in
      var placeholder = Placeholder(random.pick(["@", "d", "f"]), position: number)
      if placeholder.type == .floating { placeholder.precision = .fixed(2) }
      return Message.Element.placeholder(placeholder)
    }
    var text = Text(key: key)
    let isNamed = random.once(in: 2)
    var context = random.once(in: 2) ? ["About \(key), \"quoted\""] : []
    if isNamed, kind > 0 { context.append("@param 1 count how many there are") }
    if !context.isEmpty { text.context = Context(context.joined(separator: "\n")) }
    for language in Self.languages {
      var elements: [Message.Element] = [words()]
      switch kind {
      case 0: break
      case 1: elements += [conversions[0], words(), conversions[1]]
      case 2: elements += [plural(1, "count", language), words()]
      case 3: elements += [plural(1, "count", language), words(), .placeholder(named(2))]
      default:
        elements += [plural(1, "count", language), words()]
        if hasSeveralPlurals { elements += [plural(2, "weeks", language), words()] }
      }
      text.values.append(
        Value(
          language: language.description, status: random.pick(statuses),
          source: Message(elements).source()))
    }
    return text
  }

  private func named(_ number: Int) -> Placeholder { Placeholder("@", position: number) }

  private mutating func words() -> Message.Element {
    .text(HostileText.text(&random, of: [pieces], upTo: 3))
  }

  private mutating func plural(
    _ number: Int, _ name: String, _ language: LanguageTag
  ) -> Message.Element {
    var branches = PluralRules(language).categories.map { category in
      MessageArgument.PluralBranch(
        .category(category),
        Message([words(), random.once(in: 6) ? .text("one") : .pluralNumber, words()]))
    }
    if hasZero, language == Self.master, random.once(in: 3) {
      branches.insert(MessageArgument.PluralBranch(.exact(0), Message([words()])), at: 0)
    }
    return .argument(
      MessageArgument(.named(name), .plural(MessageArgument.Plural(.cardinal, branches))))
  }
}

/// The meaning of a text in each language, with any names of arguments.
func meanings(_ text: Text, master: String = "en") -> [String: String] {
  let annotations = Annotations(text.context)
  let outline = TextOutline(text, annotations: annotations, master: master)
  var meanings: [String: String] = [:]
  for value in text.values {
    let message = value.message.numbered(by: outline.numbers).asPlatformsHaveIt
    meanings[value.language] =
      message.spelled(MessageSpelling(.canonical, keepsNames: false)) ?? "unspeakable"
  }
  return meanings
}

extension Message {
  /// The message in a platform's form: one plural is all of the message; plain arguments are
  /// placeholders.
  fileprivate var asPlatformsHaveIt: Message {
    let whole = asOnePlural.map { Message([.argument($0)]) } ?? self
    return whole.withoutPlainArguments
  }

  private var withoutPlainArguments: Message {
    guard hasArguments else {
      return Message(
        zip(elements, numberedElements).map { $1 })
    }
    return Message(
      elements.map { element in
        guard case .argument(let argument) = element else { return element }
        if case .plain = argument.kind, case .numbered(let number) = argument.name {
          return .placeholder(Placeholder("@", position: number))
        }
        var sorted = argument.mapBranches(\.withoutPlainArguments)
        if case .plural(var plural) = sorted.kind {
          plural.branches.sort { $0.selector.spelling < $1.selector.spelling }
          sorted.kind = .plural(plural)
        }
        return .argument(sorted)
      })
  }

  /// Every placeholder with its number.
  private var numberedElements: [Element] {
    var numbers = numberedPlaceholders.map(\.argument)[...]
    return elements.map { element in
      guard case .placeholder(var placeholder) = element else { return element }
      placeholder.position = numbers.popFirst()
      return .placeholder(placeholder)
    }
  }
}

/// Writes the texts of one language.
func written(
  _ texts: [Text], _ format: ResourceFormat, in language: LanguageTag, style: JSONStyle = .flat,
  usesARBEscaping: Bool = false
) -> [UInt8] {
  var file = FileDescription(
    source: "Texts.trm", table: "Texts", language: language,
    defaultLanguage: TranslatedTexts.master)
  file.jsonStyle = style
  file.usesARBEscaping = usesARBEscaping
  var writer = format.writer(file)
  var output: [UInt8] = []
  writer.begin(into: &output)
  for text in texts {
    guard let index = text.index(ofLanguage: language.description) else { continue }
    let outline = TextOutline(
      text, annotations: Annotations(text.context), master: TranslatedTexts.master.description)
    writer.append(Entry(text, at: index, outline), into: &output)
  }
  writer.end(into: &output)
  return output
}
