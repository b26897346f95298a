import TremaCatalog
import TremaFormats
import TremaMessages
import TremaTestSupport

/// Texts in the form of an Android file, and the files that our writer makes of them.
enum AndroidSamples {
  static let languages = ["en", "pl", "ar", "ja"].compactMap { LanguageTag($0) }

  /// The file of one language of these texts.
  static func file(
    _ texts: [Text], _ language: LanguageTag, master: LanguageTag = languages[0]
  ) -> (bytes: [UInt8], losses: [[Feature]]) {
    let file = FileDescription(
      source: "a.trm", table: "t", language: language, defaultLanguage: master)
    var writer = ResourceFormat.android.writer(file)
    var bytes: [UInt8] = []
    var losses: [[Feature]] = []
    writer.begin(into: &bytes)
    for text in texts {
      let outline = TextOutline(
        text, annotations: Annotations(text.context), master: master.description)
      if let index = text.index(ofLanguage: language.description) {
        writer.append(Entry(text, at: index, outline), into: &bytes)
      } else {
        writer.appendMissing(text.key, outline, into: &bytes)
      }
      losses.append(writer.takeLosses())
    }
    writer.end(into: &bytes)
    return (bytes, losses)
  }

  /// Returns the content of the root element.
  static func body(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).split(separator: "<resources>\n").last
      .map { String($0.dropLast("</resources>\n".count)) } ?? ""
  }

  static func text(_ key: String, context: String = "", _ values: [String: String]) -> Text {
    Text(
      key: key, context: Context(context),
      values: values.sorted { $0.key < $1.key }.map { Value(language: $0.key, source: $0.value) })
  }

  // MARK: Random texts

  /// Texts, plurals and arrays whose keys and messages Android can express without a change.
  static func texts(_ random: inout SeededGenerator) -> [Text] {
    var texts: [Text] = []
    for index in 0..<random.number(1...6) {
      switch random.number(0...3) {
      case 0:
        for item in 0..<random.number(1...3) {
          texts.append(
            text(&random, "list\(index).\(item)", context: "@array") { random, _ in
              simple(&random, numbers: 1...1)
            })
        }
      case 1: texts.append(text(&random, "text\(index)") { r, _ in simple(&r, numbers: 1...2) })
      default: texts.append(text(&random, "days\(index)") { plural(&$0, $1) })
      }
    }
    return texts
  }

  private static func text(
    _ random: inout SeededGenerator, _ key: String, context: String = "",
    _ message: (inout SeededGenerator, LanguageTag) -> Message
  ) -> Text {
    var lines = random.once(in: 3) ? ["What it is for.", "More of it."] : []
    if context.isEmpty, random.once(in: 9) { lines.append("@translatable false") }
    if !context.isEmpty { lines.append(context) }
    let values = languages.map { language in
      Value(
        language: language.description,
        source: message(&random, language).source(backslash: .escape))
    }
    return Text(key: key, context: Context(lines.joined(separator: "\n")), values: values)
  }

  private static func hostile(_ random: inout SeededGenerator) -> Message.Element {
    .text(HostileText.text(&random, of: [HostileText.pieces, ["\\", "\\n", "%", "%%", "50%"]]))
  }

  private static func simple(
    _ random: inout SeededGenerator, numbers: ClosedRange<Int>
  ) -> Message {
    var elements = [hostile(&random)]
    if random.once(in: 2) {
      for number in numbers {
        let position = numbers.count > 1 ? number : nil
        elements += [.placeholder(Placeholder(number == 1 ? "@" : "d", position: position))]
        elements.append(hostile(&random))
      }
      return Message(elements)
    }
    // Text that looks like a conversion is none in a catalogue, and one on Android.
    return Message(
      elements.map { element in
        guard case .text(let text) = element else { return element }
        return .text(text.replacing("%", with: "percent"))
      })
  }

  private static func plural(_ random: inout SeededGenerator, _ language: LanguageTag) -> Message {
    let branches = PluralRules(language).categories.map { category in
      var elements = [hostile(&random)]
      for _ in 0..<random.number(0...3) {
        switch random.number(0...3) {
        case 0: elements.append(.placeholder(Placeholder("d", position: 1)))
        case 1: elements.append(.placeholder(Placeholder("@", position: 2)))
        default: elements.append(.pluralNumber)
        }
        elements.append(hostile(&random))
      }
      return MessageArgument.PluralBranch(.category(category), Message(elements))
    }
    return Message([
      .argument(MessageArgument(.numbered(1), .plural(.init(.cardinal, branches))))
    ])
  }
}
