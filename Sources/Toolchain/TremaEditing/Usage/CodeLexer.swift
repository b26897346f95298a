/// Splits source code into words, signs and string literals; comments are left out. The code inside
/// the interpolations of a literal comes as tokens of its own, before the literal itself.
///
/// It takes any bytes, in time proportional to their number; what is broken ends where a compiler
/// would give up on it: a literal at the end of its line, a comment at the end of the file.
struct CodeLexer {
  enum Language { case swift, kotlin, java }

  enum Token {
    /// A name, a keyword or a number; ``text`` says which, without backticks.
    case word
    case sign(UInt8)
    /// A whole string literal; see ``literal``.
    case literal
    /// The code of an interpolation begins or ends.
    case holeBegins, holeEnds
  }

  /// The content of a string literal: the constant parts around its interpolations, one more than there
  /// are of these, with escapes decoded.
  struct Literal {
    var constants: [[UInt8]] = [[]]
    /// The offset of its start.
    var start: Int
    /// It was too long to be kept: no key is.
    var isCut = false

    /// The text, when it is all known.
    var text: [UInt8]? { constants.count == 1 && !isCut ? constants[0] : nil }
  }

  let bytes: [UInt8]
  let language: Language
  var index = 0
  /// The bytes of the last token.
  var text = 0..<0
  var literal = Literal(start: 0)
  /// Literals that the current place is in an interpolation of, the innermost last.
  var open: [OpenLiteral] = []

  init(_ bytes: [UInt8], _ language: Language) {
    self.bytes = bytes
    self.language = language
    // A line that makes a script executable is no code.
    if bytes.starts(with: [UInt8(ascii: "#"), UInt8(ascii: "!")]) { skipLine() }
  }

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
        return sign(byte)
      }
    }
    return nil
  }

  func peek(_ distance: Int) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  /// Counts the brackets of an interpolation, whose last one ends it.
  private mutating func sign(_ byte: UInt8) -> Token {
    guard let last = open.indices.last else { return .sign(byte) }
    let (opening, closing) = open[last].brackets
    if byte == opening {
      open[last].depth += 1
    } else if byte == closing {
      open[last].depth -= 1
      if open[last].depth == 0 {
        isInHole = false
        return .holeEnds
      }
    }
    return .sign(byte)
  }

  /// Whether the next token is code, or more of the innermost open literal.
  private(set) var isInHole = true

  /// Returns the next token, inside or outside a literal.
  mutating func token() -> Token? { isInHole ? next() : continueLiteral() }

  mutating func enterHole() -> Token {
    isInHole = true
    return .holeBegins
  }

  mutating func leaveLiteral() { isInHole = true }

  private mutating func skipLine() {
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n"),
      bytes[index] != UInt8(ascii: "\r")
    { index += 1 }
  }

  /// Comments nest in Swift and Kotlin, and do not in Java.
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

  /// `'"'` and the like; it does not go beyond its line.
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

  /// A name in backticks, in one line.
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

  /// A raw string, a regular expression between `#/` and `/#`, or plain signs.
  private mutating func afterHashes() -> Token? {
    let start = index
    while index < bytes.count, bytes[index] == UInt8(ascii: "#") { index += 1 }
    let hashes = index - start
    guard index < bytes.count else { return nil }
    if bytes[index] == UInt8(ascii: "\"") { return beginLiteral(hashes: hashes, start: start) }
    guard bytes[index] == UInt8(ascii: "/") else {
      text = start..<index
      return .sign(UInt8(ascii: "#"))
    }
    index += 1
    // Over several lines only when nothing is behind the opening.
    let isLong = index < bytes.count && bytes[index] == UInt8(ascii: "\n")
    while index < bytes.count, isLong || bytes[index] != UInt8(ascii: "\n") {
      let isEnd = bytes[index] == UInt8(ascii: "/") && has(hashes, at: index + 1)
      index += 1
      if isEnd {
        index += hashes
        break
      }
    }
    return .sign(UInt8(ascii: "/"))
  }

  func has(_ hashes: Int, at place: Int) -> Bool {
    guard place + hashes <= bytes.count else { return false }
    for offset in 0..<hashes where bytes[place + offset] != UInt8(ascii: "#") { return false }
    return true
  }

  /// A name with the names before it that dots join to it, at most so many bytes of them.
  static func dottedName(endingWith name: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    var start = name.lowerBound
    let first = max(0, start - 200)
    while start > first, isWord[Int(bytes[start - 1])] || bytes[start - 1] == UInt8(ascii: ".") {
      start -= 1
    }
    while start < name.lowerBound, bytes[start] == UInt8(ascii: ".") { start += 1 }
    return start..<name.upperBound
  }

  /// Letters, digits, `_`, `$`, and every byte of a character beyond ASCII.
  private static let isWord: [Bool] = (0...255).map { byte in
    let byte = UInt8(byte)
    return byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
