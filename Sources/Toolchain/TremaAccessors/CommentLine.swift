/// A line of documentation that is assembled and then wrapped between words.
struct CommentLine {
  /// The language of the generated code.
  private let language: AccessorLanguage
  /// The contents of the line in UTF-8.
  private var bytes: [UInt8] = []
  /// Whether only prose was appended. The first word of prose may start a list.
  private var isProse = true

  /// The maximum width of a line in columns.
  static let limit = 100
  /// The byte of a breaking space.
  private static let space = UInt8(ascii: " ")
  /// The byte that represents a non-breaking space. Other control characters are escaped, so it is
  /// unambiguous.
  private static let hardSpace: UInt8 = 0x1F

  /// Creates an empty line.
  init(_ language: AccessorLanguage) { self.language = language }

  /// Appends a string that needs no escapes.
  mutating func append(plain text: String) {
    bytes += text.utf8
  }

  /// Appends a non-breaking space.
  mutating func appendHardSpace() { bytes.append(Self.hardSpace) }

  /// Appends prose that a developer wrote in Markdown. HTML is escaped.
  ///
  /// - Parameter keepingCode: Whether backticks delimit code spans; otherwise they are escaped.
  mutating func append(prose: String, keepingCode: Bool) {
    switch language {
    case .swift: SourceText.append(prose, escaping: keepingCode ? "<" : "<`", into: &bytes)
    case .kotlin: SourceText.append(prose, escaping: keepingCode ? "<[" : "<[`", into: &bytes)
    }
  }

  /// Appends a text that users read, with all Markdown escaped.
  mutating func append(text: String) {
    isProse = false
    SourceText.append(text, escaping: "\\`*_[<", into: &bytes)
  }

  /// Appends a code span. The delimiters have more backticks than the longest run in the code so
  /// that the span ends at the right place.
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
      // A backslash has no effect in code, so the line must not be broken before a character that
      // would need one. Only a letter may start the next line.
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

  /// Returns whether the code can be put unchanged between single backticks, as most keys can.
  private static func isBareWord(_ code: String) -> Bool {
    var code = code
    return code.withUTF8 { $0.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "`") } }
  }

  /// Appends the line if it needs no special treatment, which is the most frequent case: it fits,
  /// does not end with a space, and contains no Markdown or comment syntax that needs a backslash.
  ///
  /// - Parameter first: The prefix of the line.
  /// - Returns: `false` in any other case, in which nothing is written.
  private func writeWhole(first: String, into output: inout [UInt8]) -> Bool {
    guard bytes.count + first.utf8.count <= Self.limit, let start = bytes.first,
      start.isLetterOrBacktick, bytes.last != Self.space
    else { return false }
    if language == .kotlin, bytes.contains(UInt8(ascii: "/")) { return false }
    output += first.utf8
    let bytesStart = output.count
    output += bytes
    for index in bytesStart..<output.count where output[index] == Self.hardSpace {
      output[index] = Self.space
    }
    output.append(UInt8(ascii: "\n"))
    return true
  }

  /// Appends the line, wrapped if it is longer than 100 columns.
  ///
  /// - Parameters:
  ///   - first: The prefix of the first line.
  ///   - rest: The prefix of the following lines, or `nil` to use `first`.
  ///   - output: The buffer to append the lines to.
  func write(first: String, rest: String? = nil, into output: inout [UInt8]) {
    if !writeWhole(first: first, into: &output) {
      writeByWords(first: first, rest: rest, into: &output)
    }
  }

  /// Appends the line word by word, which is the general case of ``write(first:rest:into:)``.
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
      // Continuation bytes are not counted, so the width is the number of scalars.
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
      // An empty line must not end with a space.
      output.removeSubrange(start...)
      var blank = Array(first.utf8)
      while blank.last == Self.space { blank.removeLast() }
      output += blank
    }
    output.append(UInt8(ascii: "\n"))
  }

  /// Returns the offset in a line's first word at which to insert a backslash so that the word does
  /// not start a heading, block quote, thematic break, fence, table, list or tag, or `nil` if no
  /// backslash is needed.
  ///
  /// - Parameters:
  ///   - word: The first word of the line, in UTF-8.
  ///   - rest: The bytes of the line after the word.
  ///   - mayBeList: Whether the word may start a list that a developer wrote.
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

  /// Returns whether two bytes start or end a comment in Kotlin, where comments can be nested.
  private func endsComment(_ before: UInt8, _ byte: UInt8) -> Bool {
    let (star, slash) = (UInt8(ascii: "*"), UInt8(ascii: "/"))
    return language == .kotlin
      && (before == star && byte == slash || before == slash && byte == star)
  }

  /// Returns whether a list item would document the signature instead of the text.
  ///
  /// - Parameter item: The bytes after the list marker.
  private static func isField(_ item: ArraySlice<UInt8>) -> Bool {
    ["parameter", "returns", "throws"].contains { field in
      item.count >= field.utf8.count && zip(item, field.utf8).allSatisfy { $0 | 0x20 == $1 }
    }
  }
}

extension UInt8 {
  /// Whether the byte is a letter or a backtick, so it does not start a list, heading, block quote
  /// or other Markdown construct.
  var isLetterOrBacktick: Bool {
    (0x61...0x7A).contains(self | 0x20) || self == UInt8(ascii: "`")
  }
}
