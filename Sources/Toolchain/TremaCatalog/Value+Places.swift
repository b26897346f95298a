import TremaMessages
import TremaSupport

extension Value {
  /// The place in the file of a byte of `source`.
  ///
  /// - Parameter offset: in UTF-8 bytes of `source`, as a ``MessageIssue`` has them.
  /// - Returns: the position, behind any markup that is before the byte.
  package func position(ofSourceOffset offset: Int) -> SourcePosition {
    position(ofSourceOffset: offset, isEnd: false)
  }

  /// The range in the file of some bytes of `source`.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets in `source`.
  ///   - text: the text that the value belongs to.
  /// - Returns: the place, without the markup around it.
  package func location(ofSource range: Range<Int>, in text: Text) -> SourceLocation {
    SourceLocation(
      file: file ?? text.file, start: position(ofSourceOffset: range.lowerBound, isEnd: false),
      end: position(ofSourceOffset: range.upperBound, isEnd: !range.isEmpty))
  }

  /// The byte of `source` at a position in the file, the inverse of ``position(ofSourceOffset:)``.
  ///
  /// - Returns: `nil` for a position before or after the text.
  package func sourceOffset(of target: SourcePosition) -> Int? {
    guard target >= textPosition else { return nil }
    let bytes = Array((spelling ?? source).utf8)
    var walker = SpellingWalker(bytes: bytes)
    var (index, position) = (0, textPosition)
    while true {
      // Markup at the position belongs to what follows: an end precedes it, a start comes after it.
      if position >= target { return walker.decoded }
      if spelling != nil { walker.skipMarkup() }
      position = position.advanced(over: bytes[index..<walker.index])
      index = walker.index
      if position >= target { return walker.decoded }
      guard index < bytes.count else { return nil }
      if spelling != nil { walker.walk(toDecoded: walker.decoded + 1) } else { walker.step() }
    }
  }

  /// The places of the conversions and arguments of the message in `source`, in their order; empty for
  /// a message that was not read from it.
  package var places: [MessagePlace] {
    // What the file made of backslashes is seen by what came of it.
    message.places(in: source, backslash: .escape)
      ?? message.places(in: source, backslash: .literal) ?? []
  }

  private func position(ofSourceOffset offset: Int, isEnd: Bool) -> SourcePosition {
    if spelling == nil { return textPosition.advanced(over: source.utf8.prefix(offset)) }
    var walk = SourceWalk(self)
    return walk.position(ofSourceOffset: offset, isEnd: isEnd)
  }
}

/// The places of the parts of one value, which are looked for one after the other: none is far from the
/// one before.
package struct ValuePlaces {
  /// ``Value/places``.
  package let places: [MessagePlace]
  private let file: String?
  private var walk: SourceWalk

  package init(_ value: Value) {
    places = value.places
    file = value.file
    walk = SourceWalk(value)
  }

  /// Returns the same as ``Value/location(ofSource:in:)``.
  package mutating func location(ofSource range: Range<Int>, in text: Text) -> SourceLocation {
    let start = walk.position(ofSourceOffset: range.lowerBound, isEnd: false)
    return SourceLocation(
      file: file ?? text.file, start: start,
      end: walk.position(ofSourceOffset: range.upperBound, isEnd: !range.isEmpty))
  }
}

/// Goes from one requested byte of a value's source to the next, and counts lines.
private struct SourceWalk {
  private let start: SourcePosition
  /// The bytes as the file spells them, where that is not just the source.
  private let bytes: [UInt8]
  private let isSpelled: Bool
  private var walker: SpellingWalker
  /// How many of the bytes are behind, how many of the source, and where that is.
  private var index = 0
  private var offset = 0
  private var position: SourcePosition

  init(_ value: Value) {
    start = value.textPosition
    position = start
    isSpelled = value.spelling != nil
    bytes = Array((value.spelling ?? value.source).utf8)
    walker = SpellingWalker(bytes: bytes)
  }

  mutating func position(ofSourceOffset target: Int, isEnd: Bool) -> SourcePosition {
    // Markup at the position belongs to what follows: an end precedes it, a start comes after it.
    if target < offset || isEnd && target <= (isSpelled ? walker.decoded : -1) {
      walker = SpellingWalker(bytes: bytes)
      (index, position) = (0, start)
    }
    offset = target
    var end = min(target, bytes.count)
    if isSpelled {
      walker.walk(toDecoded: target)
      if !isEnd { walker.skipMarkup() }
      end = walker.index
    }
    position = position.advanced(over: bytes[index..<end])
    index = end
    return position
  }
}

/// Goes through the bytes between two tags and counts what they decode to. Entities of the
/// document's own count as one byte; a catalogue that has them is not written back.
private struct SpellingWalker {
  let bytes: [UInt8]
  private(set) var index = 0
  private(set) var decoded = 0
  private var isInCDATA = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Moves over one byte that is not spelled in another way.
  mutating func step() {
    index += 1
    decoded += 1
  }

  mutating func walk(toDecoded target: Int) {
    while decoded < target {
      skipMarkup()
      guard index < bytes.count else { return }
      if bytes[index] == UInt8(ascii: "&") && !isInCDATA {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count - 1
        decoded += Self.length(ofReference: bytes[index + 1..<max(end, index + 1)])
        index = end + 1
      } else {
        decoded += 1
        index += 1
      }
    }
  }

  /// Moves over tags, comments and instructions, and over the marks of CDATA sections.
  mutating func skipMarkup() {
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
      } else if rest.starts(with: "<?".utf8) {
        index = Self.index(after: "?>", in: bytes, from: index + 2)
      } else if rest.first == UInt8(ascii: "<") {
        skipTag()
      } else {
        return
      }
    }
  }

  /// Moves over a tag; the values of its attributes may hold a `>`.
  private mutating func skipTag() {
    var quote: UInt8?
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == quote {
        quote = nil
      } else if quote == nil {
        if byte == UInt8(ascii: ">") { return }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
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

  /// The UTF-8 length of what `&…;` means.
  private static func length(ofReference name: ArraySlice<UInt8>) -> Int {
    guard name.first == UInt8(ascii: "#") else { return 1 }
    let digits = String(decoding: name.dropFirst(), as: UTF8.self)
    let value =
      digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map { UTF8.width($0) } ?? 1
  }
}
