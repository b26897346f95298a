extension PluralRules {
  /// Where the rules of a language begin in ``words``.
  static func start(of language: LanguageTag, _ kind: PluralKind) -> Int {
    // In 8 bytes there is no room for a script and a region, nor for what comes behind them.
    let specific = (language.script ?? language.region).map { "\(language.language)-\($0)" }
    return locales.withUTF8Buffer { lines in
      for text in [specific, language.language] {
        guard let text, let name = name(text.utf8) else { continue }
        if let line = line(of: name, in: lines) {
          let column = line + (kind == .cardinal ? 9 : 14)
          return lines[column..<column + 4].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
      }
      return 0
    }
  }

  /// Whether CLDR has plural rules for a language, whatever its script and region: nearly all that
  /// apps are translated into, and no word that merely looks like a tag (`app`).
  package static func areKnown(for language: LanguageTag) -> Bool {
    locales.withUTF8Buffer { lines in
      name(language.language.utf8).map { line(of: $0, in: lines) != nil } ?? false
    }
  }

  /// A binary search; every line is as long as the others: `pt-PT    0123 0456` and a line feed.
  private static func line(of name: UInt64, in lines: UnsafeBufferPointer<UInt8>) -> Int? {
    let length = 19
    var (low, high) = (0, (lines.count + 1) / length)
    while low < high {
      let middle = low + (high - low) / 2
      let start = middle * length
      guard let found = Self.name(lines[start..<start + 8]) else { return nil }
      if found == name { return start }
      if found < name { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// A name as a number of the same order, spaces filling it up; nil for one of more than 8 bytes,
  /// which no line has.
  private static func name(_ bytes: some Collection<UInt8>) -> UInt64? {
    guard bytes.count <= 8 else { return nil }
    let number = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    return (bytes.count..<8).reduce(number) { number, _ in number << 8 | 0x20 }
  }
}
