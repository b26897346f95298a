/// A part of the content between the tags of a text.
enum AndroidToken {
  /// Character data up to the next tag, with XML references resolved. Comments do not end it.
  case text([UInt8])
  /// A start tag. `isSpan` is false for an element in a different namespace, whose tags are
  /// dropped.
  case start(String, attributes: [(name: String, value: String)], isSpan: Bool)
  case end(String, isSpan: Bool)
  /// The start of an `xliff:g` element.
  case protected(id: String?, example: String?)
  case endProtected
}

/// An implementation of the resource compiler's rules for the character data of one text.
///
/// Source: aapt2, `StringBuilder` and `ResourceParser::FlattenXmlSubtree`; measured.
struct AndroidTextBuilder {
  /// The text so far.
  private var text = AndroidText()
  /// Whether the current position is inside quotation marks, where whitespace is kept.
  private var isQuoted = false
  /// The offset of the last quotation mark in the character data.
  private var lastQuoteOffset = 0
  /// Whether the last character was whitespace outside quotation marks.
  private var wasSpace = false
  /// The number of bytes of character data before the current token.
  private var offset = 0
  /// The open `xliff:g` elements, outermost first.
  private var open: [AndroidText.Protected] = []

  /// Returns the text that tokens represent.
  ///
  /// - Parameters:
  ///   - tokens: The content between the tags.
  ///   - dialect: The rules of the file.
  static func text(of tokens: [AndroidToken], _ dialect: ResourceDialect) -> AndroidText {
    if dialect == .compose { return composeText(of: tokens) }
    var builder = AndroidTextBuilder()
    builder.text.hasMarkup = hasMarkup(tokens)
    let pieces = tokens.indices.filter { if case .text = tokens[$0] { true } else { false } }
    for (index, token) in tokens.enumerated() {
      // A text with elements keeps its leading and trailing whitespace.
      let trims = !builder.text.hasMarkup
      builder.append(
        token, trimsStart: trims && index == pieces.first, trimsEnd: trims && index == pieces.last)
    }
    builder.endQuote()
    if !builder.text.hasMarkup { builder.text.isReference = isReference(tokens) }
    return builder.text
  }

  /// Returns whether there are elements that are markup.
  private static func hasMarkup(_ tokens: [AndroidToken]) -> Bool {
    tokens.contains { token in
      if case .start(_, _, true) = token { true } else { false }
    }
  }

  /// Returns the text according to the rules of ``ComposeText``.
  private static func composeText(of tokens: [AndroidToken]) -> AndroidText {
    var builder = AndroidTextBuilder()
    builder.text.hasMarkup = hasMarkup(tokens)
    for token in tokens {
      if case .text(let data) = token {
        for byte in ComposeText.unescaped(data) { builder.append(byte) }
      } else {
        builder.append(token, trimsStart: false, trimsEnd: false)
      }
    }
    return builder.text
  }

  /// Returns whether the text is a reference. As in the compiler, this is determined before escape
  /// sequences and quotation marks are processed.
  private static func isReference(_ tokens: [AndroidToken]) -> Bool {
    var data: [UInt8] = []
    for case .text(let bytes) in tokens { data += bytes }
    let trimmed = trim(data[...], start: true, end: true)
    switch trimmed.first {
    case UInt8(ascii: "@"):
      // aapt2 accepts a second `@`.
      let isDouble = trimmed.dropFirst().first == UInt8(ascii: "@")
      return AndroidReference.isResource(isDouble ? trimmed.dropFirst() : trimmed)
    case UInt8(ascii: "?"):
      // The forms are `?name` and `?package:attr/name`. The type, if there is one, must be `attr`.
      let name = trimmed.dropFirst()
      let parts = name.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      return !name.isEmpty && name.first != UInt8(ascii: ":") && !parts.isEmpty
    default: return false
    }
  }

