/// How the backslash of a value is taken.
package enum BackslashRule: Hashable, Sendable {
  /// `\n \t \r \" \' \\ \uXXXX \UXXXX`, as every old exporter's platform read it.
  case escape
  /// A backslash is a backslash.
  case literal
}

extension Message {
  /// Reads a value: escapes first, then plural and select arguments, then placeholders.
  ///
  /// A value that parses as a whole as an ICU message and holds a plural or select argument is one;
  /// in every other value braces are text. One that asks for such an argument and does not parse is
  /// text with an issue.
  ///
  /// A space is never a flag, so `50 % off` and `100% sure` are plain text. In a value without any
  /// conversion `%%` and a lone `%` both mean one percent sign; beside a conversion a lone one is an
  /// issue.
  ///
  /// A value with more than ``mostParts`` is text with an issue, too.
  ///
  /// - Returns: the message and what was odd about its source; the message is always usable.
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
      var parser = MessageParser(bytes: bytes, notesPlaces: false)
      let message = parser.message(backslash)
      return (message, parser.issues)
    }
  }

  /// The most parts that a message may have, those of its branches included: conversions, arguments,
  /// branches, `#`, and what is odd. No text has a hundred; a hostile one has millions, and each is
  /// held against those of other languages.
  package static let mostParts = 10_000
}

/// The state of reading one value. Offsets in issues are those of the source, so the decoded bytes
/// remember where they came from once an escape has moved them.
package struct MessageParser {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The bytes after escapes were resolved.
  var decoded: [UInt8] = []
  /// Whether the two differ.
  var hasEscapes = false
  /// The offset in the source of each decoded byte; empty as long as the two are equal, or where
  /// places are not recorded.
  var origins: [Int] = []
  private(set) var issues: [MessageIssue] = []
  /// The arguments of an ICU message.
  var argumentPlaces: [MessagePlace] = []
  /// Placeholders with their ranges in `decoded`, and the percent signs that mean themselves.
  private var placeholders: [(range: Range<Int>, placeholder: Placeholder)] = []
  private var percents: [(range: Range<Int>, isDoubled: Bool)] = []
  /// The start of the part that exceeds the limits of a message.
  private var excess: Int?

  /// Whether the places of arguments are recorded.
  let notesPlaces: Bool

  init(bytes: UnsafeBufferPointer<UInt8>, notesPlaces: Bool = true) {
    self.bytes = bytes
    self.notesPlaces = notesPlaces
  }

  func origin(_ offset: Int) -> Int {
    guard !origins.isEmpty else { return offset }
    return offset < origins.count ? origins[offset] : bytes.count
  }

  func sourceRange(_ range: Range<Int>) -> Range<Int> {
    origin(range.lowerBound)..<origin(range.upperBound)
  }

  var places: [MessagePlace] {
    if placeholders.isEmpty { return argumentPlaces }
    return argumentPlaces
      + placeholders.map { MessagePlace(range: sourceRange($0.range), placeholder: $0.placeholder) }
  }

  /// Returns the message of the value. Afterwards ``issues`` and ``places`` are known.
  mutating func message(_ backslash: BackslashRule) -> Message {
    decodeEscapes(backslash)
    let message = excess == nil ? icuMessage() : nil
    if message == nil, excess == nil { findConversions() }
    guard let excess else { return message ?? assembled() }
    (argumentPlaces, placeholders) = ([], [])
    issues = [MessageIssue(.invalid(ICUParser.tooManyParts), excess..<min(excess + 1, bytes.count))]
    return Message(String(decoding: decoded, as: UTF8.self))
  }

  mutating func note(_ kind: MessageIssue.Kind, _ range: Range<Int>) {
    guard issues.count < Message.mostParts else { return noteExcess(at: range.lowerBound) }
    issues.append(MessageIssue(kind, range))
  }

  /// Notes that there is more than a message may have, with the first place in the source.
  mutating func noteExcess(at offset: Int) { excess = excess ?? offset }

  private mutating func findConversions() {
    // Percent signs alone are text, however many there are.
    guard Placeholder.hasOne(in: decoded) else { return }
    mapOrigins()
    Placeholder.scan(decoded) { range, percent in
      guard placeholders.count + percents.count < Message.mostParts else {
        noteExcess(at: origin(range.lowerBound))
        return false
      }
      switch percent {
      case .placeholder(let placeholder):
        placeholders.append((range, placeholder))
        if placeholders.count == 256 {
          // So that many are not moved again and again; one is two bytes at least.
          placeholders.reserveCapacity(
            min(256 + (decoded.count - range.upperBound) / 2, Message.mostParts))
        }
      case .doubled: percents.append((range, true))
      case .lone: percents.append((range, false))
      }
      return true
    }
    if excess != nil { return }
    for percent in percents where !percent.isDoubled {
      note(.unescapedPercent, sourceRange(percent.range))
    }
    reportMixed(placeholders)
  }

  /// Reports placeholders of which some have numbers and others do not. One that takes no argument needs
  /// no number.
  mutating func reportMixed(_ all: [(range: Range<Int>, placeholder: Placeholder)]) {
    var isNumbered: Bool?
    for (range, placeholder) in all where placeholder.type != .none {
      let hasNumber = placeholder.position != nil
      if hasNumber != isNumbered ?? hasNumber {
        note(.mixedPlaceholders, sourceRange(range))
        return
      }
      isNumbered = hasNumber
    }
  }

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

  /// Returns the text of a range, which ends and begins with whole characters.
  private static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// A text without conversions.
  private static func text(_ bytes: [UInt8]) -> String {
    let percent = UInt8(ascii: "%")
    guard let first = bytes.firstIndex(of: percent),
      !bytes.withUnsafeBufferPointer(ForeignFormat.isOne)
    else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var text = Array(bytes[..<first])
    text.reserveCapacity(bytes.count)
    var isFirst = false
    for byte in bytes[first...] {
      isFirst = byte == percent && !isFirst
      // Two mean one.
      if byte != percent || isFirst { text.append(byte) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
