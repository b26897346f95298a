import TremaSupport

extension JSONValue {
  /// Decodes one document. In addition to RFC 8259, `//` and `/* */` comments, a comma after the
  /// last element or member, and a byte order mark are allowed.
  ///
  /// - Parameters:
  ///   - bytes: The whole document, encoded in UTF-8.
  ///   - file: The path for diagnostics. It is not opened.
  ///   - keepsDuplicates: Whether a name may occur twice in an object, which then contains both
  ///     members.
  /// - Returns: The value. Columns of the first line do not include a byte order mark.
  /// - Throws: An `invalid-json` diagnostic for the first error. Duplicate names in an object and
  ///   more than 256 nested containers are also errors.
  package static func decode(
    _ bytes: [UInt8], file: String, keepsDuplicates: Bool = false
  ) throws(Diagnostic) -> JSONValue {
    var reader = JSONReader(bytes: bytes, file: file)
    reader.keepsDuplicates = keepsDuplicates
    return try reader.document()
  }
}

/// A recursive-descent JSON reader that validates the encoding before it reads values.
struct JSONReader {
  /// The maximum number of nested containers.
  static let depthLimit = 256

  /// The document.
  let bytes: [UInt8]
  /// The path for diagnostics.
  let file: String
  /// The offset of the next byte.
  var offset = 0
  /// The current 1-based line number.
  var line = 1
  /// The offset where the current line starts, used to calculate columns.
  var lineStart = 0
  /// The number of open containers.
  private var depth = 0
  /// Whether a name may occur twice in an object.
  var keepsDuplicates = false

  /// Creates a reader at the start of a document.
  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// Reads the whole document.
  mutating func document() throws(Diagnostic) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    lineStart = offset
    try checkEncoding()
    try skipWhitespaceAndComments()
    guard offset < bytes.count else { throw emptyDocument() }
    let value = try value()
    try skipWhitespaceAndComments()
    guard offset == bytes.count else { throw expected("the end of the document") }
    return value
  }

  /// Reads a value. Leading whitespace must have been skipped.
  private mutating func value() throws(Diagnostic) -> JSONValue {
    let start = position
    let content: JSONValue.Content
    switch byte {
    case UInt8(ascii: "\""): content = .string(try readString())
    case UInt8(ascii: "{"): content = .object(try readObject())
    case UInt8(ascii: "["): content = .array(try readArray())
    default: content = try readWord()
    }
    return JSONValue(content, at: location(from: start))
  }

  /// Reads an object. The current byte is its opening brace.
  private mutating func readObject() throws(Diagnostic) -> JSONObject {
    let opening = try open()
    var names = NameTable()
    var object = JSONObject()
    while try !consumeClosingBracket(UInt8(ascii: "}")) {
      guard byte == UInt8(ascii: "\"") else { throw expectedName(in: opening) }
      let start = position
      let name = try readString()
      let nameLocation = location(from: start)
      if !keepsDuplicates, let first = names.insert(name, nameLocation, of: object.members) {
        throw duplicateName(name, at: nameLocation, first: first)
      }
      try skipWhitespaceAndComments()
      guard byte == UInt8(ascii: ":") else { throw expected("':' after the name") }
      offset += 1
      try skipWhitespaceAndComments()
      object.members.append(JSONObject.Member(name, at: nameLocation, try value()))
      try separator(before: "}", opening)
    }
    depth -= 1
    return object
  }

  /// Reads an array. The current byte is its opening bracket.
  private mutating func readArray() throws(Diagnostic) -> [JSONValue] {
    let opening = try open()
    var elements: [JSONValue] = []
    while try !consumeClosingBracket(UInt8(ascii: "]")) {
      if offset == bytes.count { throw expected("a value or ']'", in: opening) }
      elements.append(try value())
      try separator(before: "]", opening)
    }
    depth -= 1
    return elements
  }

  /// Enters a container and returns the location of its opening bracket.
  private mutating func open() throws(Diagnostic) -> SourceLocation {
    guard depth < Self.depthLimit else { throw excessiveDepth() }
    depth += 1
    let start = position
    offset += 1
    return location(from: start)
  }

  /// Skips whitespace, and the closing bracket if it follows.
  ///
  /// - Returns: Whether the container has ended.
  private mutating func consumeClosingBracket(_ bracket: UInt8) throws(Diagnostic) -> Bool {
    try skipWhitespaceAndComments()
    guard byte == bracket else { return false }
    offset += 1
    return true
  }

  /// Skips the comma after an element or member. It is optional before the closing bracket.
  private mutating func separator(
    before bracket: Character, _ opening: SourceLocation
  ) throws(Diagnostic) {
    try skipWhitespaceAndComments()
    if byte == UInt8(ascii: ",") {
      offset += 1
    } else if byte != bracket.asciiValue {
      throw expected("',' or '\(bracket)'", in: opening)
    }
  }

  /// Reads a number, `true`, `false` or `null`.
  private mutating func readWord() throws(Diagnostic) -> JSONValue.Content {
    if let byte, Self.beginsNumber(byte) { return .number(try readNumber()) }
    let end = endOfWord
    let content: JSONValue.Content
    switch String(decoding: bytes[offset..<end], as: UTF8.self) {
    case "null": content = .null
    case "true": content = .bool(true)
    case "false": content = .bool(false)
    case "": throw expected("a value")
    default: throw unknownWord()
    }
    offset = end
    return content
  }
}

extension JSONReader {
  /// The next byte, or `nil` at the end.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The current position. Columns are counted in bytes from 1.
  var position: SourcePosition {
    SourcePosition(line: line, column: offset - lineStart + 1)
  }

  /// Returns the location from a position to the current one.
  func location(from start: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: start, end: position)
  }

  /// The end of the word at the current offset. A word consists of letters, digits and signs that
  /// readers perceive as one unit.
  var endOfWord: Int {
    var end = offset
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
        UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        end += 1
      default: return end
      }
    }
    return end
  }
}

/// The names in one object, for detecting duplicates. Small objects are searched linearly. Larger
/// ones use a table, because a catalog with 20,000 keys would otherwise require 200 million
/// comparisons.
private struct NameTable {
  /// The locations of the names, or empty for small objects.
  private var locations: [ExactName: SourceLocation] = [:]

  /// Adds a name that follows the given members, unless one of them has the same name.
  ///
  /// - Returns: The location of an earlier member with the same name, or `nil` if there is none.
  mutating func insert(
    _ name: String, _ location: SourceLocation, of members: [JSONObject.Member]
  ) -> SourceLocation? {
    if members.count < 8 {
      return members.first { ExactName($0.name) == ExactName(name) }?.nameLocation
    }
    if locations.isEmpty {
      for member in members { locations[ExactName(member.name)] = member.nameLocation }
    }
    if let first = locations[ExactName(name)] { return first }
    locations[ExactName(name)] = location
    return nil
  }
}
