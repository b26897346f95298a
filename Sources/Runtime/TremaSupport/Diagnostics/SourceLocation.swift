/// A position in a file: a line and a column, both from 1. Columns count UTF-8 bytes, as in swiftc.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// The 1-based line number.
  public var line: Int
  /// The column in UTF-8 bytes, from 1.
  public var column: Int

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of a file's first byte.
  public static let start = SourcePosition(line: 1, column: 1)

  /// Returns whether the first position precedes the second.
  public static func < (a: SourcePosition, b: SourcePosition) -> Bool {
    a.line == b.line ? a.column < b.column : a.line < b.line
  }

  /// Returns the position after `bytes`, if this is the position of the first byte. Only a line
  /// feed starts a new line.
  @inlinable public func advanced(over bytes: some Sequence<UInt8>) -> SourcePosition {
    var position = self
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        position.line += 1
        position.column = 1
      } else {
        position.column += 1
      }
    }
    return position
  }
}

/// A range in a file, or the whole file if `start` is `nil`.
public struct SourceLocation: Hashable, Sendable {
  /// The path as given, for messages. It is not used to open the file.
  public var file: String
  /// The start of the range, or `nil` for the whole file.
  public var start: SourcePosition?
  /// The position after the last byte, or `nil` for a single position.
  public var end: SourcePosition?

  /// Creates a location.
  public init(file: String, start: SourcePosition? = nil, end: SourcePosition? = nil) {
    self.file = file
    self.start = start
    self.end = end
  }
}
