/// A line and a column, both from 1. Columns count UTF-8 bytes, as swiftc's do.
public struct SourcePosition: Hashable, Comparable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static let start = SourcePosition(line: 1, column: 1)

  public static func < (a: SourcePosition, b: SourcePosition) -> Bool {
    a.line == b.line ? a.column < b.column : a.line < b.line
  }

  /// The position after `bytes`, when `self` is the position of the first of them. Only a line
  /// feed begins a line.
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

/// A place in a file, or the whole file when `start` is nil.
public struct SourceLocation: Hashable, Sendable {
  /// The path as it was given, to be printed; nobody opens it by this value alone.
  public var file: String
  public var start: SourcePosition?
  /// The position after the last byte, when the place is more than a point.
  public var end: SourcePosition?

  public init(file: String, start: SourcePosition? = nil, end: SourcePosition? = nil) {
    self.file = file
    self.start = start
    self.end = end
  }
}
