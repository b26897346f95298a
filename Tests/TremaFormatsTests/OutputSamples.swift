import Foundation
import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaTestSupport

/// Two thousand small catalogues, written in every format; texts that a check refuses are left out,
/// as `--keep-going` does.
struct OutputSamples {
  static let catalogues = 2000

  struct Output {
    var catalogue: Int
    var file: FileDescription
    var bytes: [UInt8]
    /// The messages by their keys in the file.
    var messages: [ExactString: Message]
  }

  static let languages = ["de", "pt-BR", "zh-Hans"].compactMap { LanguageTag($0) }

  static func all(
    _ format: ResourceFormat, target: CheckTarget?, seed: UInt64, count: Int = catalogues
  ) -> [Output] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).flatMap { number in
      outputs(format, target, catalog(&random, number), number)
    }
  }

  private static func catalog(_ random: inout SeededGenerator, _ number: Int) -> Catalog {
    var catalog = Catalog(
      header: CatalogHeader(file: "*/--Te\u{301}xts\u{1} */-.trm", masterLanguage: "de"))
    for index in 0..<5 {
      // The key is unique for resource compilers, which have one namespace for all names.
      let key = HostileText.text(
        &random, of: [HostileText.pieces, HostileText.backslashes], upTo: 3)
      var text = Text(key: "k\(number)_\(index)\(key)")
      if random.once(in: 20) { text.key = HostileText.text(&random, of: [HostileText.pieces]) }
      if random.once(in: 3) {
        text.context = Context(HostileText.text(&random, of: [HostileText.pieces]))
      }
      let count = random.number(2...3)
      // Languages agree about their placeholders, so they share one value with other decoration.
      let core = HostileText.value(&random)
      for language in languages.prefix(count) {
        let edge = random.pick(["", "", " ", "\u{A0}", "@", "?", "\n", "  ", "'", "\"", "\\"])
        text.values.append(
          Value(language: language.description, source: edge + core + random.pick(["", edge])))
      }
      catalog.texts.append(text)
    }
    return catalog
  }

  private static func outputs(
    _ format: ResourceFormat, _ target: CheckTarget?, _ catalog: Catalog, _ number: Int
  ) -> [Output] {
    var scope = CheckScope(master: languages[0])
    scope.targets = target.map { [$0] } ?? []
    var checker = Checker(scope)
    let texts = catalog.texts.filter { text in
      let annotations = Annotations(text.context)
      return !checker.examine(text, annotations: annotations).contains { $0.severity == .error }
    }
    return languages.map { language in
      let file = FileDescription(
        source: catalog.header.file, table: "Localizable", language: language,
        defaultLanguage: languages[0])
      var output = Output(catalogue: number, file: file, bytes: [], messages: [:])
      var writer = format.writer(file)
      writer.begin(into: &output.bytes)
      for text in texts {
        guard let value = text[language.description] else { continue }
        writer.append(
          Entry(key: text.key, value, annotations: Annotations(text.context)), into: &output.bytes)
        output.messages[ExactString(text.key)] = value.message
      }
      writer.end(into: &output.bytes)
      return output
    }
  }
}

/// The texts that a reader found, by keys; both are compared byte by byte.
typealias Texts = [ExactString: ExactString]

/// A description of the first entry in which two sets of texts differ; nil if they are the same.
func difference(_ found: Texts, _ wanted: Texts) -> String? {
  for (key, text) in wanted.sorted(by: { "\($0.key)" < "\($1.key)" }) {
    guard let other = found[key] else { return "\(key) is missing, wanted \(text)" }
    if other != text { return "\(key) is \(other), wanted \(text)" }
  }
  return found.count == wanted.count ? nil : "\(found.count) texts, wanted \(wanted.count)"
}

extension Texts {
  init(_ output: OutputSamples.Output, _ intended: (Message) -> String) {
    self = output.messages.mapValues { ExactString(intended($0)) }
  }

  /// A dictionary of strings from a reader of Foundation.
  init?(foundation object: Any) {
    guard let object = object as? [String: String] else { return nil }
    self = [:]
    for (key, text) in object { self[ExactString(key)] = ExactString(text) }
  }
}
