import TremaMessages

/// A language's quotation marks.
///
/// See CLDR, delimiters, and the typographic conventions of the language if there are two.
struct QuotationMarks {
  /// The opening mark, including its inner space.
  let open: String
  /// The closing mark, including its inner space.
  let close: String
  /// All marks that are correct in the language, including marks of nested quotations.
  let allowed: String

  private init(_ open: String, _ close: String, or others: String = "") {
    self.open = open
    self.close = close
    allowed = open + close + others
  }

  /// Returns whether a character is a correct mark of the language.
  func allows(_ scalar: Unicode.Scalar) -> Bool { allowed.unicodeScalars.contains(scalar) }

  /// Returns whether a character is a quotation mark in some language and nothing else. Single
  /// marks are excluded because they are also apostrophes.
  static func isDouble(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "«", "»", "“", "”", "„", "‟", "「", "」", "『", "』": true
    default: false
    }
  }

  /// Returns whether two marks enclose a quotation in some language.
  static func isPair(_ open: Unicode.Scalar, _ close: Unicode.Scalar) -> Bool {
    switch (open, close) {
    case ("“", "”"), ("„", "“"), ("„", "”"), ("”", "”"), ("«", "»"), ("»", "«"), ("»", "»"),
      ("「", "」"), ("『", "』"):
      true
    default: false
    }
  }

  /// Returns whether a reading may contain quotation marks, including straight ones. The test uses
  /// the first bytes of their encodings. The result is `false` for most texts.
  static func mightOccur(in reading: [UInt8]) -> Bool {
    reading.contains { $0 == 0x22 || $0 == 0xE2 || $0 == 0xC2 || $0 == 0xE3 }
  }

  /// Returns whether a text may contain quotation marks that are not straight. The test uses the
  /// first two bytes of their encodings.
  static func mightContainCurved(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index + 1 < bytes.count {
      let (byte, next) = (bytes[index], bytes[index + 1])
      index += 1
      if byte < 0xC2 { continue }
      if byte & 0xFE == 0xE2, next == 0x80 { return true }
      if byte == 0xC2, next == 0xAB || next == 0xBB { return true }
    }
    return false
  }

  /// Returns a language's quotation marks, or `nil` if there is no data for it.
  static func of(_ language: LanguageTag) -> QuotationMarks? {
    switch (language.language, language.region) {
    case ("de", "CH"), ("de", "LI"), ("it", "CH"), ("fr", "CH"), ("rm", _), ("gsw", _): guillemets
    case ("de", _), ("lb", _), ("cs", _), ("sk", _), ("sl", _), ("is", _), ("et", _), ("lt", _):
      low
    case ("bg", _), ("ka", _): low
    case ("fr", _), ("br", _): french
    case ("pl", _), ("hu", _), ("ro", _), ("hr", _), ("bs", _): lowHigh
    case ("sv", _), ("fi", _): same
    case ("da", _): danish
    case ("nb", _), ("nn", _), ("no", _): norwegian
    case ("ru", _), ("be", _), ("uk", _), ("kk", _), ("hy", _): eastern
    case ("es", _), ("ca", _), ("gl", _), ("pt", _), ("it", _), ("el", _), ("ast", _): southern
    case ("en", _), ("ga", _), ("cy", _), ("ko", _), ("vi", _), ("th", _), ("id", _), ("ms", _),
      ("hi", _), ("tr", _), ("fil", _):
      english
    case ("ja", _): corner
    default: nil
    }
  }

  private static let english = QuotationMarks("“", "”")
  private static let low = QuotationMarks("„", "“", or: "»«")
  private static let lowHigh = QuotationMarks("„", "”", or: "»«“")
  private static let guillemets = QuotationMarks("«", "»", or: "“”„")
  private static let french = QuotationMarks("«\u{A0}", "\u{A0}»", or: "“”")
  private static let same = QuotationMarks("”", "”", or: "»")
  private static let danish = QuotationMarks("“", "”", or: "»«„")
  private static let norwegian = QuotationMarks("«", "»", or: "“”„")
  private static let eastern = QuotationMarks("«", "»", or: "„“”")
  private static let southern = QuotationMarks("“", "”", or: "«»")
  private static let corner = QuotationMarks("「", "」", or: "『』“”")
}
