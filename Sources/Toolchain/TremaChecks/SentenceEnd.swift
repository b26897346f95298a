import TremaMessages

/// The punctuation at the end of a text, independent of its script.
enum SentenceEnd: Hashable {
  case nothing, fullStop, ellipsis, colon, semicolon, exclamation, question

  /// - Parameters:
  ///   - reading: with tags and addresses masked.
  ///   - language: of the text; the Greek question mark is a semicolon elsewhere.
  init(of reading: [UInt8], in language: LanguageTag?) {
    let end = Self.lastSign(of: reading)
    let start = reading.start(before: end)
    switch reading.scalar(at: start) {
    case ".":
      self = reading[..<start].suffix(2).elementsEqual("..".utf8) ? .ellipsis : .fullStop
    case "…", "⋯", "‥": self = .ellipsis
    case "。", "．", "｡", "।", "॥", "۔", "។", "။", "།", "։", "።", "᠃", "᱾": self = .fullStop
    case ":": self = language?.language == "hy" ? .fullStop : .colon
    case "：", "︰", "፡", "፥", "፦": self = .colon
    case ";": self = language?.language == "el" ? .question : .semicolon
    case "\u{37E}": self = .question
    case "；", "؛", "፤": self = .semicolon
    case "?", "？", "؟", "፧", "⁇", "⁈", "⁉", "՞", "‽": self = .question
    case "!", "！", "‼", "՜":
      let before = reading.scalar(before: start)
      self = before == "?" || before == "？" || before == "؟" ? .question : .exclamation
    default: self = .nothing
    }
  }

  /// The end of the last sign that is no space, quote, picture or mark of direction.
  static func lastSign(of reading: [UInt8]) -> Int {
    var end = reading.count
    while end > 0 {
      let start = reading.start(before: end)
      let scalar = reading.scalar(at: start)
      guard isDecoration(scalar) else { break }
      end = start
    }
    return end
  }

  private static func isDecoration(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\0", "\"", "'", "»", "«", "”", "“", "’", "‘", "„", "」", "』", "》", "›", "‹", "*", "_": true
    case "\u{200B}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2060}"..."\u{2069}",
      "\u{2600}"..."\u{27BF}", "\u{FE0F}", "\u{1F000}"..."\u{1FAFF}":
      true
    default: scalar.isSpace
    }
  }

  /// `a full stop`
  var name: String {
    switch self {
    case .nothing: "no punctuation"
    case .fullStop: "a full stop"
    case .ellipsis: "an ellipsis"
    case .colon: "a colon"
    case .semicolon: "a semicolon"
    case .exclamation: "an exclamation mark"
    case .question: "a question mark"
    }
  }
}
