import TremaSupport

extension JSONValue {
  /// Reads one document: RFC 8259, and beyond it `//` and `/* */` comments, a comma after the last
  /// element or member, and a byte order mark.
  ///
  /// - Parameters:
  ///   - bytes: the whole file, UTF-8.
  ///   - file: the path to print in diagnostics; it is not opened.
  ///   - keepsDuplicates: whether a name may be twice in an object, which then has both members.
  /// - Returns: the value; a byte order mark does not count for the columns of its line.
  /// - Throws: ``Diagnostic`` `invalid-json` at the first mistake: also for a name that is twice
  ///   in an object, and for more than 256 containers in one another.
  package static func decode(
    _ bytes: [UInt8], file: String, keepsDuplicates: Bool = false
  ) throws(Diagnostic) -> JSONValue {
    var reader = JSONReader(bytes: bytes, file: file)
    reader.keepsDuplicates = keepsDuplicates
    return try reader.document()
  }
}

/// One pass over the bytes, which are known to be UTF-8 before it begins.
struct JSONReader {
  static let depthLimit = 256

  let bytes: [UInt8]
  let file: String
  var offset = 0
  var line = 1
  /// The offset of the first byte of the line, which gives the columns.
  var lineStart = 0
  private var depth = 0
  var keepsDuplicates = false

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  mutating func document() throws(Diagnostic) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    lineStart = offset
    try checkEncoding()
    try skipBlank()
    guard offset < bytes.count else { throw emptyDocument() }
    let value = try value()
    try skipBlank()
    guard offset == bytes.count else { throw expected("the end of the document") }
    return value
  }

  private mutating func value() throws(Diagnostic) -> JSONValue {
    let begin = position
    let content: JSONValue.Content
    switch byte {
    case UInt8(ascii: "\""): content = .string(try string())
    case UInt8(ascii: "{"): content = .object(try object())
    case UInt8(ascii: "["): content = .array(try array())
    default: content = try word()
    }
    return JSONValue(content, at: location(from: begin))
  }

  private mutating func object() throws(Diagnostic) -> JSONObject {
    let opening = try open()
    var names = NameTable()
    var object = JSONObject()
    while try !closes(UInt8(ascii: "}")) {
      guard byte == UInt8(ascii: "\"") else { throw expectedName(in: opening) }
      let begin = position
      let name = try string()
      let place = location(from: begin)
      if !keepsDuplicates, let first = names.insert(name, place, of: object.members) {
        throw duplicateName(name, at: place, first: first)
      }
      try skipBlank()
      guard byte == UInt8(ascii: ":") else { throw expected("':' after the name") }
      offset += 1
      try skipBlank()
      object.members.append(JSONObject.Member(name, at: place, try value()))
      try separator(before: "}", opening)
    }
    depth -= 1
    return object
  }

  private mutating func array() throws(Diagnostic) -> [JSONValue] {
    let opening = try open()
    var elements: [JSONValue] = []
    while try !closes(UInt8(ascii: "]")) {
      if offset == bytes.count { throw expected("a value or ']'", in: opening) }
      elements.append(try value())
      try separator(before: "]", opening)
    }
    depth -= 1
    return elements
  }

  private mutating func open() throws(Diagnostic) -> SourceLocation {
    guard depth < Self.depthLimit else { throw tooDeep() }
    depth += 1
    let begin = position
    offset += 1
    return location(from: begin)
  }

  private mutating func closes(_ bracket: UInt8) throws(Diagnostic) -> Bool {
    try skipBlank()
    guard byte == bracket else { return false }
    offset += 1
    return true
  }

  private mutating func separator(
    before bracket: Character, _ opening: SourceLocation
  ) throws(Diagnostic) {
    try skipBlank()
    if byte == UInt8(ascii: ",") {
      offset += 1
    } else if byte != bracket.asciiValue {
      throw expected("',' or '\(bracket)'", in: opening)
    }
  }

  private mutating func word() throws(Diagnostic) -> JSONValue.Content {
    if let byte, Self.beginsNumber(byte) { return .number(try number()) }
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
  /// The byte to be read next; nil at the end.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  var position: SourcePosition {
    SourcePosition(line: line, column: offset - lineStart + 1)
  }

  func location(from start: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: start, end: position)
  }

  /// The end of the letters, digits and signs that a reader takes for one word.
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

/// The names of one object. A short object is searched; a long one gets a table, or a catalogue of
/// 20,000 keys would take 200 million comparisons.
private struct NameTable {
  private var places: [ExactName: SourceLocation] = [:]

  /// - Returns: the place of an earlier member with the same name, if there is one.
  mutating func insert(
    _ name: String, _ place: SourceLocation, of members: [JSONObject.Member]
  ) -> SourceLocation? {
    if members.count < 8 {
      return members.first { ExactName($0.name) == ExactName(name) }?.nameLocation
    }
    if places.isEmpty {
      for member in members { places[ExactName(member.name)] = member.nameLocation }
    }
    if let first = places[ExactName(name)] { return first }
    places[ExactName(name)] = place
    return nil
  }
}
