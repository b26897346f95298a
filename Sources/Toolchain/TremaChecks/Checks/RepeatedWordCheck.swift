import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for words that occur twice in succession.
///
/// Only languages with a list of correct repetitions are examined.
struct RepeatedWordCheck: ProseCheck {
  static let rule = Rule(
    .warning, "repeated-word", "A word is repeated.", stage: .review,
    why: "“The the” is easily overlooked. Words that a language does repeat, such as French “vous "
      + "vous”, are recognized. Languages in which words are regularly repeated are not checked.",
    example: """
      <value lang="en">Open the the settings</value>
      """,
    fix: "Remove one of them.")

  static let relevantFlags: TextFlags = .space

  static let hasPrefilterTest = true

  /// Returns whether the bytes before any space are repeated after it, ignoring the case of ASCII
  /// letters.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    // Spaces are searched 64 bytes at a time: loops over the letters of each word end
    // unpredictably, and the mispredicted branches would dominate the cost.
    var start = 0
    for block in stride(from: 0, to: source.count, by: 64) {
      var spaces = source.spaces(from: block)
      while spaces != 0 {
        let space = block + spaces.trailingZeroBitCount
        if isRepeated(start..<space, in: source) { return true }
        start = space + 1
        spaces &= spaces &- 1
      }
    }
    return false
  }

  /// Returns whether a word is repeated after the space that follows it, ignoring the case of ASCII
  /// letters.
  ///
  /// - Parameter word: The range of a word that a space follows.
  private static func isRepeated(
    _ word: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let next = word.upperBound + 1
    // The word after the space must be at least as long; signs may follow it.
    guard word.count >= 2, word.count <= bytes.count - next, let base = bytes.baseAddress else {
      return false
    }
    // Most words differ in their first two bytes. In bounds: both words have at least two bytes.
    let raw = UnsafeRawPointer(base)
    let (one, other) = (
      raw.loadUnaligned(fromByteOffset: word.lowerBound, as: UInt16.self),
      raw.loadUnaligned(fromByteOffset: next, as: UInt16.self)
    )
    if (one ^ other) & ~0x2020 != 0 { return false }
    return (2..<word.count).allSatisfy {
      bytes[word.lowerBound + $0] | 0x20 == bytes[next + $0] | 0x20
    }
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let language = prose.language?.language, let allowed = Self.allowedRepetitions[language]
    else { return }
    for (index, reading) in prose.readings.enumerated() {
      guard let range = Self.repetition(in: reading, except: allowed) else { continue }
      // A repetition in the master is intended.
      if let master, master.readings.contains(where: { Self.repetition(in: $0, except: []) != nil })
      {
        return
      }
      let word = String(decoding: reading[range].split(separator: 0x20)[0], as: UTF8.self)
      findings.report(
        Self.rule, "'\(word)' is repeated in '\(prose.value.language)'", of: prose,
        reading: index, range: range, in: text, hint: "remove one of them")
      return
    }
  }

  /// Returns the range of two equal words with a space between them, ignoring case in the first
  /// letter.
  ///
  /// - Parameter allowed: The words in lowercase that may be repeated.
  private static func repetition(in reading: [UInt8], except allowed: Set<String>) -> Range<Int>? {
    var start = 0
    while let space = reading[start...].firstIndex(of: 0x20) {
      start = space + 1
      // The length of the word before the space determines the range to compare.
      var length = 0
      while space > length, reading[space - length - 1] != 0x20 { length += 1 }
      let end = start + length
      // The cheapest conditions are first. Placeholders are not letters, and may form long
      // sequences.
      guard length >= 2, end <= reading.count,
        isSameLetter(reading[space - length], reading[start]),
        reading.scalar(at: start).isLetter,
        reading[space - length + 1..<space].elementsEqual(reading[start + 1..<end]),
        !reading.scalar(at: end).isWordPart,
        !"'’-_&".unicodeScalars.contains(reading.scalar(at: end)),
        !reading.scalar(before: space - length).isWordPart
      else { continue }
      let word = reading[start..<end]
      guard !word.contains(where: { $0 < 0x80 && !Unicode.Scalar($0).isLetter }),
        Words.count(in: Array(word), upTo: 2) == 1
      else { continue }
      // A repeated capitalized word is a name, such as Duran Duran.
      if reading[space - length] == reading[start], reading.scalar(at: start).isUppercaseLetter {
        continue
      }
      if allowed.contains(String(decoding: word, as: UTF8.self).lowercased()) { continue }
      return space - length..<end
    }
    return nil
  }

  /// Returns whether two bytes are equal, ignoring the case of ASCII letters.
  private static func isSameLetter(_ a: UInt8, _ b: UInt8) -> Bool {
    a == b || a | 0x20 == b | 0x20 && (0x61...0x7A).contains(a | 0x20)
  }

  /// Sounds that may be repeated in any language.
  private static let sounds: Set<String> = [
    "bla", "blah", "bye", "cha", "ha", "haha", "he", "ho", "la", "na", "no", "oh", "ok", "so", "ta",
    "yes",
  ]

  /// The languages that are examined, with the words that may be repeated in each, including
  /// ``sounds``.
  private static let allowedRepetitions: [String: Set<String>] = {
    let words: [String: [String]] = [
      "en": ["that", "had", "is", "very", "long", "many"],
      "de": ["der", "die", "das", "den", "dem", "sie", "sehr", "was", "wer", "ganz"],
      "fr": ["nous", "vous", "très", "en"],
      "es": ["muy", "luego"], "pt": ["muito", "logo", "se"], "ca": ["molt"], "gl": ["moi", "se"],
      "it": ["piano", "via", "molto", "man", "mano", "ben"], "ro": ["foarte"],
      "nl": ["dat", "die", "heel", "je", "zo"], "af": ["nie", "wat", "dat"],
      "sv": ["att", "för", "som", "mycket", "det"], "da": ["at", "der", "det"],
      "nb": ["at", "som", "det"],
      "nn": ["at", "som", "det"], "no": ["at", "som", "det"], "is": ["að"], "fi": [],
      "et": [], "lv": [], "lt": ["vis"], "pl": [], "cs": ["se", "si"], "sk": ["sa", "so"], "sl": [],
      "hr": [], "sr": [],
      "bs": [], "bg": [], "mk": [], "uk": [], "ru": [], "be": [], "hu": ["egy", "már"], "el": [],
      "ga": [], "cy": [], "lb": ["déi", "dat"], "gsw": ["die"],
    ]
    return words.mapValues { sounds.union($0) }
  }()
}
