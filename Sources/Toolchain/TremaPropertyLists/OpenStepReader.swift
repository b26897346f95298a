import TremaSupport

/// A reader for text property lists, which reads valid UTF-8 in one pass. The format consists of
/// `{ key = value; }`, `( a, b )`, `<0fbd77>`, `"text"`, `'text'`, unquoted strings, and comments.
/// The outermost braces may be omitted.
///
/// Based on CoreFoundation's `CFOldStylePList.c` and checked against Foundation; stricter where
/// Foundation ignores errors (content after the last entry, unpaired surrogates).
struct OpenStepReader {
  /// An open dictionary or array.
  private struct Container {
    let isDictionary: Bool
    /// The start of the container: the bracket, or the first key of a file without brackets.
    let start: Start
    /// Whether the container must be closed by a bracket. Otherwise, the end of the file closes it.
    let hasBracket: Bool
    /// The comments before the container, which belong to the enclosing entry.
    let outerComments: [PropertyList.Comment]
    var entries: [PropertyList.Entry] = []
    /// The key whose value is read next, in a dictionary.
    var key = Word()
    var values: [PropertyList] = []
  }

  /// The start of a value, as an offset and as a position. Storing both avoids counting lines
  /// again.
  struct Start {
    let offset: Int
    let position: SourcePosition
  }

  /// A quoted or unquoted string.
  struct Word {
    /// The string, with escape sequences decoded.
    var text = ""
    /// The start of the string, after its opening quote.
    var position = SourcePosition.start
    /// The extent, including the quotes.
    var extent = PropertyList.Extent(at: .start)
  }

  /// The file, as UTF-8 without a byte order mark.
  let bytes: [UInt8]
  /// The length of the byte order mark that precedes ``bytes`` in the file, or 0 if the file is not
  /// UTF-8, because extents then do not count the mark.
  let markLength: Int
  let file: String
  let limits: PropertyList.Limits
  /// The offset of the next byte to read.
  var offset = 0
  /// The comments since the last entry.
  var comments: [PropertyList.Comment] = []
  /// The open containers, outermost first. They are stored in an array instead of on the call
  /// stack, so nested input cannot exhaust the stack.
  private var open: [Container] = []
  /// The number of values and keys so far.
  private var count = 0
  /// The offset of the last semicolon, where a dictionary without braces ends.
  private var lastSemicolonOffset = 0
  var lines = LineCounter()

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - bytes: Valid UTF-8 without a byte order mark.
  ///   - markLength: The length of the byte order mark before `bytes` in a UTF-8 file.
  ///   - file: The path to print in diagnostics.
  ///   - limits: The maximum depth and the maximum number of values.
  init(_ bytes: [UInt8], markLength: Int, file: String, limits: PropertyList.Limits) {
    self.bytes = bytes
    self.markLength = markLength
    self.file = file
    self.limits = limits
  }

