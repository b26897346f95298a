/// The treatment of backslashes in a value.
package enum BackslashRule: Hashable, Sendable {
  /// Backslashes start escapes, as on the platforms of the older exporters:
  /// `\n \t \r \" \' \\ \uXXXX \UXXXX`.
  case escape
  /// Backslashes are text.
  case literal
}

extension Message {
  /// Parses a value: escapes first, then plural and select arguments, then placeholders.
  ///
  /// A value is an ICU message if it contains a plural or select argument and can be parsed as a
  /// whole. Otherwise, braces are text. If the value contains such an argument but cannot be
  /// parsed, it is text, and an issue is reported.
  ///
  /// Spaces are not accepted as flags, so `50 % off` and `100% sure` are plain text. In a value
  /// without conversions, both `%%` and a lone `%` represent one percent sign. In a value with
  /// conversions, a lone percent sign is reported as an issue.
  ///
  /// A value with more than `maxParts` parts is also text, and an issue is reported.
  ///
  /// - Returns: The message and the issues of its source. The message is always usable.
  package static func parse(
    _ source: String, backslash: BackslashRule = .escape
  ) -> (message: Message, issues: [MessageIssue]) {
    var source = source
    let isPlain = source.withUTF8 { bytes in
      !bytes.contains { byte in
        byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "{")
      }
    }
    if isPlain { return (Message(source), []) }
    return source.withUTF8 { bytes in
      var parser = MessageParser(bytes: bytes, recordsLocations: false)
      let message = parser.message(backslash)
      return (message, parser.issues)
    }
  }

  /// The maximum number of parts in a message and its branches. Parts are conversions, arguments,
  /// branches, `#`, and issues. Real texts have fewer than a hundred. A malicious text may have
  /// millions, and we'd compare each one with the parts in other languages.
  package static let maxParts = 10_000
}

