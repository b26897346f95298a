import TremaCatalog
import TremaMessages
import TremaSupport

/// The keys of a catalog with their places and the languages of each text: all that is remembered
/// of an earlier text. A few dozen bytes a text, independent of its values.
struct TextIndex: Sendable {
  /// The texts by their numbers, in the order in which they came.
  private(set) var places = TextPlaces()
  /// Which of `languageSets` each of them has; -1 when it needs no translation.
  private(set) var languageSetNumbers: [Int32] = []
  /// Sets of language numbers, in order; most texts of a catalogue share one.
  private(set) var languageSets: [[Int]] = []
  /// The numbers of the sets, when there are too many to look through.
  private var setNumbers: [[Int]: Int32] = [:]
  /// The numbers of some sets by the languages of the texts that have them, in their order; the one that
  /// was met last comes first.
  private var knownSets: [(languages: [Int], set: Int32)] = []
  /// The languages by their numbers; nil for what is no language tag.
  var tags: [LanguageTag?] = []
  private var keys = KeyTable()

  init() {}

  /// The texts that continue the array of the text before.
  private(set) var continuedArrays: Set<Int> = []

  /// Notes that of the text that was inserted last.
  mutating func noteContinuedArray() { continuedArrays.insert(count - 1) }

  var count: Int { places.count }

  /// How many texts need translation: those that are the same in every language say nothing about
  /// which languages an app speaks.
  private(set) var translatableCount = 0

  /// Remembers a text.
  ///
  /// - Parameters:
  ///   - text: the text; its key and its place are kept.
  ///   - languages: the canonical numbers of its languages; nil when it needs none.
  /// - Returns: the place of an earlier text with the same key; the new one is not remembered then.
  mutating func insert(_ text: TextView, languages: [Int]?) -> SourceLocation? {
    text.withKey { insert($0, file: text.file, at: text.position, languages: languages) }
  }

  private mutating func insert(
    _ key: UnsafeBufferPointer<UInt8>, file: String, at position: SourcePosition,
    languages: [Int]?
  ) -> SourceLocation? {
    keys.grow()
    let place = keys.lookUp(key) { places.withKey($0) { $0.elementsEqual(key) } }
    if let found = place.number { return places.location(found) }
    keys.insert(places.append(key, file: file, at: position), at: place)
    languageSetNumbers.append(languages.map { setNumber($0) } ?? -1)
    if languages != nil { translatableCount += 1 }
    return nil
  }

  /// How many texts have each language, by its canonical number.
  func textsByLanguage() -> [Int] {
    var sets = Array(repeating: 0, count: languageSets.count)
    for number in languageSetNumbers where number >= 0 { sets[Int(number)] += 1 }
    var counts = Array(repeating: 0, count: tags.count)
    for (set, count) in zip(languageSets, sets) {
      for language in set { counts[language] += count }
    }
    return counts
  }

  /// The languages an app speaks: those it declares, or all of the catalogue that have the share of the
  /// texts that is asked for, in the order of their first appearance; the master always.
  func spokenLanguages(_ scope: CheckScope) -> [LanguageTag] {
    scope.languages ?? languages(havingPercent: scope.minimumCoverage, scope)
  }

  /// The languages that every text is to have: those that an app declares, or those that at least one text
  /// in twenty has. What has only begun is not asked for.
  func expectedLanguages(_ scope: CheckScope) -> [LanguageTag] {
    scope.languages ?? languages(havingPercent: max(5, scope.minimumCoverage), scope)
  }

  /// The languages that are not spoken, and how many of the texts that need translation have each.
  func omittedLanguages(_ scope: CheckScope) -> [(tag: LanguageTag, texts: Int)] {
    let (spoken, counts) = (Set(spokenLanguages(scope)), textsByLanguage())
    let numbers = numbersByTag
    return tags.indices.compactMap { number in
      guard let tag = tags[number], tag != scope.master, numbers[tag] == number else { return nil }
      return spoken.contains(tag) ? nil : (tag, counts[number])
    }
  }

  private func languages(havingPercent least: Int, _ scope: CheckScope) -> [LanguageTag] {
    let (counts, numbers) = (textsByLanguage(), numbersByTag)
    return tags.indices.compactMap { number in
      guard let tag = tags[number], numbers[tag] == number else { return nil }
      return tag == scope.master || counts[number] * 100 >= least * translatableCount ? tag : nil
    }
  }

  /// The first number of each language.
  var numbersByTag: [LanguageTag: Int] {
    Dictionary(
      tags.enumerated().compactMap { number, tag in tag.map { ($0, number) } },
      uniquingKeysWith: { first, _ in first })
  }

  private mutating func setNumber(_ languages: [Int]) -> Int32 {
    if let known = knownSets.firstIndex(where: { $0.languages == languages }) {
      if known > 0 { knownSets.swapAt(0, known) }
      return knownSets[0].set
    }
    let number = find(Self.set(of: languages))
    // In a catalogue in which each text has other languages there are too many to look through.
    if knownSets.count == Self.mostLookedThrough { knownSets.removeLast() }
    knownSets.insert((languages, number), at: 0)
    return number
  }

  /// - Returns: the number of a set, which may be new.
  private mutating func find(_ set: [Int]) -> Int32 {
    if languageSets.count < Self.mostLookedThrough {
      if let number = languageSets.firstIndex(of: set) { return Int32(number) }
    } else {
      if setNumbers.isEmpty {
        for (number, set) in languageSets.enumerated() { setNumbers[set] = Int32(number) }
      }
      if let number = setNumbers[set] { return number }
      setNumbers[set] = Int32(languageSets.count)
    }
    languageSets.append(set)
    return Int32(languageSets.count - 1)
  }

  private static let mostLookedThrough = 32

  private static func set(of languages: [Int]) -> [Int] {
    var set: [Int] = []
    for language in languages.sorted() where language != set.last { set.append(language) }
    return set
  }
}
