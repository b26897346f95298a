import TremaCatalog
import TremaSupport

/// The places of bytes of a context. A context may have thousands of lines: what lies between the one asked
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

  /// The place of some of the bytes; all of the context where it is spelled otherwise in the file.
  mutating func location(of range: Range<Int>) -> SourceLocation {
    guard context.spelling == nil else { return text.location(ofContext: context) }
    if range.lowerBound < known.offset { known = (0, context.textPosition) }
    let start = known.position.advanced(over: bytes[known.offset..<range.lowerBound])
    known = (range.lowerBound, start)
    return SourceLocation(
      file: context.file ?? text.file, start: start, end: start.advanced(over: bytes[range]))
  }
}
