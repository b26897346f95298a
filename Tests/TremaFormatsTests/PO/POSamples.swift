import Foundation
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaTestSupport

/// Catalogues with plurals in languages with different rules, and their PO files.
struct POSamples {
  var random: SeededGenerator
  static let master = "en"

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let words = [
    "a", "Grüezi", " ", "\n", "\t", "\"", "\\", "'", "100 %", "日本語", "مرحبا", "{", "}", "#", "<b>",
    "e\u{301}", "\u{2028}", "50% off ", "\u{A0}", "%%", "\\n", "msgid", "\u{85}", "{0}", "👨‍👩‍👧‍👦",
  ]

  mutating func words(_ most: Int = 4) -> String {
    (0..<random.number(0...most)).map { _ in random.pick(Self.words) }.joined()
  }

  /// A text in some of the languages, the master first.
  mutating func text(_ index: Int, _ languages: [String]) -> Text {
    var text = Text(key: "k\(index)\(words(2))")
    if random.once(in: 2) {
      text.context = Context("About\n\n\(random.pick(["#x", "  y", "@max 12", "@param 1 a b"]))")
    }
    let kind = random.number(0...5)
    for language in languages {
      let message = message(kind, LanguageTag(language))
      text.values.append(
        Value(
          language: language,
          status: random.pick([.initial, .translated, .translated, .verified, .special]),
          source: message.source(backslash: .escape)))
    }
    return text
  }

  private mutating func message(_ kind: Int, _ language: LanguageTag?) -> Message {
    switch kind {
    case 0, 1: return Message("x\(words())x")
    case 2:
      return Message([
        .text("x" + words(2)), .placeholder(Placeholder("d", position: 2)), .text(words(2)),
        .placeholder(Placeholder("@", position: 1)), .text("x"),
      ])
    case 3, 4: return plural(language, shows: kind == 4)
    default:
      let select = MessageArgument(
        .named("who"),
        .select([
          MessageArgument.SelectBranch("she", Message("she" + words(1))),
          MessageArgument.SelectBranch("other", Message("they")),
        ]))
      return Message([.text("x" + words(1)), .argument(select), .text("x")])
    }
  }

  private mutating func plural(_ language: LanguageTag?, shows name: Bool) -> Message {
    let categories = language.map { PluralRules($0).categories } ?? [.other]
    let branches = categories.filter { $0 == .other || !random.once(in: 6) }.map { category in
      var elements: [Message.Element] = [.text("x\(category.rawValue)\(words(2))")]
      if !random.once(in: 5) { elements.append(.pluralNumber) }
      elements.append(.text(words(1)))
      if name { elements.append(.argument(MessageArgument(.named("name")))) }
      return MessageArgument.PluralBranch(.category(category), Message(elements + [.text("x")]))
    }
    let plural = MessageArgument(
      .named("count"), .plural(MessageArgument.Plural(.cardinal, branches)))
    return Message([.text("x" + words(1)), .argument(plural), .text("x")])
  }

  /// The file of a language, made of these texts.
  static func file(
    _ texts: [Text], _ language: String, master: String = master
  ) throws -> (bytes: [UInt8], losses: [[Feature]]) {
    let tag = try LanguageTag(language).orThrow()
    let masterTag = try LanguageTag(master).orThrow()
    let file = FileDescription(
      source: "Texts.trm", table: "Texts", language: tag, defaultLanguage: masterTag)
    var writer = ResourceFormat.po.writer(file)
    var bytes: [UInt8] = []
    var losses: [[Feature]] = []
    writer.begin(into: &bytes)
    for text in texts {
      guard let index = text.index(ofLanguage: language) else { continue }
      let outline = TextOutline(text, annotations: Annotations(text.context), master: master)
      writer.append(Entry(text, at: index, outline), into: &bytes)
      losses.append(writer.takeLosses())
    }
    writer.end(into: &bytes)
    return (bytes, losses)
  }
}

struct NoValue: Error {}

extension Optional {
  func orThrow() throws -> Wrapped {
    guard let self else { throw NoValue() }
    return self
  }
}

/// Python with the packages of the virtual environment.
enum VirtualPython {
  static func run(
    _ program: String, _ arguments: [String] = [], input: [UInt8] = [],
    in folder: TemporaryFolder? = nil
  ) throws -> Judge.Verdict {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let packages = try FileManager.default.contentsOfDirectory(
      at: root.appending(path: ".venv/lib"), includingPropertiesForKeys: nil)
    let path = packages.map { $0.appending(path: "site-packages").path }
    return try Judge.python.run(
      ["-c", "import sys; sys.path[:0] = \(path)\n" + program] + arguments, input: input,
      in: folder)
  }
}
