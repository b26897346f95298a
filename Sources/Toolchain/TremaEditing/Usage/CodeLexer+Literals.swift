extension CodeLexer {
  /// A string literal whose end has not been reached.
  struct OpenLiteral {
    /// The content so far.
    var literal: Literal
    /// The number of `#` around the literal.
    var hashCount: Int
    /// Whether the literal is delimited by three quotes.
    var isMultiline: Bool
    /// The brackets around an interpolation.
    var brackets: (opening: UInt8, closing: UInt8)
    /// The number of open brackets in the current interpolation.
    var depth = 0
  }

  /// The maximum number of bytes to keep from a literal, which is far more than any key needs.
  private static let maxLiteralLength = 1 << 12

  /// Starts a literal at its opening quote.
  ///
  /// - Parameters:
  ///   - hashes: The number of `#` before the quote.
  ///   - start: The offset of the first `#`, or `nil` if there is none.
  /// - Returns: The next token.
  mutating func beginLiteral(hashes: Int, start: Int? = nil) -> Token? {
    let begin = start ?? index
    var isLong = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
    // `#"""#` is a literal that contains one quote.
    if isLong, hashes > 0, let after = peek(3) { isLong = after == 0x0A || after == 0x0D }
    index += isLong ? 3 : 1
    openLiterals.append(
      OpenLiteral(
        literal: Literal(start: begin), hashCount: hashes, isMultiline: isLong,
        brackets: language == .swift
          ? (UInt8(ascii: "("), UInt8(ascii: ")")) : (UInt8(ascii: "{"), UInt8(ascii: "}"))))
    return continueLiteral()
  }

  /// Continues with the innermost open literal up to its end or its next interpolation.
  ///
  /// - Returns: The literal, the start of the interpolation, or `nil` at the end of the file.
  mutating func continueLiteral() -> Token? {
    guard var state = openLiterals.popLast() else { return next() }
    while index < bytes.count {
      let start = index
      while index < bytes.count, !Self.isSpecial[Int(bytes[index])] { index += 1 }
      state.literal.append(bytes[start..<index], limit: Self.maxLiteralLength)
      guard index < bytes.count else { break }
      switch bytes[index] {
      case UInt8(ascii: "\"") where isEnd(state):
        skipEnd(&state)
        literal = state.literal
        if state.isMultiline { literal.stripIndentation(language) }
        leaveLiteral()
        return .literal
      case UInt8(ascii: "\n") where !state.isMultiline, UInt8(ascii: "\r") where !state.isMultiline:
        // A literal that isn't closed on its line is returned as a plain quote.
        leaveLiteral()
        text = index..<index
        return .punctuation(UInt8(ascii: "\""))
      case UInt8(ascii: "\\") where isEscape(state):
        index += 1 + state.hashCount
        if language == .swift, peek(0) == UInt8(ascii: "(") {
          return beginInterpolation(state, skipping: 1)
        }
        decodeEscape(into: &state)
      case UInt8(ascii: "$") where language == .kotlin && peek(1) == UInt8(ascii: "{"):
        return beginInterpolation(state, skipping: 2)
      case UInt8(ascii: "$") where language == .kotlin && startsName(1):
        index += 1
        while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
        state.literal.addInterpolation(limit: Self.maxLiteralLength)
      default:
        state.literal.append(bytes[index...index], limit: Self.maxLiteralLength)
        index += 1
      }
    }
    leaveLiteral()
    return nil
  }

  /// Starts an interpolation of a literal.
  ///
  /// - Parameters:
  ///   - state: The literal.
  ///   - count: The length of the opening bracket in bytes.
  private mutating func beginInterpolation(_ state: OpenLiteral, skipping count: Int) -> Token {
    var state = state
    state.literal.addInterpolation(limit: Self.maxLiteralLength)
    state.depth = 1
    openLiterals.append(state)
    text = index..<index + count
    index += count
    return enterInterpolation()
  }

  /// Returns whether the quote at the current offset ends a literal.
  private func isEnd(_ state: OpenLiteral) -> Bool {
    guard state.isMultiline else { return hasHashes(state.hashCount, at: index + 1) }
    return peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
      && hasHashes(state.hashCount, at: index + 3)
  }

  /// Advances past the end of a literal.
  private mutating func skipEnd(_ state: inout OpenLiteral) {
    // In Kotlin, the last three of more than three quotes end the literal; the others are part of
    // its content.
    while language == .kotlin, state.isMultiline, peek(3) == UInt8(ascii: "\"") {
      state.literal.append(bytes[index...index], limit: Self.maxLiteralLength)
      index += 1
    }
    index += (state.isMultiline ? 3 : 1) + state.hashCount
  }

  /// Returns whether the backslash at the current offset starts an escape. Multiline literals in
  /// Kotlin have no escapes.
  private func isEscape(_ state: OpenLiteral) -> Bool {
    if language == .kotlin { return !state.isMultiline }
    return hasHashes(state.hashCount, at: index + 1)
  }

  /// Returns whether a name starts at a distance from the current offset.
  private func startsName(_ distance: Int) -> Bool {
    guard let byte = peek(distance) else { return false }
    return Self.isName(byte) && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns whether a byte can be part of a name.
  private static func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// The bytes that may end a literal or start an escape or an interpolation.
  private static let isSpecial: [Bool] = (0...255).map { byte in
    Array("\"\\$\n\r".utf8).contains(UInt8(byte))
  }

  /// Decodes the escape whose backslash has been read.
  private mutating func decodeEscape(into state: inout OpenLiteral) {
    guard let byte = peek(0) else { return }
    // A line break ends a single-line literal even if a backslash precedes it.
    if byte == UInt8(ascii: "\n"), !state.isMultiline { return }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): state.literal.append(0x0A, limit: Self.maxLiteralLength)
    case UInt8(ascii: "t"): state.literal.append(0x09, limit: Self.maxLiteralLength)
    case UInt8(ascii: "r"): state.literal.append(0x0D, limit: Self.maxLiteralLength)
    case UInt8(ascii: "b") where language != .swift:
      state.literal.append(0x08, limit: Self.maxLiteralLength)
    case UInt8(ascii: "s") where language == .java:
      state.literal.append(0x20, limit: Self.maxLiteralLength)
    case UInt8(ascii: "0") where language == .swift:
      state.literal.append(0x00, limit: Self.maxLiteralLength)
    case UInt8(ascii: "0")...UInt8(ascii: "7") where language == .java:
      octal(byte, &state.literal)
    case UInt8(ascii: "u"): unicode(into: &state.literal)
    case UInt8(ascii: "\n"): break
    default: state.literal.append([byte], limit: Self.maxLiteralLength)
    }
  }

  /// Decodes an octal escape of up to `\377`, whose first digit has been read.
  private mutating func octal(_ first: UInt8, _ literal: inout Literal) {
    var value = UInt32(first - UInt8(ascii: "0"))
    while let digit = peek(0), (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit),
      value * 8 + UInt32(digit - UInt8(ascii: "0")) <= 0xFF
    {
      value = value * 8 + UInt32(digit - UInt8(ascii: "0"))
      index += 1
    }
    literal.append(value, limit: Self.maxLiteralLength)
  }

  /// Decodes `\u{20AC}` in Swift and `\u20AC` elsewhere, where two of them can form a surrogate
  /// pair.
  private mutating func unicode(into literal: inout Literal) {
    guard language == .swift else {
      guard var value = hexadecimal(4) else { return }
      if (0xD800..<0xDC00).contains(value), peek(0) == UInt8(ascii: "\\"),
        peek(1) == UInt8(ascii: "u")
      {
        index += 2
        if let low = hexadecimal(4), (0xDC00..<0xE000).contains(low) {
          value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
      }
      return literal.append(value, limit: Self.maxLiteralLength)
    }
    guard peek(0) == UInt8(ascii: "{") else { return }
    index += 1
    let value = hexadecimal(8) ?? 0xFFFD
    if peek(0) == UInt8(ascii: "}") { index += 1 }
    literal.append(value, limit: Self.maxLiteralLength)
  }

  /// Reads a hexadecimal number.
  ///
  /// - Parameter count: The maximum number of digits.
  /// - Returns: `nil` if there are no digits.
  private mutating func hexadecimal(_ count: Int) -> UInt32? {
    var value: UInt32 = 0
    let start = index
    while index - start < count, let byte = peek(0),
      let digit = Character(UnicodeScalar(byte)).hexDigitValue
    {
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return index > start ? value : nil
  }
}

extension CodeLexer.Literal {
  /// Appends bytes to the last constant part. The literal is truncated if the part becomes too
  /// long.
  mutating func append(_ bytes: some Collection<UInt8>, limit: Int) {
    if bytes.isEmpty { return }
    let last = constants.count - 1
    guard constants[last].count + bytes.count <= limit else {
      isTruncated = true
      return
    }
    constants[last] += bytes
  }

  /// Appends an interpolation. The literal is truncated if it has too many interpolations.
  mutating func addInterpolation(limit: Int) {
    if constants.count < limit { constants.append([]) } else { isTruncated = true }
  }

  /// Appends a character by its code point. An invalid code point is replaced with U+FFFD.
  mutating func append(_ scalar: UInt32, limit: Int) {
    append(Array(String(UnicodeScalar(scalar) ?? "\u{FFFD}").utf8), limit: limit)
  }

  /// Removes the line breaks at both ends of a multiline literal, and its lines' indentation.
  /// Kotlin has no such rule.
  fileprivate mutating func stripIndentation(_ language: CodeLexer.Language) {
    guard language != .kotlin, let last = constants.last,
      let lineBreak = constants[0].firstIndex(of: 0x0A)
    else { return }
    let tail = last.lastIndex(of: 0x0A).map { last[($0 + 1)...] } ?? last[...]
    let isOwnLine = tail.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    let indentation = isOwnLine ? tail.count : Int.max
    if language == .swift, isOwnLine, let end = last.lastIndex(of: 0x0A),
      constants.count > 1 || end > lineBreak
    {
      constants[constants.count - 1].removeSubrange(end...)
    }
    for index in constants.indices {
      var stripped: [UInt8] = []
      // How many whitespace characters remain to be removed at the start of the line.
      var rest = index == 0 ? indentation : 0
      for byte in index == 0 ? constants[0][(lineBreak + 1)...] : constants[index][...] {
        if rest > 0, byte == 0x20 || byte == 0x09 {
          rest -= 1
          continue
        }
        rest = byte == 0x0A ? indentation : 0
        stripped.append(byte)
      }
      constants[index] = stripped
    }
  }
}
