import TremaSupport

/// Reads the text form of a property list in one pass over UTF-8 that is known to be good:
/// `{ key = value; }`, `( a, b )`, `<0fbd77>`, `"text"`, `'text'`, bare words and comments. At the
/// top the braces may be left out.
///
/// Source: CoreFoundation, `CFOldStylePList.c`, checked against Foundation; stricter where that
/// drops what it does not understand (anything after the last entry, half a surrogate pair).
struct OpenStepReader {
  private struct Container {
    let isDictionary: Bool
    /// The start: the bracket, or the first key where the end of the file closes it.
    let start: Start
    let hasBracket: Bool
    /// The comments before it, which belong to the entry around it.
    let outerComments: [PropertyList.Comment]
    var entries: [PropertyList.Entry] = []
    var key = Word()
    var values: [PropertyList] = []
  }

  struct Start {
    let offset: Int
    let position: SourcePosition
  }

  /// A quoted text or a bare word.
  struct Word {
    var text = ""
    /// After its quotation mark.
    var position = SourcePosition.start
    var extent = PropertyList.Extent(at: .start)
  }

  let bytes: [UInt8]
  /// The length of the mark that is before them in the file, where that counts.
  let markLength: Int
  let file: String
  let limits: PropertyList.Limits
  var offset = 0
  /// The comments since the last entry.
  var comments: [PropertyList.Comment] = []
  /// The open containers, so that depth costs no stack.
  private var open: [Container] = []
  private var count = 0
  private var lastSemicolon = 0
  var lines = LineCounter()

  /// - Parameters:
  ///   - bytes: UTF-8 without a mark.
  ///   - markLength: of the mark that a file in UTF-8 has before them.
  init(_ bytes: [UInt8], markLength: Int, file: String, limits: PropertyList.Limits) {
    self.bytes = bytes
    self.markLength = markLength
    self.file = file
    self.limits = limits
  }

  mutating func document() throws(Diagnostic) -> PropertyList {
    if bytes.isEmpty { throw emptyFile() }
    try skipBlank()
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "<"):
      let value = try contents(from: try begin())
      try skipBlank()
      guard byte == nil else { throw expected("the end of the file") }
      return value
    case nil:
      let start = Start(offset: offset, position: position(at: offset))
      return PropertyList(.dictionary([]), at: .start, extent(from: start, to: offset))
    default: return try entriesOrString()
    }
  }

  /// A file without a bracket is a list of entries, or one string.
  private mutating func entriesOrString() throws(Diagnostic) -> PropertyList {
    let start = offset
    let before = comments
    let word = try string(orElse: "a key")
    try skipBlank()
    if byte == nil { return PropertyList(word) }
    (offset, comments) = (start, [])
    let first = Start(offset: start, position: position(at: start))
    open.append(Container(isDictionary: true, start: first, hasBracket: false, outerComments: []))
    comments = before
    return try contents(from: nil)
  }

  /// - Parameter first: what was read already; nil when a container was opened instead.
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

  /// - Returns: nil when a container was opened, whose contents come next.
  private mutating func begin() throws(Diagnostic) -> PropertyList? {
    try countValue()
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "("):
      let start = Start(offset: offset, position: position(at: offset))
      guard open.count < limits.depth else {
        throw .tooDeep(limits, file: file, at: start.position)
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
    default: return PropertyList(try string(orElse: "a value"))
    }
  }

  private mutating func countValue() throws(Diagnostic) {
    count += 1
    if count > limits.values { throw .tooManyValues(limits, file: file, at: position(at: offset)) }
  }

  /// Returns the next value in the innermost container: the container itself at its end.
  private mutating func next() throws(Diagnostic) -> PropertyList? {
    try skipBlank()
    let container = open[open.count - 1]
    if byte == nil {
      if !container.hasBracket { return close() }
      throw unclosed(container.isDictionary, container.start.position)
    }
    if container.isDictionary {
      if container.hasBracket, take(UInt8(ascii: "}")) { return close() }
      return try keyAndValue()
    }
    return take(UInt8(ascii: ")")) ? close() : try begin()
  }

  private mutating func close() -> PropertyList? {
    guard let container = open.popLast() else { return nil }
    let position = container.start.position
    let extent = extent(
      from: container.start, to: container.hasBracket ? offset : lastSemicolon + 1)
    if container.isDictionary {
      // Those after the last entry belong to none.
      comments = container.outerComments
      return PropertyList(.dictionary(container.entries), at: position, extent)
    }
    comments = container.outerComments + comments
    return PropertyList(.array(container.values), at: position, extent)
  }

  private mutating func keyAndValue() throws(Diagnostic) -> PropertyList? {
    try countValue()
    let start = offset
    let key = try string(orElse: "a key")
    let end = offset
    open[open.count - 1].key = key
    try skipBlank()
    // `key;` says that the value is the key.
    if byte == UInt8(ascii: ";") { return PropertyList(key) }
    guard take(UInt8(ascii: "=")) else { throw noEqualsSign(after: key.text, start, end) }
    try skipBlank()
    if byte == UInt8(ascii: ";") { throw noValue(of: key.text) }
    return try begin()
  }

  /// Puts a value into the innermost container, and passes what ends it there.
  private mutating func add(_ value: PropertyList) throws(Diagnostic) {
    let index = open.count - 1
    let end = offset
    try skipBlank()
    if open[index].isDictionary {
      let key = open[index].key
      lastSemicolon = offset
      guard take(UInt8(ascii: ";")) else { throw noSemicolon(after: key.text, at: end) }
      open[index].entries.append(
        PropertyList.Entry(key.text, at: key.position, key.extent, value, comments: comments))
      if !comments.isEmpty { comments.removeAll() }
    } else {
      open[index].values.append(value)
      if byte != nil, !take(UInt8(ascii: ",")), byte != UInt8(ascii: ")") {
        throw noComma(at: end)
      }
    }
  }
}

extension PropertyList {
  fileprivate init(_ word: OpenStepReader.Word) {
    self.init(.string(word.text), at: word.position, word.extent)
  }
}
