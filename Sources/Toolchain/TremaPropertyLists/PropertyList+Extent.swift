import TremaSupport

extension PropertyList {
  /// A half-open range in a file, in lines and in bytes, in a compact form for large files.
  ///
  /// Bytes are counted from the start of the file, including its byte order mark, if the file is
  /// UTF-8 or binary. In any other encoding, they are counted in the UTF-8 form of the file without
  /// the mark. Lines and columns always refer to the UTF-8 form without the mark. The binary format
  /// has no lines: everything is in line 1, and a column is the byte offset plus one.
  ///
  /// Inside an entity's expansion, a value's extent is the position after the reference, with an
  /// empty byte range.
  package struct Extent: Hashable, Sendable {
    private let first, last: CompactPosition
    private let offset, length: Int32

    /// Creates an extent. Numbers above 2^31 - 1 are clamped.
    package init(start: SourcePosition, end: SourcePosition, bytes: Range<Int>) {
      (first, last) = (CompactPosition(start), CompactPosition(end))
      (offset, length) = (Int32(clamping: bytes.lowerBound), Int32(clamping: bytes.count))
    }

    /// Creates the extent of a value that was not read from a file, or whose end is unknown. Its
    /// byte range is empty.
    init(at position: SourcePosition) {
      self.init(start: position, end: position, bytes: 0..<0)
    }

    /// The position of the first byte.
    package var start: SourcePosition { first.position }
    /// The position after the last byte.
    package var end: SourcePosition { last.position }
    /// The byte range; see ``PropertyList/Extent`` for the encoding.
    package var bytes: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
  }
}

/// A position in a compact form of 8 bytes, for large files. Numbers above 2^31 - 1 are clamped.
struct CompactPosition: Hashable, Sendable {
  private let line: Int32
  private let column: Int32

  init(_ position: SourcePosition) {
    (line, column) = (Int32(clamping: position.line), Int32(clamping: position.column))
  }

  var position: SourcePosition { SourcePosition(line: Int(line), column: Int(column)) }
}
