/// A lexer that splits source code into words, punctuation and string literals.
///
/// Comments are skipped. The code inside a literal's interpolations is returned as tokens before
/// the literal itself.
///
/// Any bytes are accepted, and processed in linear time. Errors are handled as a compiler would
/// recover from them: an unterminated literal ends with its line, and an unterminated comment with
/// the file.
struct CodeLexer {
  /// The language of the source. It determines the forms of literals and comments.
  enum Language { case swift, kotlin, java }

  /// A token.
  enum Token {
    /// A name, a keyword or a number. Its bytes are ``CodeLexer/text``, without backticks.
    case word
    /// Any other ASCII character.
    case punctuation(UInt8)
    /// A complete string literal; see ``CodeLexer/literal``.
    case literal
    /// The start and the end of an interpolation.
    case interpolationBegins, interpolationEnds
  }

  /// The content of a string literal.
  struct Literal {
    /// The constant parts around the interpolations, with escapes decoded. There is one more part
    /// than there are interpolations.
    var constants: [[UInt8]] = [[]]
    /// The offset of the literal.
    var start: Int
    /// Whether the literal was too long to be kept. Keys are never that long.
    var isTruncated = false

    /// The content, if it has no interpolations and was not truncated.
    var text: [UInt8]? { constants.count == 1 && !isTruncated ? constants[0] : nil }
  }

  /// The source as UTF-8.
  let bytes: [UInt8]
  /// The language of the source.
  let language: Language
  /// The offset of the next byte to read.
  var index = 0
  /// The bytes of the last token.
  var text = 0..<0
  /// The last literal.
  var literal = Literal(start: 0)
  /// The literals whose interpolations contain the current offset, innermost last.
  var openLiterals: [OpenLiteral] = []

  /// Creates a lexer at the start of a source.
  init(_ bytes: [UInt8], _ language: Language) {
    self.bytes = bytes
    self.language = language
    // The first line of an executable script, `#!`, is not code.
    if bytes.starts(with: [UInt8(ascii: "#"), UInt8(ascii: "!")]) { skipLine() }
  }

