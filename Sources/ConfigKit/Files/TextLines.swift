import TremaConfigValues
import TremaSupport

/// A cursor over the bytes of a line-based file.
struct TextLines {
  /// The maximum number of keys in a file.
  static let keyLimit = 1_000_000

  /// The bytes of the file.
  let bytes: [UInt8]
  /// The path for diagnostics.
  let file: String
  /// The code of syntax errors, for example `invalid-env`.
  let code: String
  /// The offset of the next byte.
  var offset = 0
  /// The number of the current line, starting at 1.
  private var line = 1
  /// The offset of the current line's first byte.
  private var lineStart = 0

  /// Creates a cursor at the first byte after a byte order mark.
  ///
  /// - Throws: A ``Diagnostic`` of kind `.unreadable` if the bytes are not UTF-8 or contain NUL.
  init(_ bytes: [UInt8], file: String, code: String) throws(Diagnostic) {
    self.bytes = bytes
    self.file = file
    self.code = code
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    lineStart = offset
    let index =
      bytes.firstIndex(of: 0)
      // Decoding replaces invalid bytes, so the first difference is at the first invalid byte.
      ?? zip(bytes.indices, String(decoding: bytes, as: UTF8.self).utf8)
      .first { bytes[$0] != $1 }?.0
    guard let index else { return }
    let start = SourcePosition.start.advanced(over: bytes[lineStart..<max(index, lineStart)])
    throw Diagnostic(
      .error, code,
      bytes[index] == 0
        ? "the file contains a NUL byte at offset \(index)"
        : "the byte at offset \(index) is not UTF-8",
      at: SourceLocation(file: file, start: start), hint: "save the file as UTF-8",
      kind: .unreadable)
  }

  /// The next byte, or `nil` at the end of the file.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Returns the byte at a distance from the next byte, or `nil` past the end of the file.
  func byte(after distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  /// Whether the cursor is at the end of its line. A carriage return before a line feed is part of
  /// the line break.
  var isAtLineEnd: Bool {
    switch byte {
    case nil, UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): byte(after: 1) == nil || byte(after: 1) == UInt8(ascii: "\n")
    default: false
    }
  }

  /// Skips spaces and tabs.
  mutating func skipBlank() {
    while let byte, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { offset += 1 }
  }

  /// Skips the rest of the line, except its line break.
  mutating func skipToLineEnd() { while !isAtLineEnd { offset += 1 } }

  /// Skips the line break, if the cursor is before one.
  mutating func nextLine() {
    if byte == UInt8(ascii: "\r") { offset += 1 }
    if byte == UInt8(ascii: "\n") { newLine() }
  }

  /// Skips one byte, which may be a line feed.
  mutating func advance() {
    if byte == UInt8(ascii: "\n") { newLine() } else { offset += 1 }
  }

  /// Skips a line feed.
  private mutating func newLine() {
    offset += 1
    line += 1
    lineStart = offset
  }

  /// A position of the cursor: an offset, a line and a column.
  struct Mark {
    /// The offset from the start of the file, in bytes.
    var offset: Int
    var position: SourcePosition
  }

  /// The current position.
  var mark: Mark {
    Mark(
      offset: offset, position: SourcePosition(line: line, column: offset - lineStart + 1))
  }

  /// Returns the location from a mark on the same or an earlier line to the cursor.
  func location(from mark: Mark) -> ConfigLocation { location(from: mark, to: self.mark) }

  /// Returns the location of the given number of bytes after a mark, which must all be on one line.
  func location(from mark: Mark, length: Int) -> ConfigLocation {
    var end = mark
    end.offset += length
    end.position.column += length
    return location(from: mark, to: end)
  }

  /// Returns the location between two marks.
  private func location(from start: Mark, to end: Mark) -> ConfigLocation {
    ConfigLocation(
      file: file, start: start.position, end: end.position, bytes: start.offset..<end.offset)
  }

  /// Returns a range of bytes as a string.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns a range without trailing spaces and tabs.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound,
      bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == UInt8(ascii: "\t")
    {
      end -= 1
    }
    return range.lowerBound..<end
  }

  /// Returns a syntax error with the code ``code``.
  func problem(_ message: String, at location: ConfigLocation, hint: String) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, code, message, at: location.diagnosticLocation, hint: hint, kind: .unreadable)
    if !location.bytes.isEmpty { diagnostic.bytes = location.bytes }
    return diagnostic
  }

  /// Returns the error for a file with more than ``keyLimit`` keys.
  func tooManyKeys(at location: ConfigLocation) -> Diagnostic {
    Diagnostic(
      .error, "size-limit", "the file contains more than \(Self.keyLimit) keys",
      at: location.diagnosticLocation, hint: "remove keys that the app does not use",
      kind: .unreadable)
  }

  /// Returns the keys in the path that a name denotes. A name with a dot or a quote has the syntax
  /// of ``ConfigKeyPath``. In all other names, `__` separates the levels.
  ///
  /// - Returns: `nil` if the name is malformed or has too many levels.
  static func keys(_ name: String) -> [String]? {
    let isPath = name.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\"") }
    let keys = isPath ? ConfigKeyPath(name)?.keys : levels(Array(name.utf8))
    return keys.flatMap { $0.count > ConfigPaths.depthLimit ? nil : $0 }
  }

  /// Splits a name at `__`. The name is a single key if a level would be empty.
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
