/// A line of documentation, collected and then broken between its words.
struct CommentLine {
  private let language: AccessorLanguage
  private var bytes: [UInt8] = []
  /// True while all that was appended is prose, whose first word may begin a list.
  private var isProse = true

  static let limit = 100
  private static let space = UInt8(ascii: " ")
  /// A space at which a line must not end. No control character gets into a line otherwise.
  private static let hardSpace: UInt8 = 0x1F

  init(_ language: AccessorLanguage) { self.language = language }

  mutating func append(plain text: String) {
    bytes += text.utf8
  }

  mutating func appendHardSpace() { bytes.append(Self.hardSpace) }

  /// Appends prose of a developer for developers: Markdown but for HTML.
  mutating func append(prose: String, keepingCode: Bool) {
    switch language {
    case .swift: SourceText.append(prose, escaping: keepingCode ? "<" : "<`", into: &bytes)
    case .kotlin: SourceText.append(prose, escaping: keepingCode ? "<[" : "<[`", into: &bytes)
    }
  }

  /// Appends a text that users read, character by character.
  mutating func append(text: String) {
    isProse = false
    SourceText.append(text, escaping: "\\`*_[<", into: &bytes)
  }

  /// A code span: more backticks around it than within, so that it ends where it should.
  mutating func append(code: String) {
    if bytes.isEmpty { isProse = false }
    if code.isEmpty {
      bytes += "(empty)".utf8
      return
    }
    if Self.isBareWord(code) {
      bytes.append(UInt8(ascii: "`"))
      bytes += code.utf8
      bytes.append(UInt8(ascii: "`"))
      return
    }
    var span: [UInt8] = []
    SourceText.append(code, escaping: "", hidingSpaces: true, into: &span)
    var run = 0
    var longest = 0
    for byte in span {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    for index in span.indices where span[index] == Self.space {
      // A backslash is a backslash in code: only a letter can be first on a line.
      let next = index + 1 < span.count ? span[index + 1] | 0x20 : 0
      let isAfterSpace = index == 0 || span[index - 1] == Self.hardSpace
      if !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next) || isAfterSpace {
        span[index] = Self.hardSpace
      }
    }
    let fence = [UInt8](repeating: UInt8(ascii: "`"), count: longest + 1)
    let isPadded =
      span.first == UInt8(ascii: "`") || span.last == UInt8(ascii: "`")
      || span.first == Self.hardSpace && span.last == Self.hardSpace
    let padding = isPadded ? [Self.hardSpace] : []
    bytes += fence + padding + span + padding + fence
  }

