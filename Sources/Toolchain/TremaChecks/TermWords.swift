import TremaMessages

/// A term whose words are prepared for the search.
struct TermWords: Sendable {
  /// A word of the term.
  struct Word: Sendable {
    /// The word as spelled in the project.
    let text: String
    /// The bytes to search for: in lowercase unless the term is case-sensitive.
    let bytes: [UInt8]
  }

  /// The term in the master language.
  let master: Word
  /// The words of which a translation must contain at least one.
  let required: [LanguageTag: [Word]]
  /// The words that a translation must not contain.
  let forbidden: [LanguageTag: [Word]]
  let isCaseSensitive: Bool
  /// The explanation for users.
  let note: String?

  /// Prepares a term.
  init(_ term: Term) {
    func word(_ text: String) -> Word {
      let folded = term.isCaseSensitive ? text : text.lowercased()
      return Word(text: text, bytes: Array(folded.utf8))
    }
    master = word(term.term)
    required = term.required.mapValues { $0.map(word) }
    forbidden = term.forbidden.mapValues { $0.map(word) }
    isCaseSensitive = term.isCaseSensitive
    note = term.note
  }

  /// Returns the hint for a finding about the term: the note, or the words to use in a language.
  func hint(in language: LanguageTag?) -> String {
    if let note { return note }
    let words = language?.value(in: required)?.map { "'\($0.text)'" }.joined(separator: " or ")
    return words.map { "use \($0)" } ?? "use '\(master.text)'"
  }
}

/// The readings of a value, both unchanged and in lowercase.
struct FoldedProse {
  private let readings: [[UInt8]]
  /// The readings in lowercase.
  private let lowerCase: [[UInt8]]

  init(_ prose: Prose) {
    readings = prose.readings
    // ASCII is lowercased byte by byte, which keeps the offsets.
    lowerCase =
      prose.flags.contains(.nonASCII) || prose.flags.contains(.argument)
      ? readings.map { Array(String(decoding: $0, as: UTF8.self).lowercased().utf8) }
      : readings.map { reading in
        reading.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
      }
  }

  /// Returns whether the value contains a word; see ``firstMatch(of:_:asWord:)``.
  func contains(_ word: TermWords.Word, _ term: TermWords, asWord: Bool) -> Bool {
    firstMatch(of: word, term, asWord: asWord) != nil
  }

  /// Returns the first occurrence of a word, or `nil` if the value does not contain it.
  ///
  /// - Parameters:
  ///   - word: The word to find.
  ///   - term: The term that the word belongs to.
  ///   - asWord: Whether to match only whole words, without a letter before or after.
  /// - Returns: The reading's index and the byte range; the range is `nil` if lowercasing changed
  ///   the reading's length, so the offsets don't correspond.
  func firstMatch(
    of word: TermWords.Word, _ term: TermWords, asWord: Bool
  ) -> (reading: Int, range: Range<Int>?)? {
    for (number, bytes) in (term.isCaseSensitive ? readings : lowerCase).enumerated() {
      guard let start = Self.start(of: word.bytes, in: bytes, asWord: asWord) else { continue }
      let isAligned = bytes.count == readings[number].count
      return (number, isAligned ? start..<start + word.bytes.count : nil)
    }
    return nil
  }

  /// Returns the offset where a word first occurs.
  private static func start(of word: [UInt8], in bytes: [UInt8], asWord: Bool) -> Int? {
    guard let first = word.first, word.count <= bytes.count else { return nil }
    for start in 0...bytes.count - word.count
    where bytes[start] == first && bytes[start...].starts(with: word) {
      let end = start + word.count
      if !asWord || !endsInLetter(bytes[..<start]) && !beginsWithLetter(bytes[end...]) {
        return start
      }
    }
    return nil
  }

  /// Returns whether the bytes end with a character that is part of a word.
  private static func endsInLetter(_ bytes: ArraySlice<UInt8>) -> Bool {
    // The last four bytes contain the whole last character.
    guard let last = bytes.last else { return false }
    if last < 0x80 { return isLetter(Unicode.Scalar(last)) }
    return String(decoding: bytes.suffix(4), as: UTF8.self).unicodeScalars.last.map(isLetter)
      ?? false
  }

  /// Returns whether the bytes start with a character that is part of a word.
  private static func beginsWithLetter(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    if first < 0x80 { return isLetter(Unicode.Scalar(first)) }
    return String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars.first.map(isLetter)
      ?? false
  }

  /// Returns whether a character continues a word. Characters of Chinese, Japanese and Thai do not
  /// count, because these languages do not separate words.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x3000...0x30FF, 0x3400...0x9FFF, 0x20000...0x3FFFF: false
    default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
  }
}
