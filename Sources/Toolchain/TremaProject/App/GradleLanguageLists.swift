import TremaSupport

/// The lists of languages in a Gradle build file, in Groovy or Kotlin.
///
/// The file is scanned for the names of the properties and the string literals in the same
/// statement; it is neither parsed nor evaluated. Any bytes are accepted, and scanned in linear
/// time.
struct GradleLanguageLists: Sendable {
  /// The names of the properties: of Gradle plugin 8.8 and later, 7.1 and later, and older ones.
  static let names = ["localeFilters", "resourceConfigurations", "resConfigs", "resConfig"]

  /// A string literal.
  struct Literal: Sendable {
    /// The text without its quotation marks, or `nil` if it has interpolations.
    var text: String?
    /// The bytes including the quotation marks.
    var range: Range<Int>
  }

  /// A list in the file.
  struct List: Sendable {
    /// The name of the property.
    var name: String
    /// The bytes of the name.
    var range: Range<Int>
    /// The literals of the statement, in order.
    var literals: [Literal] = []
  }

  /// The path of the file.
  let file: String
  /// The bytes without a byte order mark.
  private let bytes: [UInt8]
  /// The lists, in order.
  private(set) var lists: [List] = []

  /// Scans a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file in UTF-8.
  ///   - file: The path of the file, which is not opened.
  init(_ bytes: [UInt8], file: String) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    (self.bytes, self.file) = (bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes, file)
    var scanner = Scanner(bytes: self.bytes)
    while let list = scanner.nextList() { lists.append(list) }
  }

  /// Returns the location of a range of bytes.
  func location(_ range: Range<Int>) -> SourceLocation {
    let start = SourcePosition.start.advanced(over: bytes[..<range.lowerBound])
    return SourceLocation(file: file, start: start, end: start.advanced(over: bytes[range]))
  }
}

/// Scans a build file for lists.
private struct Scanner {
  let bytes: [UInt8]
  /// The offset of the next byte.
  private var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the byte at a distance from the current offset, or 0 after the end of the file.
  private func peek(_ distance: Int = 0) -> UInt8 {
    index + distance < bytes.count ? bytes[index + distance] : 0
  }

  /// Returns the next list, or `nil` at the end of the file.
  mutating func nextList() -> GradleLanguageLists.List? {
    while index < bytes.count {
      if skipComment() { continue }
      let byte = peek()
      if Self.isQuote(byte) {
        _ = literal()
      } else if Self.isWord(byte) {
        let start = index
        while Self.isWord(peek()) { index += 1 }
        let word = bytes[start..<index]
        if let name = GradleLanguageLists.names.first(where: { word.elementsEqual($0.utf8) }) {
          return statement(GradleLanguageLists.List(name: name, range: start..<index))
        }
      } else {
        index += 1
      }
    }
    return nil
  }

  /// Reads the rest of the statement that begins with the name of a list.
  ///
  /// A statement ends at a semicolon, a closing bracket that it did not open, or the end of a line
  /// after which it does not continue.
  private mutating func statement(_ start: GradleLanguageLists.List) -> GradleLanguageLists.List {
    var list = start
    var depth = 0
    var continues = false
    while index < bytes.count {
      if skipComment() { continue }
      let byte = peek()
      switch byte {
      case UInt8(ascii: "\n") where depth == 0 && !continues && !isContinuedOnNextLine: return list
      case _ where ASCII.isSpace(byte): index += 1
      case _ where Self.isQuote(byte):
        list.literals.append(literal())
        continues = false
      case UInt8(ascii: ";") where depth == 0: return list
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return list }
        depth -= 1
        continues = false
        index += 1
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        index += 1
      default:
        continues = [UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "+")].contains(byte)
        index += 1
      }
    }
    return list
  }

  /// Whether the next line begins with a member of the expression, such as `.addAll(…)`.
  private var isContinuedOnNextLine: Bool {
    bytes[index...].first { !ASCII.isSpace($0) } == UInt8(ascii: ".")
  }

  /// Skips a comment, and returns whether there is one. The line feed after a line comment is not
  /// skipped.
  private mutating func skipComment() -> Bool {
    guard peek() == UInt8(ascii: "/") else { return false }
    if peek(1) == UInt8(ascii: "/") {
      while index < bytes.count, peek() != UInt8(ascii: "\n") { index += 1 }
      return true
    }
    guard peek(1) == UInt8(ascii: "*") else { return false }
    index += 2
    while index < bytes.count, peek() != UInt8(ascii: "*") || peek(1) != UInt8(ascii: "/") {
      index += 1
    }
    index = min(index + 2, bytes.count)
    return true
  }

  /// Reads a literal. A literal with one quotation mark ends at the end of its line at the latest.
  private mutating func literal() -> GradleLanguageLists.Literal {
    let start = index
    let quote = peek()
    let length = peek(1) == quote && peek(2) == quote ? 3 : 1
    index += length
    let content = index
    var isConstant = true
    while index < bytes.count, length == 3 || peek() != UInt8(ascii: "\n") {
      if (0..<length).allSatisfy({ peek($0) == quote }) {
        let text = isConstant ? String(decoding: bytes[content..<index], as: UTF8.self) : nil
        index += length
        return GradleLanguageLists.Literal(text: text, range: start..<index)
      }
      // Only literals in double quotation marks have interpolations.
      if peek() == UInt8(ascii: "$"), quote == UInt8(ascii: "\"") { isConstant = false }
      index += peek() == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index, bytes.count)
    return GradleLanguageLists.Literal(text: nil, range: start..<index)
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
