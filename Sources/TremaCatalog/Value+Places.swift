import TremaDiagnostics

extension Value {
  /// The place in the file of some bytes of `source`.
  ///
  /// - Parameter range: UTF-8 offsets in `source`, as a ``MessageIssue`` has them.
  public func position(ofSourceOffset offset: Int) -> SourcePosition {
    guard let spelling else { return textPosition.advanced(over: source.utf8.prefix(offset)) }
    let bytes = Array(spelling.utf8)
    var walker = SpellingWalker(bytes: bytes)
    walker.walk(toDecoded: offset)
    return textPosition.advanced(over: bytes[..<walker.index])
  }

  /// The range in the file of some bytes of `source`.
  ///
  /// - Parameter text: the text that the value belongs to.
  public func location(ofSource range: Range<Int>, in text: Text) -> SourceLocation {
    SourceLocation(
      file: file ?? text.file, start: position(ofSourceOffset: range.lowerBound),
      end: position(ofSourceOffset: range.upperBound))
  }
}

/// Goes through the bytes between two tags and counts what they decode to. Entities of the
/// document's own count as one byte; a catalogue that has them is not written back.
private struct SpellingWalker {
  let bytes: [UInt8]
  private(set) var index = 0
  private var decoded = 0
  private var isInCDATA = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func walk(toDecoded target: Int) {
    skipMarkup()
    while index < bytes.count, decoded < target {
      if bytes[index] == UInt8(ascii: "&") && !isInCDATA {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count - 1
        decoded += Self.length(ofReference: bytes[index + 1..<max(end, index + 1)])
        index = end + 1
      } else {
        decoded += 1
        index += 1
      }
      skipMarkup()
    }
  }

  /// Moves over tags, comments and instructions, and over the marks of CDATA sections.
  private mutating func skipMarkup() {
    while index < bytes.count {
      let rest = bytes[index...]
      if isInCDATA {
        guard rest.starts(with: "]]>".utf8) else { return }
        isInCDATA = false
        index += 3
      } else if rest.starts(with: "<![CDATA[".utf8) {
        isInCDATA = true
        index += 9
      } else if rest.starts(with: "<!--".utf8) {
        index = Self.index(after: "-->", in: bytes, from: index + 4)
      } else if rest.first == UInt8(ascii: "<") {
        index = Self.index(after: ">", in: bytes, from: index + 1)
      } else {
        return
      }
    }
  }

  private static func index(after mark: String, in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index...].starts(with: mark.utf8) { return index + mark.utf8.count }
      index += 1
    }
    return bytes.count
  }

  /// The UTF-8 length of what `&…;` stands for.
  private static func length(ofReference name: ArraySlice<UInt8>) -> Int {
    guard name.first == UInt8(ascii: "#") else { return 1 }
    let digits = String(decoding: name.dropFirst(), as: UTF8.self)
    let value =
      digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map { UTF8.width($0) } ?? 1
  }
}
