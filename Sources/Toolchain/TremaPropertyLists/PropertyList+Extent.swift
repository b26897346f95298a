import TremaSupport

extension PropertyList {
  /// The extent from a first byte to after the last, in the compact form that a large file needs.
  ///
  /// Bytes count from the beginning of the file, its byte order mark included, where the file is
  /// UTF-8 or binary. Of a file in any other encoding they are those of its text as UTF-8, without
  /// the mark. Lines and columns always speak of the text as UTF-8 without the mark. The binary form
  /// has no lines: all of it is line 1, and a column is the offset of the byte and one.
  ///
  /// Inside the expansion of an entity it is the place after the reference, and has no bytes.
  package struct Extent: Hashable, Sendable {
    private let first, last: Place
    private let offset, length: Int32

    package init(start: SourcePosition, end: SourcePosition, bytes: Range<Int>) {
      (first, last) = (Place(start), Place(end))
      (offset, length) = (Int32(clamping: bytes.lowerBound), Int32(clamping: bytes.count))
    }

    /// Creates the extent of a value that is in no file, or of which only the beginning is known.
    init(at position: SourcePosition) {
      self.init(start: position, end: position, bytes: 0..<0)
    }

    package var start: SourcePosition { first.position }
    package var end: SourcePosition { last.position }
    package var bytes: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
  }
}

/// A position in the compact form that a large file needs.
struct Place: Hashable, Sendable {
  private let line: Int32
  private let column: Int32

  init(_ position: SourcePosition) {
    (line, column) = (Int32(clamping: position.line), Int32(clamping: position.column))
  }

  var position: SourcePosition { SourcePosition(line: Int(line), column: Int(column)) }
}
