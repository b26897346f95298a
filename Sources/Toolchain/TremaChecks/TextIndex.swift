import TremaCatalog
import TremaMessages
import TremaSupport

/// The keys of a catalog, with the location and languages of each text. Nothing else about a text
/// is stored after it was examined. A text takes a few dozen bytes, regardless of its values.
struct TextIndex: Sendable {
  /// The keys and locations of the texts, by index, in the order in which they were inserted.
  private(set) var texts = TextLocations()
  /// The index of each text's set in ``languageSets``, or -1 if the text needs no translation.
  private(set) var languageSetNumbers: [Int32] = []
  /// The distinct sets of canonical language indices, each in ascending order. Most texts of a
  /// catalog share the same set.
  private(set) var languageSets: [[Int]] = []
  /// The indices of the sets, used when there are too many sets for a linear search.
  private var setNumbers: [[Int]: Int32] = [:]
  /// The recently used sets, most recent first, each with the languages of a text in the order of
  /// its values.
  private var knownSets: [(languages: [Int], set: Int32)] = []
  /// The languages by index; `nil` for an invalid language tag.
  var tags: [LanguageTag?] = []
  /// The hash table of the keys.
  private var keys = KeyTable()

  init() {}

  /// The indices of the texts that continue the array of the preceding text.
  private(set) var continuedArrays: Set<Int> = []

  /// Records that the last inserted text continues an array.
  mutating func recordContinuedArray() { continuedArrays.insert(count - 1) }

  /// The languages that a text needs, by text index, if they differ from the languages of the app.
  private(set) var requiredLanguages: [Int: RequiredLanguages] = [:]

  /// Records the languages that the last inserted text needs.
  mutating func recordRequiredLanguages(_ languages: RequiredLanguages) {
    requiredLanguages[count - 1] = languages
  }

  /// The number of texts.
  var count: Int { texts.count }

  /// The number of texts that need translation. Other texts do not indicate which languages an app
  /// supports.
  private(set) var translatableCount = 0

  /// Inserts a text.
  ///
  /// - Parameters:
  ///   - text: The text to insert. Its key and location are stored.
  ///   - languages: The canonical indices of the text's languages, or `nil` if it needs no
  ///     translation.
  /// - Returns: The location of an earlier text with the same key, in which case nothing is
  ///   inserted; otherwise `nil`.
  mutating func insert(_ text: TextView, languages: [Int]?) -> SourceLocation? {
    text.withKey { insert($0, file: text.file, at: text.position, languages: languages) }
  }

  /// Returns the location of the text with a key, or `nil` if there is none.
  func location(ofKey key: UnsafeBufferPointer<UInt8>) -> SourceLocation? {
    if count == 0 { return nil }
    return keys.lookUp(key) { texts.withKey($0) { $0.elementsEqual(key) } }.number
      .map(texts.location)
  }

  private mutating func insert(
    _ key: UnsafeBufferPointer<UInt8>, file: String, at position: SourcePosition,
    languages: [Int]?
  ) -> SourceLocation? {
    keys.grow()
    let slot = keys.lookUp(key) { texts.withKey($0) { $0.elementsEqual(key) } }
    if let found = slot.number { return texts.location(found) }
    keys.insert(texts.append(key, file: file, at: position), at: slot)
    languageSetNumbers.append(languages.map { setNumber($0) } ?? -1)
    if languages != nil { translatableCount += 1 }
    return nil
  }

  /// Returns the number of texts that have each language, by canonical index.
  func textsByLanguage() -> [Int] {
    var sets = Array(repeating: 0, count: languageSets.count)
    for number in languageSetNumbers where number >= 0 { sets[Int(number)] += 1 }
    var counts = Array(repeating: 0, count: tags.count)
    for (set, count) in zip(languageSets, sets) {
      for language in set { counts[language] += count }
    }
    return counts
  }

  /// Returns the languages that the app supports: the declared languages, or the languages of the
  /// catalog that cover the required share of the texts, in the order of their first appearance.
  /// The master language is always included.
  func supportedLanguages(_ scope: CheckScope) -> [LanguageTag] {
    scope.languages ?? languages(havingPercent: scope.minimumCoverage, scope)
  }

  /// Returns the languages that every text should have: the declared languages, or the languages of
  /// at least one text in twenty. A language with fewer texts has only been started.
  func expectedLanguages(_ scope: CheckScope) -> [LanguageTag] {
    scope.languages ?? languages(havingPercent: max(5, scope.minimumCoverage), scope)
  }

  /// Returns the languages that the app does not support, with the number of translatable texts in
  /// each.
  func omittedLanguages(_ scope: CheckScope) -> [(tag: LanguageTag, texts: Int)] {
    let (supported, counts) = (Set(supportedLanguages(scope)), textsByLanguage())
    let numbers = numbersByTag
    return tags.indices.compactMap { number in
      guard let tag = tags[number], tag != scope.master, numbers[tag] == number else { return nil }
      return supported.contains(tag) ? nil : (tag, counts[number])
    }
  }

  /// Returns the master language and the languages that cover a share of the texts.
  ///
  /// - Parameter minimum: The minimum share of the texts that need translation, in percent.
  private func languages(havingPercent minimum: Int, _ scope: CheckScope) -> [LanguageTag] {
    let (counts, numbers) = (textsByLanguage(), numbersByTag)
    return tags.indices.compactMap { number in
      guard let tag = tags[number], numbers[tag] == number else { return nil }
      return tag == scope.master || counts[number] * 100 >= minimum * translatableCount ? tag : nil
    }
  }

  /// The lowest index of each language.
  var numbersByTag: [LanguageTag: Int] {
    Dictionary(
      tags.enumerated().compactMap { number, tag in tag.map { ($0, number) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the index of a text's language set.
  ///
  /// - Parameter languages: The canonical indices, in the order of the values.
  private mutating func setNumber(_ languages: [Int]) -> Int32 {
    if let known = knownSets.firstIndex(where: { $0.languages == languages }) {
      if known > 0 { knownSets.swapAt(0, known) }
      return knownSets[0].set
    }
    let number = find(Self.set(of: languages))
    // The number of remembered orders is limited, because a catalog in which each text has
    // different languages would make the search slow.
    if knownSets.count == Self.maxLinearSearch { knownSets.removeLast() }
    knownSets.insert((languages, number), at: 0)
    return number
  }

  /// Returns the index of a set, and adds the set if it is new.
  private mutating func find(_ set: [Int]) -> Int32 {
    if languageSets.count < Self.maxLinearSearch {
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

  /// The maximum number of entries that are searched linearly.
  private static let maxLinearSearch = 32

  /// Returns the distinct languages in ascending order.
  private static func set(of languages: [Int]) -> [Int] {
    var set: [Int] = []
    for language in languages.sorted() where language != set.last { set.append(language) }
    return set
  }
}
