import TremaSupport

/// Reads the messages of a PO file one by one, over every mistake to the next message.
///
/// Source: GNU gettext 0.21, `po-lex.c` and `po-gram-gen.y`.
struct POParser {
  private let bytes: [UInt8]
  private let file: String
  private let encoding: TextEncoding
  private var index: Int
  private var position = SourcePosition.start
  private(set) var diagnostics: [Diagnostic] = []
  /// How many obsolete messages (`#~`) were passed over, and where the first one is.
  private(set) var obsolete: (count: Int, first: SourcePosition)?
  private var lastObsoleteLine = 0

  /// More mistakes than anybody reads; the file is no PO file.
  private static let mostMistakes = 100

  /// - Parameters:
  ///   - bytes: in UTF-8.
  ///   - start: the offset behind a byte order mark.
  ///   - encoding: what the file was in, which escapes of bytes still are.
  init(_ bytes: [UInt8], from start: Int, file: String, encoding: TextEncoding) {
    self.bytes = bytes
    self.file = file
    self.encoding = encoding
    index = start
    position.column = start + 1
  }

  private enum Keyword {
    case domain, context, id, pluralID, form
  }

  /// The next message; nil at the end of the file.
  mutating func next() -> POEntry? {
    var entry = POEntry()
    while diagnostics.count < Self.mostMistakes {
      skipSpace()
      guard let byte = peek else { return finished(entry) }
      if byte == UInt8(ascii: "#") {
        if entry.id != nil || entry.context != nil, let entry = finished(entry) { return entry }
        if entry.id != nil || entry.context != nil { entry = POEntry() }
        comment(into: &entry)
        continue
      }
      let start = (index, position)
      guard let keyword = keyword() else {
        mistake("'msgid', 'msgstr' or a comment is missing here", at: start.1)
        skipLine()
        skipMessage()
        if !entry.forms.isEmpty { return entry }
        entry = POEntry()
        continue
      }
      switch keyword {
      case .context, .id, .domain:
        let begins =
          entry.id != nil || keyword == .context && entry.context != nil || keyword == .domain
        if begins, entry.id != nil || entry.context != nil {
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
          mistake("'msgid_plural' does not follow a 'msgid'", at: start.1)
          skipMessage()
          entry = POEntry()
          continue
        }
        entry.pluralID = text
      case .form:
        if !form(of: &entry, at: start.1) {
          if entry.pluralID == nil, !entry.forms.isEmpty { return entry }
          entry = POEntry()
        }
      }
    }
    return nil
  }

  /// - Returns: nil with a mistake when something is missing from the message.
  private mutating func finished(_ entry: POEntry) -> POEntry? {
    guard entry.id != nil else {
      if entry.context != nil { mistake("'msgid' is missing after 'msgctxt'", at: entry.position) }
      return nil
    }
    guard !entry.forms.isEmpty else {
      mistake(
        "the message has no 'msgstr'", at: entry.position,
        hint: "an empty msgstr \"\" is for what is not translated")
      return nil
    }
    return entry
  }

  /// `msgstr "…"` or `msgstr[1] "…"`, behind the keyword.
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
        mistake("a ']' is missing after the number of the form", at: position)
        skipMessage()
        return false
      }
      advance()
    }
    guard let text = text() else { return false }
    guard entry.id != nil else {
      mistake("'msgid' is missing before 'msgstr'", at: start)
      skipMessage()
      return false
    }
    if hasIndex != (entry.pluralID != nil) {
      mistake(
        hasIndex
          ? "'msgid_plural' is missing before 'msgstr[…]'"
          : "'msgstr' has no number, and follows 'msgid_plural'", at: start)
      skipMessage()
      return false
    }
    if hasIndex ? number != entry.forms.count : !entry.forms.isEmpty {
      mistake(
        hasIndex
          ? "'msgstr[\(entry.forms.count)]' is missing here" : "the message has two 'msgstr'",
        at: start)
      skipMessage()
      return false
    }
    entry.forms.append(text)
    return true
  }

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

  private mutating func comment(into entry: inout POEntry) {
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
    case UInt8(ascii: ":"): entry.hasMore = true
    case UInt8(ascii: "|"): break
    case UInt8(ascii: "~"):
      // Lines without a gap are one message.
      if start.line > lastObsoleteLine + 1 || obsolete == nil {
        obsolete = ((obsolete?.count ?? 0) + 1, obsolete?.first ?? start)
      }
      lastObsoleteLine = start.line
    case UInt8(ascii: ","):
      for flag in line.dropFirst().split(separator: UInt8(ascii: ",")) {
        switch String(decoding: flag.filter { $0 > 0x20 }, as: UTF8.self) {
        case "fuzzy": entry.isFuzzy = true
        case "c-format", "objc-format", "no-c-format", "no-objc-format", "no-wrap", "wrap": break
        default: entry.hasMore = true
        }
      }
    default: entry.comments.append(words(0))
    }
  }

  /// One or more strings; nil with a mistake.
  private mutating func text() -> POText? {
    skipSpace()
    guard peek == UInt8(ascii: "\"") else {
      mistake("a text in double quotes is missing here", at: position)
      skipMessage()
      return nil
    }
    var text: [UInt8] = []
    let first = position
    var begin: SourcePosition?
    while peek == UInt8(ascii: "\"") {
      let open = position
      advance()
      if begin == nil, peek != UInt8(ascii: "\"") { begin = position }
      while true {
        guard let byte = peek, byte != 0x0A else {
          mistake(
            "the text is not closed", at: open,
            hint: "end it with a double quote on the same line; a line break in it is \\n")
          skipMessage()
          return nil
        }
        if byte == UInt8(ascii: "\"") { break }
        if byte == UInt8(ascii: "\\") {
          guard escape(into: &text) else {
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
    guard TextEncoding.firstInvalid(text) == nil else {
      mistake("the escapes of this text are not UTF-8", at: begin ?? first)
      return POText(text: "", position: first)
    }
    return POText(text: String(decoding: text, as: UTF8.self), position: begin ?? first)
  }

  /// - Returns: false with a mistake.
  private mutating func escape(into text: inout [UInt8]) -> Bool {
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
    var value: UInt8 = 0
    var digits = 0
    let isHexadecimal = letter == UInt8(ascii: "x")
    if isHexadecimal { advance() }
    while let byte = peek, let digit = byte.hexadecimalDigit, isHexadecimal || digit < 8,
      isHexadecimal || digits < 3
    {
      value = value &* (isHexadecimal ? 16 : 8) &+ digit
      digits += 1
      advance()
    }
    guard digits > 0, value != 0 else {
      mistake(
        digits > 0 ? "a text cannot contain the character NUL" : "this escape is not known",
        at: start,
        hint: "a backslash is written \\\\")
      return false
    }
    if value >= 0x80, let scalar = encoding.scalar(value) {
      text += Array(Unicode.UTF8.encode(scalar) ?? .init())
    } else {
      text.append(value)
    }
    return true
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

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

  private mutating func skipLine() {
    while let byte = peek, byte != 0x0A { advance() }
    if peek != nil { advance() }
  }

  /// Goes to the line that can begin a message, this one or one further on.
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

  private mutating func mistake(_ reason: String, at place: SourcePosition, hint: String? = nil) {
    diagnostics.append(
      Diagnostic(
        .error, "invalid-po", reason, at: SourceLocation(file: file, start: place), hint: hint))
  }
}
