import TremaSupport

/// A parser that reads the messages of a PO file one at a time. After a syntax error, it continues
/// at the next message.
///
/// See GNU gettext 0.21, `po-lex.c` and `po-gram-gen.y`.
struct POParser {
  private let bytes: [UInt8]
  private let file: String
  private let encoding: TextEncoding
  /// The index of the next byte.
  private var index: Int
  /// The position of the next byte.
  private var position = SourcePosition.start
  /// The errors so far.
  private(set) var diagnostics: [Diagnostic] = []
  /// The number of obsolete messages (`#~`) that were skipped, and the position of the first one.
  private(set) var obsolete: (count: Int, first: SourcePosition)?
  /// The last line with an obsolete message.
  private var lastObsoleteLine = 0

  /// The maximum number of errors. A file with more errors is not a PO file, and a longer list
  /// would not help its author.
  private static let maxErrors = 100

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - bytes: The file converted to UTF-8.
  ///   - start: The offset after a byte order mark.
  ///   - file: The path to print in diagnostics.
  ///   - encoding: The original encoding of the file, which byte escape sequences still use.
  init(_ bytes: [UInt8], from start: Int, file: String, encoding: TextEncoding) {
    self.bytes = bytes
    self.file = file
    self.encoding = encoding
    index = start
    position.column = start + 1
  }

  /// The keywords of a message. `domain` is skipped together with its string.
  private enum Keyword {
    case domain, context, id, pluralID, form
  }

  /// Returns the next message, or `nil` at the end of the file or after too many errors.
  mutating func next() -> POEntry? {
    var entry = POEntry()
    while diagnostics.count < Self.maxErrors {
      skipSpace()
      // A message ends at the end of the file, at a comment, or at a keyword that starts the next
      // message.
      guard let byte = peek else { return finished(entry) }
      if byte == UInt8(ascii: "#") {
        if entry.id != nil || entry.context != nil, let entry = finished(entry) { return entry }
        if entry.id != nil || entry.context != nil { entry = POEntry() }
        readComment(into: &entry)
        continue
      }
      // The parser returns here if the keyword belongs to the next message.
      let start = (index, position)
      guard let keyword = keyword() else {
        reportError("expected 'msgid', 'msgstr' or a comment", at: start.1)
        skipLine()
        skipMessage()
        // The message before the invalid line is complete.
        if !entry.forms.isEmpty { return entry }
        entry = POEntry()
        continue
      }
      switch keyword {
      case .context, .id, .domain:
        // A keyword starts a new message if the current one already has this part.
        let beginsMessage =
          entry.id != nil || keyword == .context && entry.context != nil || keyword == .domain
        if beginsMessage, entry.id != nil || entry.context != nil {
          (index, position) = start
          if let entry = finished(entry) { return entry }
          entry = POEntry()
          continue
        }
        guard let text = text() else {
          entry = POEntry()
          continue
        }
        if entry.context == nil { entry.position = start.1 }
        if keyword == .context { entry.context = text }
        if keyword == .id { entry.id = text }
      case .pluralID:
        guard let text = text() else {
          entry = POEntry()
          continue
        }
        guard entry.id != nil, entry.pluralID == nil, entry.forms.isEmpty else {
          reportError("'msgid_plural' does not follow a 'msgid'", at: start.1)
          skipMessage()
          entry = POEntry()
          continue
        }
        entry.pluralID = text
      case .form:
        // After a second `msgstr`, the message is complete. Any other error makes it unusable.
        if !form(of: &entry, at: start.1) {
          if entry.pluralID == nil, !entry.forms.isEmpty { return entry }
          entry = POEntry()
        }
      }
    }
    return nil
  }

  /// Returns a message that has ended. If it is incomplete, adds an error and returns `nil`.
  private mutating func finished(_ entry: POEntry) -> POEntry? {
    guard entry.id != nil else {
      if entry.context != nil {
        reportError("'msgid' is missing after 'msgctxt'", at: entry.position)
      }
      return nil
    }
    guard !entry.forms.isEmpty else {
      reportError(
        "the message has no 'msgstr'", at: entry.position,
        hint: "add msgstr \"\" if the message is not translated")
      return nil
    }
    return entry
  }

