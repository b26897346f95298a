import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A translation that says what the master says, word for word.
struct SameAsMasterCheck: ProseCheck {
  static let rule = Rule(
    .warning, "same-as-master", "A translation is the same as the master.", stage: .review,
    why: "Somebody copied the master and has not translated it yet. Names, addresses and short "
      + "texts are the same in many languages: only texts of three words or more, not all of them "
      + "capitalised, are told; of two words where the status does not say that they are "
      + "translated.",
    example: """
      <value lang="en">Please try again later</value>
      <value lang="de">Please try again later</value>
      """,
    fix: "Translate it, or write @translatable false in the context where it is to stay.")

  static let signs: Signs = .letter

  static let isQuick = true

  static func mayFind(
    in own: UnsafeBufferPointer<UInt8>, beside master: UnsafeBufferPointer<UInt8>?,
    nounsAreLarge: Bool
  ) -> Bool {
    guard let master else { return false }
    return own.count == master.count && own.first == master.first && own.last == master.last
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master, text.annotations.isTranslatable, !prose.signs.contains(.foreign),
      prose.value.source.isExactly(master.value.source),
      prose.language?.language != text.scope.master?.language
    else { return }
    let words = EnglishWords(in: prose.readings[0])
    switch prose.value.status {
    case .translated, .verified, .special:
      guard words.count > 2, words.lowerCased > 0 else { return }
    case .initial, .undefined: guard words.count > 1, words.lowerCased > 0 else { return }
    }
    findings.report(
      Self.rule, "'\(text.shownKey)' says in '\(prose.value.language)' what the master says",
      of: prose, in: text,
      hint: "translate it, or write '@translatable false' where it is the same in all languages")
  }
}

/// Counts what looks like words of a sentence, not like an address or a file name.
private struct EnglishWords {
  private(set) var count = 0
  /// Of three letters or more.
  private(set) var lowerCased = 0

  init(in reading: [UInt8]) {
    for word in reading.indices.split(whereSeparator: { Self.isSpace(reading[$0]) }) {
      // More makes no difference to anybody.
      if count > 2, lowerCased > 0 { return }
      let letters = word.lazy.map { reading[$0] }.filter(Self.isLetter)
      let length = letters.count
      // `https://…`, `a_b.txt`, `%@`: what is mostly signs, or has them inside, is no word.
      guard length > 1, word.dropLast().dropFirst().allSatisfy({ Self.isInside(reading[$0]) })
      else { continue }
      count += 1
      if length > 2, let first = letters.first, first & 0x20 != 0 { lowerCased += 1 }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isInside(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "-")
  }
}