/// The state of parsing one value. Issue offsets refer to the source, so if there are escapes, each
/// decoded byte's origin is recorded.
package struct MessageParser {
  /// The source.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The bytes with escapes resolved.
  var decoded: [UInt8] = []
  /// Whether the decoded bytes may differ from the source.
  var hasEscapes = false
  /// The offset in the source of each decoded byte, or empty if the two are equal or if origins are
  /// not recorded.
  var origins: [Int] = []
  /// The source's issues.
  private(set) var issues: [MessageIssue] = []
  /// The locations of arguments and conversions in an ICU message.
  var argumentLocations: [MessageLocation] = []
  /// The placeholders and their ranges in `decoded`.
  private var placeholders: [(range: Range<Int>, placeholder: Placeholder)] = []
  /// The ranges in `decoded` of percent signs that do not start a placeholder, and whether each is
  /// doubled.
  private var percents: [(range: Range<Int>, isDoubled: Bool)] = []
  /// The offset in the source of the first part that exceeds `Message.maxParts`.
  private var excessOffset: Int?

  /// Whether the locations of arguments are recorded.
  let recordsLocations: Bool

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - bytes: The source, which must remain valid.
  ///   - recordsLocations: Whether the locations of arguments are recorded.
  init(bytes: UnsafeBufferPointer<UInt8>, recordsLocations: Bool = true) {
    self.bytes = bytes
    self.recordsLocations = recordsLocations
  }

  /// Returns the offset in the source of a decoded byte.
  func origin(_ offset: Int) -> Int {
    guard !origins.isEmpty else { return offset }
    return offset < origins.count ? origins[offset] : bytes.count
  }

  /// Returns the range in the source of decoded bytes.
  func sourceRange(_ range: Range<Int>) -> Range<Int> {
    origin(range.lowerBound)..<origin(range.upperBound)
  }

  /// The locations of arguments and placeholders in the source.
  var locations: [MessageLocation] {
    if placeholders.isEmpty { return argumentLocations }
    return argumentLocations
      + placeholders.map {
        MessageLocation(range: sourceRange($0.range), placeholder: $0.placeholder)
      }
  }

  /// Parses the value. Afterwards, `issues` and `locations` are available.
  mutating func message(_ backslash: BackslashRule) -> Message {
    decodeEscapes(backslash)
    let message = excessOffset == nil ? icuMessage() : nil
    if message == nil, excessOffset == nil { findConversions() }
    guard let excessOffset else { return message ?? assembled() }
    (argumentLocations, placeholders) = ([], [])
    issues = [
      MessageIssue(
        .invalid(ICUParser.tooManyParts), excessOffset..<min(excessOffset + 1, bytes.count))
    ]
    return Message(String(decoding: decoded, as: UTF8.self))
  }

  /// Reports an issue, unless there are too many.
  mutating func report(_ kind: MessageIssue.Kind, _ range: Range<Int>) {
    guard issues.count < Message.maxParts else { return recordExcess(at: range.lowerBound) }
    issues.append(MessageIssue(kind, range))
  }

  /// Records the offset in the source of the first part that exceeds the limit.
  mutating func recordExcess(at offset: Int) { excessOffset = excessOffset ?? offset }

  /// Finds the placeholders and percent signs of a value that is not an ICU message.
  private mutating func findConversions() {
    // Without placeholders, percent signs are text, and their number is not limited.
    guard Placeholder.occurs(in: decoded) else { return }
    mapOrigins()
    Placeholder.scan(decoded) { range, percent in
      guard placeholders.count + percents.count < Message.maxParts else {
        recordExcess(at: origin(range.lowerBound))
        return false
      }
      switch percent {
      case .placeholder(let placeholder):
        placeholders.append((range, placeholder))
        if placeholders.count == 256 {
          // Once there are many placeholders, reserving capacity avoids repeated reallocations. A
          // placeholder has at least two bytes.
          placeholders.reserveCapacity(
            min(256 + (decoded.count - range.upperBound) / 2, Message.maxParts))
        }
      case .doubled: percents.append((range, true))
      case .lone: percents.append((range, false))
      }
      return true
    }
    if excessOffset != nil { return }
    for percent in percents where !percent.isDoubled {
      report(.unescapedPercent, sourceRange(percent.range))
    }
    reportMixed(placeholders)
  }

  /// Reports an issue if some placeholders have numbers and others do not. Placeholders without an
  /// argument need no number.
  mutating func reportMixed(_ all: [(range: Range<Int>, placeholder: Placeholder)]) {
    var isNumbered: Bool?
    for (range, placeholder) in all where placeholder.type != .none {
      let hasNumber = placeholder.position != nil
      if hasNumber != isNumbered ?? hasNumber {
        report(.mixedPlaceholders, sourceRange(range))
        return
      }
      isNumbered = hasNumber
    }
  }

  /// Returns the message that consists of the placeholders and the text between them.
  private func assembled() -> Message {
    if placeholders.isEmpty { return Message(Self.text(decoded)) }
    var elements: [Message.Element] = []
    elements.reserveCapacity(2 * placeholders.count + 1)
    var text: [UInt8] = []
    var done = 0
    var percentIndex = 0
    func copyText(upTo end: Int) {
      if percentIndex == percents.count || percents[percentIndex].range.lowerBound >= end {
        if done < end { elements.append(.text(Self.text(decoded, done..<end))) }
        return
      }
      while percentIndex < percents.count, percents[percentIndex].range.lowerBound < end {
        let range = percents[percentIndex].range
        text += decoded[done..<range.lowerBound]
        text.append(UInt8(ascii: "%"))
        done = range.upperBound
        percentIndex += 1
      }
      text += decoded[done..<end]
      elements.append(.text(String(decoding: text, as: UTF8.self)))
      text.removeAll(keepingCapacity: true)
    }
    for (range, placeholder) in placeholders {
      copyText(upTo: range.lowerBound)
      elements.append(.placeholder(placeholder))
      done = range.upperBound
    }
    copyText(upTo: decoded.count)
    return Message(elements)
  }

  /// Returns the text in a range, which must begin and end at character boundaries.
  private static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// Returns the text of a value without placeholders. Doubled percent signs are combined.
  private static func text(_ bytes: [UInt8]) -> String {
    let percent = UInt8(ascii: "%")
    guard let first = bytes.firstIndex(of: percent),
      !bytes.withUnsafeBufferPointer(ForeignFormat.isForeign)
    else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var text = Array(bytes[..<first])
    text.reserveCapacity(bytes.count)
    var isFirst = false
    for byte in bytes[first...] {
      isFirst = byte == percent && !isFirst
      // Two percent signs represent one.
      if byte != percent || isFirst { text.append(byte) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