  /// Reads `msgstr "…"` or `msgstr[1] "…"` after the keyword.
  ///
  /// - Parameter start: The position of the keyword.
  /// - Returns: `false` after an error. The rest of the message has then been skipped.
  private mutating func form(of entry: inout POEntry, at start: SourcePosition) -> Bool {
    skipSpace()
    let hasIndex = peek == UInt8(ascii: "[")
    var number: Int?
    if hasIndex {
      advance()
      skipSpace()
      var digits: [UInt8] = []
      while let byte = peek, let digit = byte.hexadecimalDigit, digit < 10 {
        digits.append(byte)
        advance()
      }
      number = Int(String(decoding: digits, as: UTF8.self))
      skipSpace()
      guard peek == UInt8(ascii: "]") else {
        // Skip the rest of the message so that one error isn't reported several times.
        reportError("expected ']' after the number of the form", at: position)
        skipMessage()
        return false
      }
      advance()
    }
    guard let text = text() else { return false }
    guard entry.id != nil else {
      reportError("'msgid' is missing before 'msgstr'", at: start)
      skipMessage()
      return false
    }
    if hasIndex != (entry.pluralID != nil) {
      reportError(
        hasIndex
          ? "'msgid_plural' is missing before 'msgstr[…]'"
          : "'msgstr' follows 'msgid_plural', but has no number", at: start)
      skipMessage()
      return false
    }
    // The forms must be in order and without gaps.
    if hasIndex ? number != entry.forms.count : !entry.forms.isEmpty {
      reportError(
        hasIndex
          ? "expected 'msgstr[\(entry.forms.count)]'" : "'msgstr' is defined twice",
        at: start)
      skipMessage()
      return false
    }
    entry.forms.append(text)
    return true
  }

  /// Reads a keyword, or returns `nil` if there is none.
  private mutating func keyword() -> Keyword? {
    let word = bytes[index...].prefix {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
    }
    guard (1...16).contains(word.count) else { return nil }
    let keyword: Keyword
    switch String(decoding: word, as: UTF8.self) {
    case "domain": keyword = .domain
    case "msgctxt": keyword = .context
    case "msgid": keyword = .id
    case "msgid_plural": keyword = .pluralID
    case "msgstr": keyword = .form
    default: return nil
    }
    for _ in word { advance() }
    return keyword
  }

  /// Reads a comment of any kind, up to the end of its line.
  private mutating func readComment(into entry: inout POEntry) {
    let start = position
    advance()
    let kind = peek
    var line: [UInt8] = []
    while let byte = peek, byte != 0x0A {
      line.append(byte)
      advance()
    }
    if line.last == 0x0D { line.removeLast() }
    func words(_ count: Int) -> String {
      var rest = line.dropFirst(count)
      if rest.first == 0x20 { rest.removeFirst() }
      return String(decoding: rest, as: UTF8.self)
    }
    switch kind {
    case UInt8(ascii: "."): entry.extracted.append(words(1))
    case UInt8(ascii: ":"): entry.hasUnsupportedContent = true
    case UInt8(ascii: "|"): break
    case UInt8(ascii: "~"):
      // Adjacent lines belong to the same message.
      if start.line > lastObsoleteLine + 1 || obsolete == nil {
        obsolete = ((obsolete?.count ?? 0) + 1, obsolete?.first ?? start)
      }
      lastObsoleteLine = start.line
    case UInt8(ascii: ","):
      for flag in line.dropFirst().split(separator: UInt8(ascii: ",")) {
        switch String(decoding: flag.filter { $0 > 0x20 }, as: UTF8.self) {
        case "fuzzy": entry.isFuzzy = true
        // These flags concern the layout of the file and gettext's checks, not the text.
        case "c-format", "objc-format", "no-c-format", "no-objc-format", "no-wrap", "wrap": break
        default: entry.hasUnsupportedContent = true
        }
      }
    default: entry.comments.append(words(0))
    }
  }

