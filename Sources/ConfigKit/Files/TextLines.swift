import TremaConfigValues
import TremaSupport

/// The bytes of a file of lines, and where the reader is.
struct TextLines {
  /// How many keys a file may set.
  static let keyLimit = 1_000_000

  let bytes: [UInt8]
  let file: String
  /// The code of a syntax error: `invalid-env`.
  let code: String
  var offset = 0
  private var line = 1
  private var lineStart = 0

  /// - Throws: kind `.unreadable`, for what is not UTF-8 and for a NUL.
  init(_ bytes: [UInt8], file: String, code: String) throws(Diagnostic) {
    self.bytes = bytes
    self.file = file
    self.code = code
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    lineStart = offset
    let index =
      bytes.firstIndex(of: 0)
      // A replacement character is where the first wrong byte was.
      ?? zip(bytes.indices, String(decoding: bytes, as: UTF8.self).utf8)
      .first { bytes[$0] != $1 }?.0
    guard let index else { return }
    let start = SourcePosition.start.advanced(over: bytes[lineStart..<max(index, lineStart)])
    throw Diagnostic(
      .error, code,
      bytes[index] == 0
        ? "a NUL byte at offset \(index)" : "the byte at offset \(index) is not UTF-8",
      at: SourceLocation(file: file, start: start), hint: "save the file as UTF-8",
      kind: .unreadable)
  }

  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func byte(after distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  /// Whether nothing of the line is left: a carriage return before the line feed is none of it.
  var isAtLineEnd: Bool {
    switch byte {
    case nil, UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): byte(after: 1) == nil || byte(after: 1) == UInt8(ascii: "\n")
    default: false
    }
  }

  mutating func skipBlank() {
    while let byte, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { offset += 1 }
  }

  mutating func skipToLineEnd() { while !isAtLineEnd { offset += 1 } }

  /// Goes over the end of the line, where the reader is at it.
  mutating func nextLine() {
    if byte == UInt8(ascii: "\r") { offset += 1 }
    if byte == UInt8(ascii: "\n") { newLine() }
  }

  /// Goes on by one byte, which may be a line feed.
  mutating func advance() {
    if byte == UInt8(ascii: "\n") { newLine() } else { offset += 1 }
  }

  private mutating func newLine() {
    offset += 1
    line += 1
    lineStart = offset
  }

  /// The position of the reader.
  struct Mark {
    var offset: Int
    var position: SourcePosition
  }

  var mark: Mark {
    Mark(
      offset: offset, position: SourcePosition(line: line, column: offset - lineStart + 1))
  }

  /// Returns the place from a mark on the same line, or an earlier one, to here.
  func place(from mark: Mark) -> ConfigPlace { place(from: mark, to: self.mark) }

  /// - Parameter length: of bytes on one line.
  func place(from mark: Mark, length: Int) -> ConfigPlace {
    var end = mark
    end.offset += length
    end.position.column += length
    return place(from: mark, to: end)
  }

  private func place(from start: Mark, to end: Mark) -> ConfigPlace {
    ConfigPlace(
      file: file, start: start.position, end: end.position, bytes: start.offset..<end.offset)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The range without blanks at its end.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound,
      bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == UInt8(ascii: "\t")
    {
      end -= 1
    }
    return range.lowerBound..<end
  }

  func problem(_ message: String, at place: ConfigPlace, hint: String) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, code, message, at: place.location, hint: hint, kind: .unreadable)
    if !place.bytes.isEmpty { diagnostic.bytes = place.bytes }
    return diagnostic
  }

  func tooManyKeys(at place: ConfigPlace) -> Diagnostic {
    Diagnostic(
      .error, "size-limit", "more than \(Self.keyLimit) keys", at: place.location,
      kind: .unreadable)
  }

  /// The keys on the way to a value: `api.timeout` as a path is written, else levels joined by `__`.
  ///
  /// - Returns: nil when a path is none, or too long.
  static func keys(_ name: String) -> [String]? {
    let isPath = name.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\"") }
    let keys = isPath ? ConfigKeyPath(name)?.keys : levels(Array(name.utf8))
    return keys.flatMap { $0.count > ConfigPaths.depthLimit ? nil : $0 }
  }

  /// One key, where a level would have no name.
  private static func levels(_ name: [UInt8]) -> [String] {
    var levels: [String] = []
    var rest = name[...]
    while let separator = rest.indices.dropLast().first(where: {
      rest[$0] == UInt8(ascii: "_") && rest[$0 + 1] == UInt8(ascii: "_")
    }) {
      levels.append(String(decoding: rest[..<separator], as: UTF8.self))
      rest = rest[(separator + 2)...]
    }
    levels.append(String(decoding: rest, as: UTF8.self))
    return levels.contains("") ? [String(decoding: name, as: UTF8.self)] : levels
  }
}
