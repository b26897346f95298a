extension ICUParser {
  /// Reads an argument, from its opening brace to the position after its closing brace.
  mutating func argument() throws(ICUSyntaxError) -> MessageArgument {
    let start = index
    index += 1
    // Fast path for a plain argument with the same name as the previous argument.
    if let lastName {
      let end = index + lastName.range.count
      if end < bytes.count, bytes[end] == UInt8(ascii: "}"), areEqual(lastName.range, index..<end) {
        index = end + 1
        return MessageArgument(lastName.name)
      }
    }
    skipSpace()
    let name = try argumentName(after: start)
    skipSpace()
    switch next {
    case UInt8(ascii: "}"):
      index += 1
      return MessageArgument(name)
    case UInt8(ascii: ","): index += 1
    case nil: throw syntaxError("'{' has no matching '}'", at: start)
    default: throw syntaxError("a ',' or '}' is missing after the argument's name", at: index)
    }
    skipSpace()
    let type = try wordRange()
    skipSpace()
    let isPlural = isWord(type, "plural")
    if isPlural || isWord(type, "selectordinal") {
      try comma(after: type, opening: start)
      let kind = isPlural ? PluralKind.cardinal : .ordinal
      return MessageArgument(name, .plural(try plural(kind, opening: start)))
    }
    if isWord(type, "select") {
      try comma(after: type, opening: start)
      return MessageArgument(name, .select(try select(opening: start)))
    }
    switch text(type) {
    case "number", "date", "time":
      return MessageArgument(name, try simple(text(type), opening: start))
    case "":
      throw syntaxError("the argument's type is missing", at: type.lowerBound)
    case let other:
      throw syntaxError(
        "unknown argument type '\(other)' (use plural, selectordinal, select, number, date or time)",
        at: type.lowerBound, length: type.count)
    }
  }

  /// Reads the name or number of an argument.
  private mutating func argumentName(after brace: Int) throws(ICUSyntaxError)
    -> MessageArgument.Name
  {
    let start = index
    let range = try wordRange()
    guard let first = bytes[range].first else {
      if next == nil { throw syntaxError("'{' has no matching '}'", at: brace) }
      throw syntaxError("the argument's name is missing", at: start)
    }
    if let lastName, areEqual(lastName.range, range) { return lastName.name }
    let name = text(range)
    guard Self.isDigit(first) else {
      lastName = (range, .named(name))
      return .named(name)
    }
    // As in ICU, numbers have no leading zeros. No platform supports more than 99 arguments.
    guard name.utf8.allSatisfy(Self.isDigit), name.utf8.count <= 2,
      let number = Int(name), number < 99, String(number) == name
    else {
      throw syntaxError(
        "'\(name)' is neither an argument name nor an argument number", at: start,
        length: name.utf8.count)
    }
    lastName = (range, .numbered(number + 1))
    return .numbered(number + 1)
  }

  /// Skips the comma after the type of an argument.
  private mutating func comma(
    after type: Range<Int>, opening start: Int
  ) throws(ICUSyntaxError) {
    guard let byte = next else { throw syntaxError("'{' has no matching '}'", at: start) }
    guard byte == UInt8(ascii: ",") else {
      throw syntaxError("a ',' is missing after '\(text(type))'", at: index)
    }
    index += 1
    skipSpace()
  }

  /// Reads the style of a number, date or time, and the closing brace.
  private mutating func simple(
    _ type: String, opening start: Int
  ) throws(ICUSyntaxError) -> MessageArgument.Kind {
    var style = ""
    var styleStart = index
    if next == UInt8(ascii: ",") {
      index += 1
      skipSpace()
      styleStart = index
      while let byte = next, byte != UInt8(ascii: "}"), byte != UInt8(ascii: "{") { index += 1 }
      style = Self.trimmed(bytes[styleStart..<index])
      if style.isEmpty { throw syntaxError("the style is missing after the ','", at: styleStart) }
    }
    guard let byte = next else { throw syntaxError("'{' has no matching '}'", at: start) }
    guard byte == UInt8(ascii: "}") else {
      throw syntaxError("a '}' is missing after '\(type)'", at: index)
    }
    index += 1
    if type == "number" {
      if let style = NumberStyle(style) { return .number(style) }
      throw syntaxError(
        "unknown style '\(style)' (use integer, percent or a pattern such as #,##0.00)",
        at: styleStart, length: style.utf8.count)
    }
    if acceptsSkeletons, style.utf8.starts(with: "::".utf8) {
      skeleton = skeleton ?? styleStart..<styleStart + style.utf8.count
      return type == "date" ? .date(nil) : .time(nil)
    }
    let length = DateLength(rawValue: style)
    guard length != nil || style.isEmpty else {
      throw syntaxError(
        "unknown style '\(style)' (use short, medium, long or full)", at: styleStart,
        length: style.utf8.count)
    }
    return type == "date" ? .date(length) : .time(length)
  }

  /// Reads the offset and the branches of a plural, and the closing brace.
  private mutating func plural(
    _ kind: PluralKind, opening start: Int
  ) throws(ICUSyntaxError) -> MessageArgument.Plural {
    var plural = MessageArgument.Plural(kind, [])
    if bytes.has("offset:", at: index) {
      index += 7
      skipSpace()
      plural.offset = try readNumber("the offset")
      skipSpace()
    }
    plural.branches.reserveCapacity(Self.usualBranches)
    var seen = SeenSelectors()
    while let byte = next, byte != UInt8(ascii: "}") {
      let selectorStart = index
      let selector = try pluralSelector()
      guard seen.insert(selector, after: plural.branches) else {
        throw syntaxError(
          "'\(selector.spelling)' is defined twice", at: selectorStart,
          length: selector.spelling.utf8.count)
      }
      let message = try branch(inPlural: true) { selector.spelling }
      plural.branches.append(MessageArgument.PluralBranch(selector, message))
      skipSpace()
    }
    try close(start, hasOther: seen.contains(.other))
    return plural
  }

  /// Reads the selector of a plural branch.
  private mutating func pluralSelector() throws(ICUSyntaxError) -> PluralSelector {
    let start = index
    if next == UInt8(ascii: "=") {
      index += 1
      return .exact(try readNumber("the value after '='"))
    }
    let keyword = try wordRange()
    guard !keyword.isEmpty else { throw syntaxError("the branch's name is missing", at: start) }
    guard let category = category(keyword) else {
      throw syntaxError(
        "unknown plural category '\(text(keyword))' (use zero, one, two, few, many, other or =0)",
        at: start, length: keyword.count)
    }
    return .category(category)
  }

  /// Returns the category for a word. Compares bytes, because creating a `String` for each word
  /// would dominate the time.
  private func category(_ range: Range<Int>) -> PluralCategory? {
    if isWord(range, "other") { return .other }
    if isWord(range, "one") { return .one }
    if isWord(range, "few") { return .few }
    if isWord(range, "many") { return .many }
    if isWord(range, "two") { return .two }
    return isWord(range, "zero") ? .zero : nil
  }

  /// The initial capacity for branches, which avoids reallocations for typical arguments.
  private static let usualBranches = 3

  /// Reads the branches of a select, and the closing brace.
  private mutating func select(
    opening start: Int
  ) throws(ICUSyntaxError) -> [MessageArgument.SelectBranch] {
    var branches: [MessageArgument.SelectBranch] = []
    branches.reserveCapacity(Self.usualBranches)
    var hasOther = false
    var seen = SeenKeywords()
    while let byte = next, byte != UInt8(ascii: "}") {
      let keywordStart = index
      let range = try wordRange()
      guard !range.isEmpty else {
        throw syntaxError("the branch's name is missing", at: keywordStart)
      }
      let keyword = text(range)
      hasOther = hasOther || isWord(range, "other")
      guard seen.insert(keyword, after: branches) else {
        throw syntaxError("'\(keyword)' is defined twice", at: keywordStart, length: range.count)
      }
      branches.append(
        MessageArgument.SelectBranch(keyword, try branch(inPlural: false) { keyword }))
      skipSpace()
    }
    try close(start, hasOther: hasOther)
    return branches
  }

  /// Reads a branch in braces.
  ///
  /// - Parameters:
  ///   - inPlural: Whether the branch belongs to a plural.
  ///   - keyword: Returns the selector of the branch, for error messages.
  private mutating func branch(
    inPlural: Bool, of keyword: () -> String
  ) throws(ICUSyntaxError) -> Message {
    skipSpace()
    let start = index
    guard next == UInt8(ascii: "{") else {
      throw syntaxError("a '{' is missing after '\(keyword())'", at: start)
    }
    try countPart(at: start)
    index += 1
    let message = try message(inPlural: inPlural)
    guard next == UInt8(ascii: "}") else { throw syntaxError("'{' has no matching '}'", at: start) }
    index += 1
    return message
  }

  /// Skips the closing brace of a plural or select.
  ///
  /// - Parameter start: The opening brace's position.
  private mutating func close(_ start: Int, hasOther: Bool) throws(ICUSyntaxError) {
    guard next != nil else { throw syntaxError("'{' has no matching '}'", at: start) }
    guard hasOther else { throw syntaxError("the branch 'other' is missing", at: index) }
    index += 1
    hasBranches = true
  }

  /// Reads an integer of at most nine digits, which fits into the integers of all platforms.
  ///
  /// - Parameter name: The name of the number, for error messages.
  private mutating func readNumber(_ name: String) throws(ICUSyntaxError) -> Int {
    let start = index
    var number = 0
    while let byte = next, Self.isDigit(byte) {
      // Overflow is ignored here because numbers with too many digits are rejected below.
      number = number &* 10 &+ Int(byte - UInt8(ascii: "0"))
      index += 1
    }
    guard (1...9).contains(index - start) else {
      throw syntaxError("\(name) is not a number with at most nine digits", at: start)
    }
    return number
  }

  /// Reads a word of letters, digits and `_`. Characters beyond ASCII count as letters.
  private mutating func wordRange() throws(ICUSyntaxError) -> Range<Int> {
    let start = index
    while let byte = next, byte >= 0x80 || byte == UInt8(ascii: "_") || Self.isAlphanumeric(byte) {
      index += 1
    }
    guard index - start <= Self.maxNameLength else {
      throw syntaxError(
        "the name is longer than \(Self.maxNameLength) bytes", at: start, length: index - start)
    }
    return start..<index
  }

  /// The maximum name length, in bytes. Real names are much shorter. Comparing strings whose
  /// combining marks are not in canonical order takes quadratic time, and messages may repeat such
  /// names.
  private static let maxNameLength = 1_000

  /// Returns whether the bytes in a range are equal to a word.
  private func isWord(_ range: Range<Int>, _ word: StaticString) -> Bool {
    range.count == word.utf8CodeUnitCount && bytes.has(word, at: range.lowerBound)
  }

  /// Returns whether two ranges contain the same bytes.
  @inline(__always) private func areEqual(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    guard one.count == other.count else { return false }
    for offset in 0..<one.count
    where bytes[one.lowerBound + offset] != bytes[other.lowerBound + offset] {
      return false
    }
    return true
  }

  /// Skips whitespace.
  mutating func skipSpace() {
    while let byte = next, byte == 32 || (9...13).contains(byte) { index += 1 }
  }

  /// Returns the bytes as a string without surrounding whitespace.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes.drop { $0 == 32 || (9...13).contains($0) }
    while let last = bytes.last, last == 32 || (9...13).contains(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
