import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// A check for signs that are spelled in ASCII although the master contains the sign itself.
struct TypographyCheck: ProseCheck {
  static let rule = Rule(
    .note, "typography", "A translation uses several characters instead of a sign of the master.",
    stage: .review,
    why: "(c), 3 x 4, +/- and -> are typewriter substitutes; ©, 3 × 4, ± and → are the correct "
      + "signs and are read aloud correctly. A master with the substitutes sets the style of its "
      + "project.",
    example: """
      <value lang="en">© 2024 Example</value>
      <value lang="de">(c) 2024 Beispiel</value>
      """,
    fix: "Use the sign; `trema check --fix` does.")

  static let relevantFlags: TextFlags = [.bracket, .digit, .hyphen, .slash]

  static let hasPrefilterTest = true

  /// Returns whether the text contains the start of such a spelling.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    source.indices.contains { index in
      switch source[index] {
      case UInt8(ascii: "("): true
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        index + 1 < source.count && (source[index + 1] == 0x2F || source[index + 1] == 0x3E)
      case UInt8(ascii: "x"), UInt8(ascii: "X"):
        index > 0 && index + 1 < source.count && source[index - 1] == 0x20
          && source[index + 1] == 0x20
      default: false
      }
    }
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master else { return }
    let wanted = Self.all.filter { symbol in
      master.readings.contains(where: ByteSearch(Array(symbol.utf8)[...]).isFound(in:))
    }
    if wanted.isEmpty { return }
    for index in prose.readings.indices {
      let reading = prose.masked[index]
      guard let (range, symbol) = Self.first(in: reading, of: wanted), !reading.isSymbolic else {
        continue
      }
      let found = String(decoding: reading[range], as: UTF8.self)
      findings.report(
        Self.rule,
        "the '\(prose.value.language)' value uses '\(found)' instead of "
          + "'\(symbol)'", of: prose,
        reading: index, range: range, in: text,
        hint: "replace it with "
          + "'\(symbol)'", replacement: symbol)
      return
    }
  }

  /// The symbols that have an ASCII spelling.
  private static let all = ["©", "™", "®", "×", "±", "→"]

  /// Returns the range where a symbol first occurs in its ASCII spelling, and the symbol.
  private static func first(
    in reading: [UInt8], of symbols: [String]
  ) -> (range: Range<Int>, symbol: String)? {
    for index in reading.indices where mayBegin(reading[index]) {
      guard let (count, symbol) = symbol(in: reading, at: index), symbols.contains(symbol) else {
        continue
      }
      return (index..<index + count, symbol)
    }
    return nil
  }

  /// Returns whether a byte may start an ASCII spelling. This test excludes most bytes before any
  /// other test.
  private static func mayBegin(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "+"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Returns the length of the ASCII spelling at an offset, and the symbol that it denotes, or
  /// `nil` if there is none.
  private static func symbol(in reading: [UInt8], at index: Int) -> (Int, String)? {
    func matches(_ text: StaticString) -> Bool { reading.has(text, at: index) }
    let before = reading.scalar(before: index)
    switch reading[index] {
    case UInt8(ascii: "("):
      // A year follows the copyright sign. Otherwise `(c)` may be the third item of a list.
      if matches("(c) ") || matches("(C) "), reading.scalar(at: index + 4).isASCIIDigit {
        return (3, "©")
      }
      if before.isLetter {
        if matches("(tm)") || matches("(TM)") { return (4, "™") }
        if matches("(r)") || matches("(R)") { return (3, "®") }
      }
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      let twoBefore = reading.scalar(before: reading.start(before: index))
      let twoAfter = reading.scalar(at: index + 2)
      if before == " ", reading.scalar(at: index + 1) == " ", twoBefore.isASCIIDigit,
        twoAfter.isASCIIDigit
      {
        return (1, "×")
      }
    case UInt8(ascii: "+"):
      // Without a number, `+/-` denotes two keys.
      let next = reading.scalar(at: reading.scalar(at: index + 3) == " " ? index + 4 : index + 3)
      if matches("+/-"), before.value == 0 || before == " ",
        next.isASCIIDigit || next == "\u{FFFC}"
      {
        return (3, "±")
      }
    case UInt8(ascii: "-"):
      if matches("-> "), before == " " { return (2, "→") }
    default: break
    }
    return nil
  }
}
