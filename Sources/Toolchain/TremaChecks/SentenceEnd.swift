import TremaMessages

/// The punctuation at the end of a text, independent of the script.
enum SentenceEnd: Hashable {
  case nothing, fullStop, ellipsis, colon, semicolon, exclamation, question

  /// Determines the punctuation at the end of a reading.
  ///
  /// - Parameters:
  ///   - reading: The reading, with tags and addresses masked.
  ///   - language: The language of the text. A semicolon is the question mark in Greek, and a colon
  ///     is the full stop in Armenian.
  init(of reading: [UInt8], in language: LanguageTag?) {
    let end = Self.contentEnd(of: reading)
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
      // A question mark before an exclamation mark makes the sentence a question.
      let before = reading.scalar(before: start)
      self = before == "?" || before == "？" || before == "؟" ? .question : .exclamation
    default: self = .nothing
    }
  }

  /// Returns the end index of the last character that is not a space, a quotation mark, a
  /// pictograph or a directional control.
  static func contentEnd(of reading: [UInt8]) -> Int {
    var end = reading.count
    while end > 0 {
      let start = reading.start(before: end)
      let scalar = reading.scalar(at: start)
      guard isDecoration(scalar) else { break }
      end = start
    }
    return end
  }

  /// Returns whether a character may follow the punctuation at the end of a sentence.
  private static func isDecoration(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\0", "\"", "'", "»", "«", "”", "“", "’", "‘", "„", "」", "』", "》", "›", "‹", "*", "_": true
    case "\u{200B}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2060}"..."\u{2069}",
      "\u{2600}"..."\u{27BF}", "\u{FE0F}", "\u{1F000}"..."\u{1FAFF}":
      true
    default: scalar.isSpace
    }
  }

  /// The name with its article, such as "a full stop".
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
