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

extension Context {
  /// Where some of its bytes stand; all of it where it is spelled otherwise in the file.
  func location(of range: Range<Int>, _ bytes: [UInt8], in text: Text) -> SourceLocation {
    guard spelling == nil else { return text.location(ofContext: self) }
    let first = textPosition.advanced(over: bytes[..<range.lowerBound])
    return SourceLocation(
      file: file ?? text.file, start: first, end: first.advanced(over: bytes[range]))
  }
}
