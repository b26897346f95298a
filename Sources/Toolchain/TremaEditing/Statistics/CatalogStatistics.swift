import TremaCatalog
import TremaMessages

/// How far a catalogue has come, counted text by text in memory that grows with the languages
/// alone.
///
/// A text counts as often as its key is in the file, a language once a text, with its first
/// value. Texts that are not to be translated (`@translatable false`) count in the master language
/// alone.
package struct CatalogStatistics: Sendable {
  package private(set) var texts = 0
  /// Texts that are the same in every language.
  package private(set) var untranslatable = 0
  /// Texts to be translated that contain a plural in any language.
  package private(set) var plurals = 0
  /// The master language as the file spells it.
  package let masterLanguage: String

  private let chosen: [LanguageTag]?
  private var table = LanguageTable()
  private var countedNumbers = CountedNumbersTable()
  private var counts: [Int: Language] = [:]
  /// The size of the master's values in texts to be translated.
  private var masterSize = TextSize()
  private let masterNumber: Int

  /// The statistics of one language.
  package struct Language: Hashable, Sendable {
    /// A well-formed tag in its canonical case, else as the file spells it.
    package var name: String
    package var isMaster = false
    /// Texts that could have a value: in the master language also those that are not translated.
    package var texts = 0
    /// The portions by the name of the status; empty values are in none.
    package var statuses: [String: Portion] = [:]
    /// Texts with a value that is empty.
    package var empty = 0
    /// Texts without a value.
    package var missing = 0
    /// Plural texts whose value has a branch for every category of the language that whole numbers
    /// have.
    package var completePlurals = 0
    /// The size of the master's values in the texts that are missing or empty.
    package var untranslatedSize = TextSize()
    /// The master's values of texts that have one; what is left of all is `untranslatedSize`.
    fileprivate var translatedSize = TextSize()

    package struct Portion: Hashable, Sendable {
      package var values = 0
      package var size = TextSize()

      package init() {}
    }

    /// All that has a text.
    package var present: Portion {
      statuses.values.reduce(into: Portion()) { sum, portion in
        sum.values += portion.values
        sum.size += portion.size
      }
    }

    /// Values that are no longer `initial`.
    package var translated: Int { present.values - (statuses["initial"]?.values ?? 0) }

    /// The percentage of translated texts among those that could have a value, rounded down: 100 means
    /// all.
    package var percent: Int { texts == 0 ? 100 : translated * 100 / texts }
  }

  /// - Parameters:
  ///   - masterLanguage: of the catalogue, as it spells it.
  ///   - languages: those to count, whether there are values in them or not; nil for those that
  ///     come up, the master's always among them.
  package init(masterLanguage: String, languages: [LanguageTag]? = nil) {
    self.masterLanguage = masterLanguage
    chosen = languages
    masterNumber = table.number(of: masterLanguage)
    if languages == nil { counts[masterNumber] = language(masterNumber) }
    for tag in languages ?? [] {
      let number = table.language(of: tag.description).canonical
      counts[number] = language(number)
    }
  }

  /// The master first, then by the names.
  package var languages: [Language] {
    counts.values.map { language in
      var language = language
      language.texts = texts - (language.isMaster ? 0 : untranslatable)
      language.missing = language.texts - language.present.values - language.empty
      language.untranslatedSize.words = masterSize.words - language.translatedSize.words
      language.untranslatedSize.characters =
        masterSize.characters - language.translatedSize.characters
      return language
    }.sorted { a, b in
      if a.isMaster != b.isMaster { return a.isMaster }
      return a.name.utf8.lexicographicallyPrecedes(b.name.utf8)
    }
  }

  /// The translations together: how many of the values that there could be are translated, in
  /// percent, rounded down. Without any, those of the master.
  package var percent: Int {
    let all = languages
    let translations = all.contains { !$0.isMaster } ? all.filter { !$0.isMaster } : all
    let possible = translations.reduce(0) { $0 + $1.texts }
    return possible == 0 ? 100 : translations.reduce(0) { $0 + $1.translated } * 100 / possible
  }

  /// - Parameter annotations: those of its context.
  package mutating func add(_ text: Text, annotations: Annotations) {
    texts += 1
    if !annotations.isTranslatable { untranslatable += 1 }
    var isPlural = false
    if annotations.isTranslatable {
      isPlural = text.values.contains { $0.message.plurals.contains { $0.kind == .cardinal } }
      if isPlural { plurals += 1 }
    }
    var seen: [(number: Int, value: Value)] = []
    for value in text.values {
      let number = table.language(of: value.language).canonical
      if !seen.contains(where: { $0.number == number }) { seen.append((number, value)) }
    }
    let original =
      seen.first { $0.number == masterNumber }
      .map { TextSize($0.value.message) } ?? TextSize()
    if annotations.isTranslatable { masterSize += original }
    for (number, value) in seen {
      let isMaster = number == masterNumber
      guard isMaster || annotations.isTranslatable else { continue }
      guard var language = counts[number] ?? (chosen == nil ? language(number) : nil) else {
        continue
      }
      counts[number] = nil
      if value.source.isEmpty {
        language.empty += 1
      } else {
        language.statuses[value.status.name, default: Language.Portion()].values += 1
        language.statuses[value.status.name]?.size +=
          isMaster ? original : TextSize(value.message)
        if annotations.isTranslatable { language.translatedSize += original }
        if isPlural, hasAllCategories(value.message, of: table[number].tag) {
          language.completePlurals += 1
        }
      }
      counts[number] = language
    }
  }

  /// Whether each plural has a branch for every category that numbers of people have in the
  /// language. A message without plurals has, where there is one category alone.
  private mutating func hasAllCategories(_ message: Message, of language: LanguageTag?) -> Bool {
    guard let language else { return false }
    let numbers = countedNumbers.numbers(of: language, .cardinal)
    let plurals = message.plurals.filter { $0.kind == .cardinal }
    if plurals.isEmpty { return numbers.count <= 1 }
    return plurals.allSatisfy { numbers.missing(in: $0).isEmpty }
  }

  private func language(_ number: Int) -> Language {
    let known = table[number]
    return Language(
      name: known.tag?.description ?? known.spelling, isMaster: number == masterNumber)
  }
}

extension Message {
  /// The plurals in the message, those in branches included.
  fileprivate var plurals: [MessageArgument.Plural] {
    guard hasBranches else { return [] }
    return elements.flatMap { element -> [MessageArgument.Plural] in
      guard case .argument(let argument) = element else { return [] }
      let inner = argument.branches.flatMap(\.plurals)
      if case .plural(let plural) = argument.kind { return [plural] + inner }
      return inner
    }
  }
}