  /// Returns bytes without leading or trailing whitespace, or both.
  private static func trim(
    _ bytes: ArraySlice<UInt8>, start: Bool, end: Bool
  ) -> ArraySlice<UInt8> {
    var bytes = bytes
    if start { bytes = bytes.drop(while: isSpace) }
    if end { while let last = bytes.last, isSpace(last) { bytes.removeLast() } }
    return bytes
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

  /// Appends a token.
  ///
  /// - Parameters:
  ///   - trimsStart: Whether the token is the first text of a value without markup.
  ///   - trimsEnd: Whether the token is the last text of a value without markup.
  private mutating func append(_ token: AndroidToken, trimsStart: Bool, trimsEnd: Bool) {
    switch token {
    case .text(let bytes):
      append(Self.trim(bytes[...], start: trimsStart, end: trimsEnd))
      offset += bytes.count
    case .start(let name, let attributes, let isSpan):
      guard isSpan else { return }
      endQuote()
      wasSpace = false
      text.bytes += "<\(name)".utf8
      // Attributes are written in double quotes, so quotation marks in them are escaped.
      for attribute in attributes {
        text.bytes += " \(attribute.name)=\"".utf8
        for byte in attribute.value.utf8 {
          if byte == UInt8(ascii: "\"") { text.bytes += "&quot;".utf8 } else { append(byte) }
        }
        text.bytes.append(UInt8(ascii: "\""))
      }
      text.bytes.append(UInt8(ascii: ">"))
    case .end(let name, let isSpan):
      guard isSpan else { return }
      endQuote()
      wasSpace = false
      text.bytes += "</\(name)>".utf8
    case .protected(let id, let example):
      let start = text.bytes.count
      open.append(AndroidText.Protected(range: start..<start, id: id, example: example))
    case .endProtected:
      guard var part = open.popLast() else { return }
      part.range = part.range.lowerBound..<text.bytes.count
      text.protected.append(part)
    }
  }

  /// Appends character data. Collapses whitespace outside quotation marks and decodes escape
  /// sequences.
  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if !isQuoted, Self.isSpace(byte) {
        if !wasSpace { text.bytes.append(UInt8(ascii: " ")) }
        wasSpace = true
        index += 1
        continue
      }
      wasSpace = false
      switch byte {
      case UInt8(ascii: "\\"): index = appendEscape(bytes, at: index)
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        lastQuoteOffset = offset + index
        index += 1
      default:
        if byte == UInt8(ascii: "'"), !isQuoted { note(.bareApostrophe, at: index) }
        append(byte)
        index += 1
      }
    }
  }

  /// Appends the character that an escape sequence represents.
  ///
  /// - Returns: The index after the sequence.
  private mutating func appendEscape(_ bytes: ArraySlice<UInt8>, at start: Int) -> Int {
    guard start + 1 < bytes.endIndex else {
      // The compiler drops a backslash at the end.
      note(.unknownEscape, at: start)
      return start + 1
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "n"): text.bytes.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "t"): text.bytes.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "@"),
      UInt8(ascii: "?"), UInt8(ascii: "#"):
      text.bytes.append(bytes[start + 1])
    case UInt8(ascii: "u"): return appendUnit(bytes, at: start)
    case let byte:
      // aapt2 keeps the character, whereas aapt drops it as well.
      if !Self.isSpace(byte) { note(.unknownEscape, at: start) }
      append(byte)
    }
    return start + 2
  }

  /// Appends the character that `\uXXXX` represents.
  ///
  /// - Returns: The index after the sequence, or after both sequences of a surrogate pair.
  private mutating func appendUnit(_ bytes: ArraySlice<UInt8>, at start: Int) -> Int {
    guard let unit = Self.unit(bytes, at: start + 2), unit != 0 else {
      note(.invalidEscape, at: start)
      text.bytes += bytes[start..<start + 2]
      return start + 2
    }
    if let scalar = Unicode.Scalar(unit) {
      if scalar == "%" { text.escapedPercents.append(text.bytes.count) }
      for byte in String(scalar).utf8 { append(byte) }
      return start + 6
    }
    // aapt combines the two code units into one character, whereas aapt2 drops them.
    note(.surrogate, at: start)
    guard UTF16.isLeadSurrogate(unit), start + 7 < bytes.endIndex,
      bytes[start + 6] == UInt8(ascii: "\\"), bytes[start + 7] == UInt8(ascii: "u"),
      let trail = Self.unit(bytes, at: start + 8), UTF16.isTrailSurrogate(trail)
    else { return start + 6 }
    let scalar = UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    text.bytes += String(scalar).utf8
    return start + 12
  }

  /// Returns the value of the four hexadecimal digits at an index, or `nil` if there are none.
  private static func unit(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt16? {
    guard index + 4 <= bytes.endIndex else { return nil }
    let digits = bytes[index..<index + 4]
    // The `UInt16` initializer would accept a sign.
    guard digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// Appends a byte of the text. In a text with markup, `<` and `&` are escaped to distinguish them
  /// from the markup.
  private mutating func append(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "<") where text.hasMarkup: text.bytes += "&lt;".utf8
    case UInt8(ascii: "&") where text.hasMarkup: text.bytes += "&amp;".utf8
    default: text.bytes.append(byte)
    }
  }

  /// Ends a quoted part at a tag or at the end of the text, and records the missing quotation mark.
  private mutating func endQuote() {
    if isQuoted, text.problems[.openQuote] == nil { text.problems[.openQuote] = lastQuoteOffset }
    isQuoted = false
  }

  /// Records a problem, unless a problem of the same kind has already been recorded.
  private mutating func note(_ problem: AndroidText.Problem, at index: Int) {
    if text.problems[problem] == nil { text.problems[problem] = offset + index }
  }
}
