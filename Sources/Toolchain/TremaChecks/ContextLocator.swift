import TremaCatalog
import TremaSupport

/// Converts offsets in a context to source locations.
///
/// A context can have thousands of lines, so each conversion continues from the previous one rather
/// than from the start of the context.
struct ContextLocator {
  private let context: Context
  private let bytes: [UInt8]
  private let text: Text
  /// The offset and the position of the last conversion.
  private var lastConversion: (offset: Int, position: SourcePosition)

  /// Creates a converter.
  ///
  /// - Parameter bytes: The context in UTF-8.
  init(_ context: Context, _ bytes: [UInt8], of text: Text) {
    (self.context, self.bytes, self.text) = (context, bytes, text)
    lastConversion = (0, context.textPosition)
  }

  /// Returns the location of a byte range, or the whole context's location if it is written
  /// differently in the file, so the offsets don't correspond.
  mutating func location(of range: Range<Int>) -> SourceLocation {
    guard context.spelling == nil else { return text.location(ofContext: context) }
    if range.lowerBound < lastConversion.offset { lastConversion = (0, context.textPosition) }
    let start = lastConversion.position.advanced(
      over: bytes[lastConversion.offset..<range.lowerBound])
    lastConversion = (range.lowerBound, start)
    return SourceLocation(
      file: context.file ?? text.file, start: start, end: start.advanced(over: bytes[range]))
  }
}
