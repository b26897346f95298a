import TremaCatalog
import TremaMessages

/// The translation progress of a catalog, counted text by text. The memory use depends only on the
/// number of languages.
///
/// A text counts each time its key occurs in the file. A language counts once per text, with its
/// first value. Texts that are not translatable (`@translatable false`) count only in the master
/// language. Other texts count in the languages in which they are needed.
package struct CatalogStatistics: Sendable {
  /// The number of texts.
  package private(set) var texts = 0
  /// The number of texts that are not translatable.
  package private(set) var untranslatable = 0
  /// The number of translatable texts with a plural in any language.
  package private(set) var plurals = 0
  /// The master language as spelled in the file.
  package let masterLanguage: String

  /// The languages to count, or `nil` for the languages of the values.
  private let requestedLanguages: [LanguageTag]?
  /// The languages by spelling.
  private var table = LanguageTable()
  /// The plural categories of languages.
  private var pluralCategories = CountedNumbersTable()
  /// The statistics, by language index.
  private var counts: [Int: Language] = [:]
  /// The translatable texts, by the languages in which they are needed.
  private var groups: [RequiredLanguages?: Group] = [:]
  /// The index of the master language.
  private let masterNumber: Int

  /// Translatable texts that are needed in the same languages.
  private struct Group {
    /// The number of texts.
    var texts = 0
    /// The number of texts with a plural in any language.
    var plurals = 0
    /// The size of the texts' master values.
    var masterSize = TextSize()

    /// Adds the texts of another group.
    static func += (a: inout Group, b: Group) {
      a.texts += b.texts
      a.plurals += b.plurals
      a.masterSize += b.masterSize
    }
  }

  /// The statistics of one language.
  package struct Language: Hashable, Sendable {
    /// The tag in its canonical form if it is well-formed, otherwise as spelled in the file.
    package var name: String
    /// Whether the language is the master language.
    package var isMaster = false
    /// The number of texts that are needed in the language. In the master language, it includes
    /// texts that are not translatable.
    package var texts = 0
    /// The number of translatable texts with a plural in any language that are needed in the
    /// language.
    package var plurals = 0
    /// The nonempty values, by status name.
    package var statuses: [String: Portion] = [:]
    /// The number of texts whose value is empty.
    package var empty = 0
    /// The number of texts without a value.
    package var missing = 0
    /// The number of texts with plurals whose value has a branch for every category that integers
    /// have in the language.
    package var completePlurals = 0
    /// The size of the master values for texts whose value is missing or empty.
    package var untranslatedSize = TextSize()
    /// The size of the translated texts' master values, used to compute ``untranslatedSize``.
    fileprivate var translatedSize = TextSize()

    /// A number of values and their size.
    package struct Portion: Hashable, Sendable {
      package var values = 0
      package var size = TextSize()

      package init() {}
    }

    /// The sum of all nonempty values.
    package var present: Portion {
      statuses.values.reduce(into: Portion()) { sum, portion in
        sum.values += portion.values
        sum.size += portion.size
      }
    }

    /// The number of nonempty values whose status is not `initial`.
    package var translated: Int { present.values - (statuses["initial"]?.values ?? 0) }

    /// The percentage of translated texts, rounded down so that 100 means all texts.
    package var percent: Int { texts == 0 ? 100 : translated * 100 / texts }
  }

  /// Creates empty statistics.
  ///
  /// - Parameters:
  ///   - masterLanguage: The master language as spelled in the catalog.
  ///   - languages: The languages to count, even if they have no values, or `nil` for the master
  ///     language and the languages of the values.
  package init(masterLanguage: String, languages: [LanguageTag]? = nil) {
    self.masterLanguage = masterLanguage
    requestedLanguages = languages
    masterNumber = table.number(of: masterLanguage)
    if languages == nil { counts[masterNumber] = language(masterNumber) }
    for tag in languages ?? [] {
      let number = table.language(of: tag.description).canonicalNumber
      counts[number] = language(number)
    }
  }

  /// Adds languages that may have no values, unless the languages to count are specified.
  package mutating func include(_ languages: [String]) {
    guard requestedLanguages == nil else { return }
    for name in languages {
      let number = table.language(of: name).canonicalNumber
      if counts[number] == nil { counts[number] = language(number) }
    }
  }

  /// The statistics for all languages: the master language, then the others by the UTF-8 bytes of
  /// their names.
  package var languages: [Language] {
    counts.values.map { language in
      var language = language
      let needed = texts(in: language)
      let masterSize = needed.masterSize
      language.texts = needed.texts + (language.isMaster ? untranslatable : 0)
      language.plurals = needed.plurals
      language.missing = language.texts - language.present.values - language.empty
      language.untranslatedSize.wordCount = masterSize.wordCount - language.translatedSize.wordCount
      language.untranslatedSize.characterCount =
        masterSize.characterCount - language.translatedSize.characterCount
      return language
    }.sorted { a, b in
      if a.isMaster != b.isMaster { return a.isMaster }
      return a.name.utf8.lexicographicallyPrecedes(b.name.utf8)
    }
  }

  /// Returns the translatable texts that are needed in a language.
  private func texts(in language: Language) -> Group {
    let tag = LanguageTag(language.name)
    return groups.reduce(into: Group()) { sum, entry in
      if language.isMaster || entry.key.isNeeded(in: tag) { sum += entry.value }
    }
  }

  /// The percentage of values that are translated, over all translations together, rounded down. If
  /// only the master language is counted, the percentage for it.
  package var percent: Int {
    let all = languages
    let translations = all.contains { !$0.isMaster } ? all.filter { !$0.isMaster } : all
    let possible = translations.reduce(0) { $0 + $1.texts }
    return possible == 0 ? 100 : translations.reduce(0) { $0 + $1.translated } * 100 / possible
  }

  /// Counts a text.
  ///
  /// - Parameters:
  ///   - text: The text to count.
  ///   - annotations: The annotations of the text's context.
  ///   - required: The languages in which the text is needed in addition to the master language, or
  ///     `nil` for all languages.
  package mutating func add(
    _ text: Text, annotations: Annotations, in required: RequiredLanguages? = nil
  ) {
    texts += 1
    if !annotations.isTranslatable { untranslatable += 1 }
    var isPlural = false
    if annotations.isTranslatable {
      isPlural = text.values.contains { $0.message.plurals.contains { $0.kind == .cardinal } }
      if isPlural { plurals += 1 }
    }
    var seen: [(number: Int, value: Value)] = []
    for value in text.values {
      let number = table.language(of: value.language).canonicalNumber
      if !seen.contains(where: { $0.number == number }) { seen.append((number, value)) }
    }
    let original =
      seen.first { $0.number == masterNumber }
      .map { TextSize($0.value.message) } ?? TextSize()
    if annotations.isTranslatable {
      groups[required, default: Group()] += Group(
        texts: 1, plurals: isPlural ? 1 : 0, masterSize: original)
    }
    for (number, value) in seen {
      let isMaster = number == masterNumber
      // Most texts are needed in all languages, so their tags are not copied.
      let isNeeded = required == nil || required.isNeeded(in: table[number].tag)
      guard isMaster || annotations.isTranslatable && isNeeded else { continue }
      guard var language = counts[number] ?? (requestedLanguages == nil ? language(number) : nil)
      else {
        continue
      }
      // The entry is removed while it is changed so that its dictionary is not copied.
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

  /// Returns whether each plural has a branch for every category of numbers in the language. The
  /// result is `true` for a message without plurals if the language has only one category.
  private mutating func hasAllCategories(_ message: Message, of language: LanguageTag?) -> Bool {
    guard let language else { return false }
    let numbers = pluralCategories.numbers(of: language, .cardinal)
    let plurals = message.plurals.filter { $0.kind == .cardinal }
    if plurals.isEmpty { return numbers.count <= 1 }
    return plurals.allSatisfy { numbers.missing(in: $0).isEmpty }
  }

  /// Returns empty statistics of a language.
  private func language(_ number: Int) -> Language {
    let known = table[number]
    return Language(
      name: known.tag?.description ?? known.spelling, isMaster: number == masterNumber)
  }
}

extension RequiredLanguages? {
  /// Returns whether a text is needed in a language other than the master language. The values
  /// of an invalid tag (`nil`) are counted in any case.
  fileprivate func isNeeded(in language: LanguageTag?) -> Bool {
    guard let self, let language else { return true }
    return self.contains(language)
  }
}

extension Message {
  /// The plurals of the message, including those in branches.
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
