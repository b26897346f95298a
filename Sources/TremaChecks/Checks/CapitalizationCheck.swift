import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A translation that begins small where the master begins with a capital, or the reverse.
struct CapitalizationCheck: ProseCheck {
  static let rule = Rule(
    .note, "capitalization", "The first letter of a translation is not of the master's case.",
    stage: .review,
    why: "A button or a sentence that begins small among others that do not looks forgotten. Nouns "
      + "of languages that write them large, names, and scripts without cases are not compared.",
    example: """
      <value lang="en">Are you sure?</value>
      <value lang="fr">êtes-vous sûr ?</value>
      """,
    fix: "Begin with a letter of the master's case, unless the language wants the other.")

  static let signs: Signs = [.letter, .foreign]

  static let isQuick = true

  /// Most begin with letters of the same case, or one of them with something that has none.
  static func mayFind(
    in own: UnsafeBufferPointer<UInt8>, beside master: UnsafeBufferPointer<UInt8>?,
    nounsAreLarge: Bool
  ) -> Bool {
    guard let master else { return false }
    switch (Beginning(of: own), Beginning(of: master)) {
    case (.caseless, _), (_, .caseless), (.capital, .capital), (.small, .small): return false
    case (.small, .capital) where nounsAreLarge:
      return !Signs.endsWithLetter(master) && isSentence(Array(master), nil, words: 0)
    default: return true
    }
  }

  private enum Beginning {
    case capital, small
    /// A letter without cases, or what stands before no word that is looked at.
    case caseless
    /// What a word may stand behind, and letters that are rare.
    case unclear

    init(of bytes: UnsafeBufferPointer<UInt8>) {
      let second = bytes.count > 1 ? bytes[1] : 0
      switch bytes.first ?? 0 {
      case 0x41...0x5A: self = .capital
      case 0x61...0x7A: self = .small
      case ...0x20, UInt8(ascii: "\""): self = .unclear
      case ..<0x80: self = .caseless
      // The accented letters of western Europe, and two signs.
      case 0xC3 where second == 0x97 || second == 0xB7: self = .caseless
      case 0xC3: self = second <= 0x9E ? .capital : .small
      // Hebrew, Arabic, Indic scripts, Thai, ideographs, Hangul and pictures.
      case 0xD7...0xDB, 0xE0, 0xE4...0xE9, 0xEB, 0xEC: self = .caseless
      case 0xF0: self = second == 0x9F ? .caseless : .unclear
      // A placeholder among others.
      case 0xEF: self = second == 0xBF ? .caseless : .unclear
      default: self = .unclear
      }
    }
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master, prose.language != nil, master.language != nil else { return }
    let (own, theirs) = (prose.readings[0], master.readings[0])
    guard let first = Self.firstWord(of: own), let other = Self.firstWord(of: theirs) else {
      return
    }
    let (letter, wanted) = (own.scalar(at: first.lowerBound), theirs.scalar(at: other.lowerBound))
    if wanted.isUppercaseLetter, letter.isLowercaseLetter {
      if master.language?.writesNounsLarge == true, !Self.isSentence(theirs, master.language) {
        return
      }
      if Self.isAllCapitals(theirs[other]) { return }
    } else if wanted.isLowercaseLetter, letter.isUppercaseLetter {
      if prose.language?.writesNounsLarge == true || Self.isAllCapitals(own[first]) { return }
      if !Self.isSentence(own, prose.language), Words.count(in: own, upTo: 2) < 2 { return }
    } else {
      return
    }
    // iPhone, macOS; names and terms that are the same everywhere.
    if Self.hasInnerCapital(own[first]) || Self.hasInnerCapital(theirs[other]) { return }
    if Self.contains(theirs, own[first]) || Self.contains(own, theirs[other]) { return }
    findings.report(
      Self.rule,
      "'\(prose.value.language)' begins with \(Self.name(letter)), the master with "
        + Self.name(wanted),
      of: prose, in: text, hint: "begin as the master does")
  }

  private static func name(_ letter: Unicode.Scalar) -> String {
    letter.isUppercaseLetter ? "a capital" : "a small letter"
  }

  /// Nil where something else than a word comes first, but for the marks that open a sentence.
  private static func firstWord(of reading: [UInt8]) -> Range<Int>? {
    guard let word = Words(in: reading).first(where: { _ in true }) else { return nil }
    var index = 0
    while index < word.lowerBound {
      let scalar = reading.scalar(at: index)
      guard scalar.isSpace || "¿¡\"“„«‹".unicodeScalars.contains(scalar) else { return nil }
      index += scalar.width
    }
    // A name such as `www.example.com`, `file_name`.
    let next = reading.scalar(at: word.upperBound)
    return "._@/:".unicodeScalars.contains(next)
      && !reading.scalar(at: word.upperBound + 1).isSpace ? nil : word
  }

  private static func isSentence(
    _ reading: [UInt8], _ language: LanguageTag?, words: Int = 3
  ) -> Bool {
    switch SentenceEnd(of: reading, in: language) {
    case .fullStop, .exclamation, .question: Words.count(in: reading, upTo: words) == words
    default: false
    }
  }

  private static func hasInnerCapital(_ word: ArraySlice<UInt8>) -> Bool {
    var inner = Array(word).scalars.makeIterator()
    _ = inner.next()
    while let (scalar, _) = inner.next() { if scalar.isUppercaseLetter { return true } }
    return false
  }

  private static func isAllCapitals(_ word: ArraySlice<UInt8>) -> Bool {
    Array(word).scalars.allSatisfy { !$0.scalar.isLowercaseLetter }
  }

  /// In any case of ASCII.
  private static func contains(_ text: [UInt8], _ word: ArraySlice<UInt8>) -> Bool {
    func folded(_ byte: UInt8) -> UInt8 { byte < 0x80 ? byte | 0x20 : byte }
    return word.count >= 2 && ByteSearch(word.map(folded)[...]).isFound(in: text.lazy.map(folded))
  }
}

extension LanguageTag {
  /// Whether nouns begin large wherever they stand.
  var writesNounsLarge: Bool { ["de", "lb", "gsw"].contains(language) }
}