  /// Reads the whole file. A file that contains only whitespace and comments is an empty
  /// dictionary.
  ///
  /// - Throws: An `.unreadable` diagnostic for the first problem.
  mutating func document() throws(Diagnostic) -> PropertyList {
    if bytes.isEmpty { throw emptyFile() }
    try skipWhitespaceAndComments()
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "<"):
      let value = try contents(from: try begin())
      try skipWhitespaceAndComments()
      guard byte == nil else { throw expected("the end of the file") }
      return value
    case nil:
      let start = Start(offset: offset, position: position(at: offset))
      return PropertyList(.dictionary([]), at: .start, extent(from: start, to: offset))
    default: return try entriesOrString()
    }
  }

  /// Reads a file without brackets, which is a list of entries or a single string.
  private mutating func entriesOrString() throws(Diagnostic) -> PropertyList {
    let start = offset
    let before = comments
    let word = try readString(orElse: "a key")
    try skipWhitespaceAndComments()
    if byte == nil { return PropertyList(word) }
    // The string is a key because more content follows it. The entry is read again from its start.
    (offset, comments) = (start, [])
    let first = Start(offset: start, position: position(at: start))
    open.append(Container(isDictionary: true, start: first, hasBracket: false, outerComments: []))
    comments = before
    return try contents(from: nil)
  }

  /// Reads the elements of the open containers, without recursion.
  ///
  /// - Parameter first: A value that has already been read, or `nil` if a container was opened.
  private mutating func contents(from first: PropertyList?) throws(Diagnostic) -> PropertyList {
    var finished = first
    while true {
      if let value = finished {
        if open.isEmpty { return value }
        try add(value)
      }
      finished = try next()
    }
  }

  /// Starts to read a value.
  ///
  /// - Returns: The value, or `nil` if a container was opened, whose elements follow.
  private mutating func begin() throws(Diagnostic) -> PropertyList? {
    try countValue()
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "("):
      let start = Start(offset: offset, position: position(at: offset))
      guard open.count < limits.depth else {
        throw .excessiveDepth(limits, file: file, at: start.position)
      }
      let isDictionary = take(UInt8(ascii: "{"))
      if !isDictionary { offset += 1 }
      open.append(
        Container(
          isDictionary: isDictionary, start: start, hasBracket: true, outerComments: comments))
      comments = []
      return nil
    case UInt8(ascii: "<"):
      let start = Start(offset: offset, position: position(at: offset))
      let data = try data(from: start.position)
      return PropertyList(.data(data), at: start.position, extent(from: start, to: offset))
    default: return PropertyList(try readString(orElse: "a value"))
    }
  }

  /// Counts a value or a key.
  ///
  /// - Throws: `size-limit` if there are too many.
  private mutating func countValue() throws(Diagnostic) {
    count += 1
    if count > limits.values { throw .tooManyValues(limits, file: file, at: position(at: offset)) }
  }

  /// Returns the next value in the innermost container, the container itself at its end, or `nil`
  /// if a container was opened.
  private mutating func next() throws(Diagnostic) -> PropertyList? {
    try skipWhitespaceAndComments()
    let container = open[open.count - 1]
    if byte == nil {
      if !container.hasBracket { return close() }
      throw unclosedContainer(container.isDictionary, container.start.position)
    }
    if container.isDictionary {
      if container.hasBracket, take(UInt8(ascii: "}")) { return close() }
      return try keyAndValue()
    }
    return take(UInt8(ascii: ")")) ? close() : try begin()
  }

  /// Removes the innermost container, which must be complete.
  ///
  /// - Returns: The value of the container, or `nil` only if no container is open.
  private mutating func close() -> PropertyList? {
    guard let container = open.popLast() else { return nil }
    let position = container.start.position
    let extent = extent(
      from: container.start, to: container.hasBracket ? offset : lastSemicolonOffset + 1)
    if container.isDictionary {
      // Comments after the last entry do not belong to an entry and are dropped.
      comments = container.outerComments
      return PropertyList(.dictionary(container.entries), at: position, extent)
    }
    comments = container.outerComments + comments
    return PropertyList(.array(container.values), at: position, extent)
  }

  /// Reads a key, the equals sign and the start of the value.
  ///
  /// - Returns: The value, or `nil` if it is a container.
  private mutating func keyAndValue() throws(Diagnostic) -> PropertyList? {
    try countValue()
    let start = offset
    let key = try readString(orElse: "a key")
    let end = offset
    open[open.count - 1].key = key
    try skipWhitespaceAndComments()
    // `key;` is shorthand for a value that equals its key.
    if byte == UInt8(ascii: ";") { return PropertyList(key) }
    guard take(UInt8(ascii: "=")) else { throw missingEqualsSign(after: key.text, start, end) }
    try skipWhitespaceAndComments()
    if byte == UInt8(ascii: ";") { throw missingValue(of: key.text) }
    return try begin()
  }

  /// Adds a value to the innermost container, and skips the semicolon or comma after it.
  private mutating func add(_ value: PropertyList) throws(Diagnostic) {
    let index = open.count - 1
    let end = offset
    try skipWhitespaceAndComments()
    if open[index].isDictionary {
      let key = open[index].key
      lastSemicolonOffset = offset
      guard take(UInt8(ascii: ";")) else { throw missingSemicolon(after: key.text, at: end) }
      open[index].entries.append(
        PropertyList.Entry(key.text, at: key.position, key.extent, value, comments: comments))
      if !comments.isEmpty { comments.removeAll() }
    } else {
      open[index].values.append(value)
      // The comma after the last value is optional.
      if byte != nil, !take(UInt8(ascii: ",")), byte != UInt8(ascii: ")") {
        throw missingComma(at: end)
      }
    }
  }
}

extension PropertyList {
  fileprivate init(_ word: OpenStepReader.Word) {
    self.init(.string(word.text), at: word.position, word.extent)
  }
}
