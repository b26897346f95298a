import TremaDiagnostics

/// Reads the text form of a property list in one pass over UTF-8 that is known to be good:
/// `{ key = value; }`, `( a, b )`, `<0fbd77>`, `"text"`, `'text'`, bare words and comments. At the top
/// the braces may be left out.
///
/// Source: CoreFoundation, `CFOldStylePList.c`, checked against Foundation; stricter where that drops
/// what it does not understand (anything after the last entry, half a surrogate pair).
struct OpenStepReader {
  let bytes: [UInt8]
  let file: String
  let limits: PropertyList.Limits
  var offset = 0
  /// Those passed since the last entry.
  private var comments: [PropertyList.Comment] = []
  private var depth = 0
  private var count = 0
  private var lines = LineCounter()

  init(_ bytes: [UInt8], file: String, limits: PropertyList.Limits) {
    self.bytes = bytes
    self.file = file
    self.limits = limits
  }

  mutating func document() throws(Diagnostic) -> PropertyList {
    if bytes.isEmpty { throw emptyFile() }
    try skipBlank()
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "<"):
      let value = try value()
      try skipBlank()
      guard byte == nil else { throw expected("the end of the file") }
      return value
    case nil: return PropertyList(.dictionary([]))
    default: return try entriesOrString()
    }
  }

  /// A file without a bracket is a list of entries, or one string.
  private mutating func entriesOrString() throws(Diagnostic) -> PropertyList {
    let start = offset
    let before = comments
    let (text, position) = try string(orElse: "a key")
    try skipBlank()
    if byte == nil { return PropertyList(.string(text), at: position) }
    (offset, comments) = (start, before)
    return PropertyList(.dictionary(try entries(closedBy: nil)), at: self.position(at: start))
  }

  private mutating func value() throws(Diagnostic) -> PropertyList {
    let start = offset
    try countValue(at: start)
    switch byte {
    case UInt8(ascii: "{"):
      let position = try open()
      let outer = comments
      comments = []
      let entries = try entries(closedBy: position)
      comments = outer
      return PropertyList(.dictionary(entries), at: position)
    case UInt8(ascii: "("):
      let position = try open()
      return PropertyList(.array(try elements(in: position)), at: position)
    case UInt8(ascii: "<"):
      let position = position(at: start)
      return PropertyList(.data(try data(from: position)), at: position)
    default:
      let (text, position) = try string(orElse: "a value")
      return PropertyList(.string(text), at: position)
    }
  }

  private mutating func countValue(at place: Int) throws(Diagnostic) {
    count += 1
    if count > limits.values { throw .tooManyValues(limits, file: file, at: position(at: place)) }
  }

  private mutating func open() throws(Diagnostic) -> SourcePosition {
    let position = position(at: offset)
    guard depth < limits.depth else { throw .tooDeep(limits, file: file, at: position) }
    depth += 1
    offset += 1
    return position
  }

  /// - Parameter opening: where the brace is; nil where the end of the file closes.
  private mutating func entries(
    closedBy opening: SourcePosition?
  ) throws(Diagnostic) -> [PropertyList.Entry] {
    var entries: [PropertyList.Entry] = []
    while true {
      try skipBlank()
      if byte == nil {
        guard let opening else { return entries }
        throw unclosed("{", "}", opening)
      }
      if opening != nil, take(UInt8(ascii: "}")) {
        depth -= 1
        return entries
      }
      entries.append(try entry())
    }
  }

  private mutating func entry() throws(Diagnostic) -> PropertyList.Entry {
    try countValue(at: offset)
    let start = offset
    let (key, position) = try string(orElse: "a key")
    let end = offset
    try skipBlank()
    let value: PropertyList
    if byte == UInt8(ascii: ";") {
      // `key;` says that the value is the key.
      value = PropertyList(.string(key), at: position)
    } else {
      guard take(UInt8(ascii: "=")) else { throw noEqualsSign(after: key, start, end) }
      try skipBlank()
      if byte == UInt8(ascii: ";") { throw noValue(of: key) }
      value = try self.value()
    }
    let valueEnd = offset
    try skipBlank()
    guard take(UInt8(ascii: ";")) else { throw noSemicolon(after: key, at: valueEnd) }
    defer { if !comments.isEmpty { comments.removeAll() } }
    return PropertyList.Entry(key, at: position, value, comments: comments)
  }

  private mutating func elements(
    in opening: SourcePosition
  ) throws(Diagnostic) -> [PropertyList] {
    var values: [PropertyList] = []
    while true {
      try skipBlank()
      if byte == nil { throw unclosed("(", ")", opening) }
      if take(UInt8(ascii: ")")) { break }
      values.append(try value())
      let end = offset
      try skipBlank()
      if byte == nil { throw unclosed("(", ")", opening) }
      if !take(UInt8(ascii: ",")), byte != UInt8(ascii: ")") { throw noComma(at: end) }
    }
    depth -= 1
    return values
  }

  private mutating func data(from opening: SourcePosition) throws(Diagnostic) -> [UInt8] {
    offset += 1
    var result: [UInt8] = []
    var high: UInt8?
    while let byte, byte != UInt8(ascii: ">") {
      if let digit = hexadecimal(byte) {
        if let first = high { result.append(first << 4 | digit) }
        high = high == nil ? digit : nil
      } else if byte != 0x20, !(0x09...0x0D).contains(byte) {
        throw notHexadecimal()
      }
      offset += 1
    }
    if byte == nil { throw unclosed("<", ">", opening) }
    if high != nil { throw halfByte() }
    offset += 1
    return result
  }

  /// White space, also U+2028 and U+2029, and comments, which are kept.
  private mutating func skipBlank() throws(Diagnostic) {
    while let byte {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        offset += 1
      } else if byte == 0xE2, isLineSeparator(at: offset) {
        offset += 3
      } else if byte == UInt8(ascii: "/"), offset + 1 < bytes.count {
        switch bytes[offset + 1] {
        case UInt8(ascii: "/"): lineComment()
        case UInt8(ascii: "*"): try blockComment()
        default: return
        }
      } else {
        return
      }
    }
  }

  private func isLineSeparator(at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index] == 0xE2 && bytes[index + 1] == 0x80
      && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9)
  }

  private mutating func lineComment() {
    let start = offset
    while let byte, byte != 0x0A, byte != 0x0D, !isLineSeparator(at: offset) { offset += 1 }
    keepComment(start + 2..<offset, at: start)
  }

  private mutating func blockComment() throws(Diagnostic) {
    let start = offset
    offset += 2
    while offset + 1 < bytes.count {
      if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/") {
        offset += 2
        keepComment(start + 2..<offset - 2, at: start)
        return
      }
      offset += 1
    }
    throw unclosedComment(at: start)
  }

  private mutating func keepComment(_ range: Range<Int>, at start: Int) {
    let text = String(decoding: bytes[range], as: UTF8.self)
    comments.append(PropertyList.Comment(text, at: position(at: start)))
  }
}

extension OpenStepReader {
  /// The byte to be read next; nil at the end.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func take(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    offset += 1
    return true
  }

  mutating func position(at offset: Int) -> SourcePosition { lines.position(at: offset, in: bytes) }
}

/// Counts lines as far as somebody asked, so that a file is counted once.
private struct LineCounter {
  private var counted = 0
  private var line = 1
  private var lineStart = 0

  mutating func position(at offset: Int, in bytes: [UInt8]) -> SourcePosition {
    // Back only for a mistake, which ends the reading, and for the first key of a file.
    if offset < counted { self = LineCounter() }
    for index in counted..<offset where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    counted = offset
    return SourcePosition(line: line, column: offset - lineStart + 1)
  }
}