  /// Reads one or more adjacent strings.
  ///
  /// - Returns: The string, or `nil` after an error. The rest of the message has then been skipped.
  private mutating func text() -> POText? {
    skipSpace()
    guard peek == UInt8(ascii: "\"") else {
      reportError("expected a string in double quotes", at: position)
      skipMessage()
      return nil
    }
    var text: [UInt8] = []
    let first = position
    var contentStart: SourcePosition?
    while peek == UInt8(ascii: "\"") {
      let open = position
      advance()
      // The position is that of the first character, even if the first string is empty.
      if contentStart == nil, peek != UInt8(ascii: "\"") { contentStart = position }
      while true {
        guard let byte = peek, byte != 0x0A else {
          reportError(
            "unterminated string", at: open,
            hint: "close it with a double quote on the same line; use \\n for a line break")
          skipMessage()
          return nil
        }
        if byte == UInt8(ascii: "\"") { break }
        if byte == UInt8(ascii: "\\") {
          guard readEscape(into: &text) else {
            skipMessage()
            return nil
          }
        } else {
          text.append(byte)
          advance()
        }
      }
      advance()
      skipSpace()
    }
    // Byte escape sequences may have formed invalid UTF-8.
    guard TextEncoding.firstInvalid(text) == nil else {
      reportError("the string's escape sequences are not valid UTF-8", at: contentStart ?? first)
      return POText(text: "", position: first)
    }
    return POText(text: String(decoding: text, as: UTF8.self), position: contentStart ?? first)
  }

  /// Decodes an escape sequence: a character escape, `\ooo`, or `\x` with any number of digits.
  ///
  /// - Returns: `false` after an error.
  private mutating func readEscape(into text: inout [UInt8]) -> Bool {
    let start = position
    advance()
    let letter = peek ?? 0
    let simple: UInt8? =
      switch letter {
      case UInt8(ascii: "n"): 0x0A
      case UInt8(ascii: "t"): 0x09
      case UInt8(ascii: "r"): 0x0D
      case UInt8(ascii: "a"): 0x07
      case UInt8(ascii: "b"): 0x08
      case UInt8(ascii: "v"): 0x0B
      case UInt8(ascii: "f"): 0x0C
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter
      default: nil
      }
    if let simple {
      text.append(simple)
      advance()
      return true
    }
    // Any other escape sequence is the number of a byte, in octal or hexadecimal notation.
    var value: UInt8 = 0
    var digits = 0
    let isHexadecimal = letter == UInt8(ascii: "x")
    if isHexadecimal { advance() }
    while let byte = peek, let digit = byte.hexadecimalDigit, isHexadecimal || digit < 8,
      isHexadecimal || digits < 3
    {
      // A number with more than two hexadecimal digits wraps around.
      value = value &* (isHexadecimal ? 16 : 8) &+ digit
      digits += 1
      advance()
    }
    // C strings end at NUL, so gettext strings can't contain it.
    guard digits > 0, value != 0 else {
      reportError(
        digits > 0 ? "a text cannot contain a NUL character" : "unknown escape sequence",
        at: start,
        hint: "escape a backslash as \\\\")
      return false
    }
    // A non-ASCII byte is a character in the original encoding of the file.
    if value >= 0x80, let scalar = encoding.scalar(value) {
      text += Array(Unicode.UTF8.encode(scalar) ?? .init())
    } else {
      text.append(value)
    }
    return true
  }

  /// The next byte, or `nil` at the end of the file.
  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Skips a byte and counts lines.
  private mutating func advance() {
    if bytes[index] == 0x0A {
      position.line += 1
      position.column = 1
    } else {
      position.column += 1
    }
    index += 1
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 32 || (9...13).contains(byte) { advance() }
  }

  /// Skips the rest of the line and its line feed.
  private mutating func skipLine() {
    while let byte = peek, byte != 0x0A { advance() }
    if peek != nil { advance() }
  }

  /// Skips to the next line that can start a message, which may be the current line.
  private mutating func skipMessage() {
    while let byte = peek {
      let rest = bytes[index...]
      if position.column == 1,
        byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: "#")
          || rest.starts(with: "msgctxt".utf8) || rest.starts(with: "msgid ".utf8)
      {
        return
      }
      skipLine()
    }
  }

  /// Adds an `invalid-po` error.
  private mutating func reportError(
    _ reason: String, at position: SourcePosition, hint: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        .error, "invalid-po", reason, at: SourceLocation(file: file, start: position), hint: hint))
  }
}
