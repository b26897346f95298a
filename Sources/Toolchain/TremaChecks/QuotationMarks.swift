import TremaMessages

/// The quotation marks of a language.
///
/// Source: CLDR, delimiters, and the customs of the language's printers where there are two.
struct QuotationMarks {
  /// The characters to write, with the spaces that belong inside.
  let open: String
  let close: String
  /// Everything that is right, the marks within quotations included.
  let allowed: String

  private init(_ open: String, _ close: String, or others: String = "") {
    self.open = open
    self.close = close
    allowed = open + close + others
  }

  func allows(_ scalar: Unicode.Scalar) -> Bool { allowed.unicodeScalars.contains(scalar) }

  /// Whether there is a language in which something is a quotation mark and nothing else: the
  /// single ones are apostrophes, too.
  static func isDouble(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "«", "»", "“", "”", "„", "‟", "「", "」", "『", "』": true
    default: false
    }
  }

  /// Whether two marks are those of one quotation in some language.
  static func pair(_ open: Unicode.Scalar, _ close: Unicode.Scalar) -> Bool {
    switch (open, close) {
    case ("“", "”"), ("„", "“"), ("„", "”"), ("”", "”"), ("«", "»"), ("»", "«"), ("»", "»"),
      ("「", "」"), ("『", "』"):
      true
    default: false
    }
  }

  /// False for most text, which is not looked at twice then: the marks, straight ones as well,
  /// begin with these bytes.
  static func mayStand(in reading: [UInt8]) -> Bool {
    reading.contains { $0 == 0x22 || $0 == 0xE2 || $0 == 0xC2 || $0 == 0xE3 }
  }

  /// Whether one is there that is not straight, by the bytes that all of them begin with.
  static func mayStandCurved(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
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

  /// `nil` for a language without data.
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