  /// Whether a code span of it is just that between backticks, as for most keys.
  private static func isBareWord(_ code: String) -> Bool {
    var code = code
    return code.withUTF8 { $0.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "`") } }
  }

  /// Writes the line when it is as most are: it fits, has no space at an end, and begins and ends
  /// nothing that would need a backslash.
  ///
  /// - Returns: false for any other line; then nothing was written.
  private func writeWhole(first: String, into output: inout [UInt8]) -> Bool {
    guard bytes.count + first.utf8.count <= Self.limit, let start = bytes.first,
      start.isLetterOrBacktick, bytes.last != Self.space
    else { return false }
    if language == .kotlin, bytes.contains(UInt8(ascii: "/")) { return false }
    output += first.utf8
    let place = output.count
    output += bytes
    for index in place..<output.count where output[index] == Self.hardSpace {
      output[index] = Self.space
    }
    output.append(UInt8(ascii: "\n"))
    return true
  }

  /// Writes the line, or several when it is longer than 100 columns.
  ///
  /// - Parameters:
  ///   - first: what is before the first line.
  ///   - rest: what is before the others; nil for the same.
  ///   - output: is appended to.
  func write(first: String, rest: String? = nil, into output: inout [UInt8]) {
    if !writeWhole(first: first, into: &output) {
      writeByWords(first: first, rest: rest, into: &output)
    }
  }

  /// The plain way.
  func writeByWords(first: String, rest: String? = nil, into output: inout [UInt8]) {
    let start = output.count
    output += first.utf8
    var width = first.utf8.count
    var isFirstWord = true
    var isFirstLine = true
    let isVerbatim =
      !bytes.contains(Self.hardSpace) && (language == .swift || !bytes.contains(UInt8(ascii: "/")))
    var index = 0
    while index < bytes.count {
      let wordStart = bytes[index...].firstIndex { $0 != Self.space } ?? bytes.count
      let wordEnd = bytes[wordStart...].firstIndex(of: Self.space) ?? bytes.count
      let spaces = wordStart - index
      let word = bytes[wordStart..<wordEnd]
      // Bytes that continue a character are not counted.
      let wordWidth = word.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
      if word.isEmpty { break }
      if !isFirstWord && width + spaces + wordWidth > Self.limit {
        output += "\n\(rest ?? first)".utf8
        width = (rest ?? first).utf8.count
        isFirstWord = true
        isFirstLine = false
      } else if !isFirstWord {
        output.append(contentsOf: repeatElement(Self.space, count: spaces))
        width += spaces
      }
      let escape =
        isFirstWord
        ? Self.escapeOffset(
          word, rest: bytes[wordEnd...], mayBeList: isFirstLine && isProse, language)
        : nil
      if isVerbatim, escape == nil {
        output += word
      } else {
        var before = Self.space
        for (offset, byte) in word.enumerated() {
          if offset == escape || endsComment(before, byte) { output.append(UInt8(ascii: "\\")) }
          before = byte
          output.append(byte == Self.hardSpace ? Self.space : byte)
        }
      }
      width += wordWidth
      isFirstWord = false
      index = wordEnd
    }
    if isFirstWord {
      // Nothing to say: no space at the end of the line.
      output.removeSubrange(start...)
      var blank = Array(first.utf8)
      while blank.last == Self.space { blank.removeLast() }
      output += blank
    }
    output.append(UInt8(ascii: "\n"))
  }

  /// The offset at which a backslash keeps the first word of a line from beginning a heading, a quotation, a
  /// rule, a fence, a table, a list or a tag; nil when it does not.
  static func escapeOffset(
    _ word: some BidirectionalCollection<UInt8>, rest: ArraySlice<UInt8>, mayBeList: Bool,
    _ language: AccessorLanguage
  ) -> Int? {
    guard let first = word.first else { return nil }
    switch first {
    case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "="),
      UInt8(ascii: "~"):
      return 0
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
      if word.count > 1 { return word.allSatisfy { $0 == first } ? 0 : nil }
      return mayBeList && !isField(rest.drop { $0 == Self.space }) ? nil : 0
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let digits = word.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      guard !mayBeList, digits == word.count - 1, let last = word.last else { return nil }
      return last == UInt8(ascii: ".") || last == UInt8(ascii: ")") ? digits : nil
    case UInt8(ascii: "@"): return language == .kotlin ? 0 : nil
    default: return nil
    }
  }

  /// Comments of Kotlin begin and end with these two, even within one another.
  private func endsComment(_ before: UInt8, _ byte: UInt8) -> Bool {
    let (star, slash) = (UInt8(ascii: "*"), UInt8(ascii: "/"))
    return language == .kotlin
      && (before == star && byte == slash || before == slash && byte == star)
  }

  /// True for what would document the signature instead of the text.
  private static func isField(_ item: ArraySlice<UInt8>) -> Bool {
    ["parameter", "returns", "throws"].contains { field in
      item.count >= field.utf8.count && zip(item, field.utf8).allSatisfy { $0 | 0x20 == $1 }
    }
  }
}

extension UInt8 {
  /// Whether it begins no list, heading, quotation or anything else of Markdown.
  var isLetterOrBacktick: Bool {
    (0x61...0x7A).contains(self | 0x20) || self == UInt8(ascii: "`")
  }
}