  /// Returns the next code token, or `nil` at the end of the file.
  mutating func next() -> Token? {
    while index < bytes.count {
      let byte = bytes[index]
      let start = index
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        index += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "\""): return beginLiteral(hashes: 0)
      case UInt8(ascii: "#") where language == .swift:
        if let token = afterHashes() { return token }
      case UInt8(ascii: "'") where language != .swift: skipCharacter()
      case UInt8(ascii: "`"):
        if let token = quotedWord() { return token }
        index += 1
      case _ where Self.isWord[Int(byte)]:
        repeat { index += 1 } while index < bytes.count && Self.isWord[Int(bytes[index])]
        text = start..<index
        return .word
      default:
        index += 1
        text = start..<index
        return punctuation(byte)
      }
    }
    return nil
  }

  /// Returns the byte at a distance from the current offset, or `nil` after the end of the file.
  func peek(_ distance: Int) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  /// Returns a punctuation character, and counts the brackets in the current interpolation. The
  /// last bracket ends the interpolation.
  private mutating func punctuation(_ byte: UInt8) -> Token {
    guard let last = openLiterals.indices.last else { return .punctuation(byte) }
    let (opening, closing) = openLiterals[last].brackets
    if byte == opening {
      openLiterals[last].depth += 1
    } else if byte == closing {
      openLiterals[last].depth -= 1
      if openLiterals[last].depth == 0 {
        isInCode = false
        return .interpolationEnds
      }
    }
    return .punctuation(byte)
  }

  /// Whether the next token is code, rather than the continuation of the innermost open literal.
  private(set) var isInCode = true

  /// Returns the next token inside or outside a literal, or `nil` at the end of the file.
  mutating func token() -> Token? { isInCode ? next() : continueLiteral() }

  /// Continues with the code of an interpolation.
  mutating func enterInterpolation() -> Token {
    isInCode = true
    return .interpolationBegins
  }

  /// Continues with code after the end of a literal.
  mutating func leaveLiteral() { isInCode = true }

  /// Advances to the end of the line.
  private mutating func skipLine() {
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n"),
      bytes[index] != UInt8(ascii: "\r")
    { index += 1 }
  }

  /// Skips a comment. Comments nest in Swift and Kotlin but not in Java.
  private mutating func skipComment() {
    var depth = 1
    index += 2
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        index += 2
        depth -= 1
        if depth == 0 { return }
      } else if language != .java, bytes[index] == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        index += 2
        depth += 1
      } else {
        index += 1
      }
    }
  }

  /// Skips a character literal such as `'"'`, which ends at the end of its line at the latest.
  private mutating func skipCharacter() {
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "'") { return }
      if byte == UInt8(ascii: "\\"), index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
        index += 1
      }
    }
  }

  /// Reads a name in backticks.
  ///
  /// - Returns: `nil` if it is not closed on its line.
  private mutating func quotedWord() -> Token? {
    var end = index + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
      if bytes[end] == UInt8(ascii: "`") {
        text = index + 1..<end
        index = end + 1
        return .word
      }
      end += 1
    }
    return nil
  }

  /// Reads a token that starts with `#`: a raw string, a regular expression between `#/` and `/#`,
  /// or other punctuation.
  private mutating func afterHashes() -> Token? {
    let start = index
    while index < bytes.count, bytes[index] == UInt8(ascii: "#") { index += 1 }
    let hashes = index - start
    guard index < bytes.count else { return nil }
    if bytes[index] == UInt8(ascii: "\"") { return beginLiteral(hashes: hashes, start: start) }
    guard bytes[index] == UInt8(ascii: "/") else {
      text = start..<index
      return .punctuation(UInt8(ascii: "#"))
    }
    index += 1
    // A regular expression can span multiple lines only if a line break follows its opening.
    let isLong = index < bytes.count && bytes[index] == UInt8(ascii: "\n")
    while index < bytes.count, isLong || bytes[index] != UInt8(ascii: "\n") {
      let isEnd = bytes[index] == UInt8(ascii: "/") && hasHashes(hashes, at: index + 1)
      index += 1
      if isEnd {
        index += hashes
        break
      }
    }
    return .punctuation(UInt8(ascii: "/"))
  }

  /// Returns whether a number of `#` is at an offset.
  func hasHashes(_ hashes: Int, at start: Int) -> Bool {
    guard start + hashes <= bytes.count else { return false }
    for offset in 0..<hashes where bytes[start + offset] != UInt8(ascii: "#") { return false }
    return true
  }

  /// Returns a name together with the names before it that are joined by dots, limited to 200 bytes
  /// before the name.
  static func dottedName(endingWith name: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    var start = name.lowerBound
    let first = max(0, start - 200)
    while start > first, isWord[Int(bytes[start - 1])] || bytes[start - 1] == UInt8(ascii: ".") {
      start -= 1
    }
    while start < name.lowerBound, bytes[start] == UInt8(ascii: ".") { start += 1 }
    return start..<name.upperBound
  }

  /// Whether each byte can be part of a word: letters, digits, `_`, `$`, and the bytes of non-ASCII
  /// characters.
  private static let isWord: [Bool] = (0...255).map { byte in
    let byte = UInt8(byte)
    return byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

extension CodeLexer {
  /// The next byte that is not whitespace, or `nil` at the end of the file. A comment counts as `/`.
  var nextByte: UInt8? {
    var index = index
    // The limit bounds the time for long sequences of line breaks.
    let end = min(bytes.count, index + 400)
    while index < end {
      let byte = bytes[index]
      if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { return byte }
      index += 1
    }
    return nil
  }

  /// Whether arguments or a closure follow the last token.
  var isCall: Bool { nextByte == UInt8(ascii: "(") || nextByte == UInt8(ascii: "{") }
}
