import TremaSupport

/// A line in a Twine file, with the ranges of its parts in the file's bytes.
///
/// See Twine 1.1, `lib/twine/twine_file.rb`, `read`.
enum TwineLine: Equatable {
  case blank
  /// `[[General]]`. The range is that of the name.
  case section(Range<Int>)
  /// `[key]`. The range is that of the key.
  case key(Range<Int>)
  /// `en = Text`. The ranges are those of the name and the value, without white space around them.
  /// A value in backquotes is without these.
  case field(name: Range<Int>, value: Range<Int>)
  /// A line that Twine does not accept.
  case invalid

  /// Parses a line.
  ///
  /// - Parameters:
  ///   - line: The line's range, without its line feed.
  ///   - bytes: The file's bytes.
  init(_ line: Range<Int>, in bytes: [UInt8]) {
    let line = Self.trimmed(line, in: bytes)
    guard let first = line.first else {
      self = .blank
      return
    }
    guard bytes[first] == UInt8(ascii: "[") else {
      self = Self.field(line, in: bytes)
      return
    }
    let isClosed = bytes[line.upperBound - 1] == UInt8(ascii: "]")
    if line.count >= 4, bytes[first + 1] == UInt8(ascii: "[") {
      // Twine writes a section without a name, which it then reads as a key.
      let isSection = isClosed && bytes[line.upperBound - 2] == UInt8(ascii: "]")
      self = isSection ? .section(first + 2..<line.upperBound - 2) : .invalid
    } else {
      self = isClosed && line.count > 2 ? .key(first + 1..<line.upperBound - 1) : .invalid
    }
  }

  /// Parses a line with an equals sign; any other is invalid.
  private static func field(_ line: Range<Int>, in bytes: [UInt8]) -> TwineLine {
    guard let equals = bytes[line].firstIndex(of: UInt8(ascii: "=")) else { return .invalid }
    let name = trimmed(line.lowerBound..<equals, in: bytes)
    var value = trimmed(equals + 1..<line.upperBound, in: bytes)
    if let first = value.first, let last = value.last, bytes[first] == UInt8(ascii: "`"),
      bytes[last] == UInt8(ascii: "`")
    {
      // A single backquote is both, and an empty value.
      value = first + 1..<max(first + 1, last)
    }
    return name.isEmpty ? .invalid : .field(name: name, value: value)
  }

  /// Returns a range without the white space at both ends.
  static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while start < end, isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Whether Ruby's `String#strip` removes a byte.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0
  }
}

/// The lines of a Twine file.
struct TwineLines: Sequence, IteratorProtocol {
  /// The bytes of the file.
  private let bytes: [UInt8]
  /// The index of the next byte.
  private var index: Int
  /// The number of lines before the next byte.
  private var count = 0

  /// A line with its place.
  struct Element {
    var line: TwineLine
    /// The number of the line, from 1.
    var number: Int
    /// The range of the line without its line feed.
    var range: Range<Int>

    /// Returns the position of a byte in the line.
    func position(of index: Int) -> SourcePosition {
      SourcePosition(line: number, column: index - range.lowerBound + 1)
    }
  }

  /// Creates the sequence.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes.
  ///   - start: the offset after a byte order mark.
  init(_ bytes: [UInt8], from start: Int = 0) { (self.bytes, index) = (bytes, start) }

  mutating func next() -> Element? {
    guard index < bytes.count else { return nil }
    let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    defer { index = end + 1 }
    count += 1
    let range = index..<end
    return Element(line: TwineLine(range, in: bytes), number: count, range: range)
  }
}
