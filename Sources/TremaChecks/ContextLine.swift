import TremaCatalog
import TremaDiagnostics

/// A line of a context, and where it stands.
struct ContextLine {
  /// In the bytes of the context, without its line end.
  let range: Range<Int>
  /// What stands between its spaces.
  let words: [ArraySlice<UInt8>]

  /// Those that may be annotations: all that begin with an `@`.
  static func annotations(in bytes: [UInt8]) -> [ContextLine] {
    var lines: [ContextLine] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let words = bytes[start..<end].split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if words.first?.first == UInt8(ascii: "@") {
        lines.append(ContextLine(range: start..<end, words: words))
      }
      start = end + 1
    }
    return lines
  }

  /// From the first word to the last.
  var wordRange: Range<Int> {
    guard let first = words.first, let last = words.last else { return range }
    return first.startIndex..<last.endIndex
  }
}

/// Where bytes of a context stand. A context may have thousands of lines: what lies between the one asked
/// for and the one before it is gone over, and not all from the beginning.
struct ContextPlaces {
  private let context: Context
  private let bytes: [UInt8]
  private let text: Text
  /// The line that was asked for last: where it begins.
  private var known: (offset: Int, position: SourcePosition)

  /// - Parameter bytes: of the context.
  init(_ context: Context, _ bytes: [UInt8], of text: Text) {
    (self.context, self.bytes, self.text) = (context, bytes, text)
    known = (0, context.textPosition)
  }

  /// Where some of the bytes stand; all of the context where it is spelled otherwise in the file.
  mutating func location(of range: Range<Int>) -> SourceLocation {
    guard context.spelling == nil else { return text.location(ofContext: context) }
    if range.lowerBound < known.offset { known = (0, context.textPosition) }
    let start = known.position.advanced(over: bytes[known.offset..<range.lowerBound])
    known = (range.lowerBound, start)
    return SourceLocation(
      file: context.file ?? text.file, start: start, end: start.advanced(over: bytes[range]))
  }
}
