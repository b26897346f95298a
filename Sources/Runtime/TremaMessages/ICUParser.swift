/// A syntax error of an ICU message, with offsets in the bytes that were parsed.
struct ICUMistake: Error {
  var reason: String
  var range: Range<Int>
  /// Whether nothing but ``Message/mostParts`` is in the way.
  var isExcess = false
}

/// Reads an ICU message: text with apostrophe quoting, arguments, branches.
///
/// Source: ICU `MessagePattern`, apostrophe mode DOUBLE_OPTIONAL: `''` is an apostrophe, one before
/// `{`, `}` (or `#` in a plural) quotes up to the next, any other is text.
struct ICUParser {
  let bytes: [UInt8]
  /// Whether printf-like conversions in the text are placeholders.
  let readsConversions: Bool
  var index = 0
  /// A plural or select argument was read.
  var hasBranches = false
  /// Ranges of percent signs that begin no conversion, and whether each was doubled.
  private(set) var percents: [(range: Range<Int>, isDoubled: Bool)] = []
  private(set) var conversions: [(range: Range<Int>, placeholder: Placeholder)] = []
  /// Conversions and arguments in their order, where they are asked for.
  private(set) var places: [MessagePlace] = []
  private let notesPlaces: Bool
  /// Whether dates and times may have skeletons (`::yMd`), which no message can hold.
  var passesSkeletons = false
  /// The first of those that were passed over.
  var skeleton: Range<Int>?
  /// How many messages are around the place that is read.
  private var depth = 0

  /// The number of parts so far that are not text; see ``Message/mostParts``.
  private var parts = 0
  /// The name that was read last, which may be there again and again.
  var lastName: (range: Range<Int>, name: MessageArgument.Name)?

  /// More than anybody can read, less than a stack.
  private static let deepest = 16

  /// The words for a message with more than ``Message/mostParts``.
  static let tooManyParts =
    "it has more than \(Message.mostParts) placeholders, branches and other parts"

  init(_ bytes: [UInt8], readsConversions: Bool, notesPlaces: Bool) {
    self.bytes = bytes
    self.readsConversions = readsConversions
    self.notesPlaces = notesPlaces
  }

  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  func mistake(_ reason: String, at start: Int, length: Int = 1) -> ICUMistake {
    ICUMistake(reason: reason, range: start..<min(bytes.count, start + length))
  }

  /// Counts a part, at its beginning.
  mutating func countPart(at start: Int) throws(ICUMistake) {
    parts += 1
    guard parts > Message.mostParts else { return }
    var mistake = mistake(Self.tooManyParts, at: start)
    mistake.isExcess = true
    throw mistake
  }

  /// A message up to its end, or, in a branch, up to the brace that closes it.
  ///
  /// - Parameter inPlural: it is a branch of a plural, where `#` is its number. In a branch of a
  ///   select `#` is text, also inside a plural.
  mutating func message(inPlural: Bool) throws(ICUMistake) -> Message {
    guard depth < Self.deepest else {
      throw mistake("arguments nest deeper than \(Self.deepest)", at: max(0, index - 1))
    }
    depth += 1
    defer { depth -= 1 }
    var elements: [Message.Element] = []
    var run = TextRun()
    while let byte = next {
      switch byte {
      case UInt8(ascii: "{"):
        try take(&run, into: &elements)
        try countPart(at: index)
        if notesPlaces { places.append(MessagePlace(range: index..<index + 1)) }
        elements.append(.argument(try argument()))
        reserve(&elements)
      case UInt8(ascii: "}") where depth > 1:
        if elements.isEmpty, !isFormat(run) { return Message(run.text(of: bytes)) }
        try take(&run, into: &elements)
        return Message(elements)
      case UInt8(ascii: "#") where inPlural:
        try take(&run, into: &elements)
        try countPart(at: index)
        elements.append(.pluralNumber)
        index += 1
        reserve(&elements)
      case UInt8(ascii: "'"): apostrophe(inPlural: inPlural, into: &run)
      default:
        let start = index
        repeat { index += 1 } while next.map(Self.isText) ?? false
        run.append(start..<index, of: bytes)
      }
    }
    try take(&run, into: &elements)
    return Message(elements)
  }

  /// Reserves room for all that may follow where much does, so that it is not moved again and
  /// again; memory that is never written costs nothing.
  private func reserve(_ elements: inout [Message.Element]) {
    guard elements.count == 256 else { return }
    elements.reserveCapacity(min(256 + bytes.count - index, 2 * Message.mostParts + 1))
  }

  /// Whether a byte is text wherever it is.
  private static func isText(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: "{") && byte != UInt8(ascii: "}") && byte != UInt8(ascii: "#")
      && byte != UInt8(ascii: "'")
  }

  private mutating func apostrophe(inPlural: Bool, into run: inout TextRun) {
    let quote = UInt8(ascii: "'")
    func isQuote(at index: Int) -> Bool { index < bytes.count && bytes[index] == quote }
    if isQuote(at: index + 1) {
      run.append(index..<index + 1, of: bytes)
      index += 2
      return
    }
    let after = index + 1 < bytes.count ? bytes[index + 1] : 0
    guard
      after == UInt8(ascii: "{") || after == UInt8(ascii: "}")
        || inPlural && after == UInt8(ascii: "#")
    else {
      run.append(index..<index + 1, of: bytes)
      index += 1
      return
    }
    index += 1
    // ICU: a quoted part without an end quote ends with the message.
    var start = index
    while let byte = next {
      if byte == quote {
        run.append(start..<index, of: bytes)
        index += 1
        guard isQuote(at: index) else { return }
        start = index
      }
      index += 1
    }
    run.append(start..<index, of: bytes)
  }

  /// Whether conversions may be in a run.
  private func isFormat(_ run: borrowing TextRun) -> Bool {
    readsConversions && run.contains(UInt8(ascii: "%"), of: bytes)
  }

  /// Appends the text of a run with the conversions in it, and empties the run.
  private mutating func take(
    _ run: inout TextRun, into elements: inout [Message.Element]
  ) throws(ICUMistake) {
    if run.isEmpty { return }
    defer { run = TextRun() }
    guard isFormat(run) else {
      return elements.append(.text(run.text(of: bytes)))
    }
    let source = run.bytes(of: bytes)
    var text: [UInt8] = []
    var done = 0
    var excess: ICUMistake?
    Placeholder.scan(source) { range, percent in
      text += source[done..<range.lowerBound]
      done = range.upperBound
      let origin = run.origin(of: range)
      do throws(ICUMistake) { try countPart(at: origin.lowerBound) } catch {
        excess = error
        return false
      }
      switch percent {
      case .placeholder(let placeholder):
        elements.append(.text(String(decoding: text, as: UTF8.self)))
        text.removeAll()
        elements.append(.placeholder(placeholder))
        conversions.append((origin, placeholder))
        if notesPlaces { places.append(MessagePlace(range: origin, placeholder: placeholder)) }
      case .doubled, .lone:
        text.append(UInt8(ascii: "%"))
        percents.append((origin, percent == .doubled))
      }
      return true
    }
    if let excess { throw excess }
    text += source[done...]
    elements.append(.text(String(decoding: text, as: UTF8.self)))
  }

  /// Returns the text of a range, which ends and begins with whole characters.
  func text(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }
}

/// Text between two arguments, unquoted. Nearly always it is a range of the message; where quotes are
/// left out of it, its bytes are apart, each with the place it came from.
private struct TextRun {
  private var range = 0..<0
  /// None in nearly all runs, of which a message may have thousands: two empty arrays would be counted
  /// for each.
  private var apart: Apart?

  private struct Apart {
    var bytes: [UInt8]
    var origins: [Int]
  }

  var isEmpty: Bool { range.isEmpty && apart == nil }

  mutating func append(_ piece: Range<Int>, of message: [UInt8]) {
    if piece.isEmpty { return }
    if isEmpty {
      range = piece
    } else if apart == nil, range.upperBound == piece.lowerBound {
      range = range.lowerBound..<piece.upperBound
    } else {
      var apart = self.apart ?? Apart(bytes: Array(message[range]), origins: Array(range))
      self.apart = nil
      apart.bytes += message[piece]
      apart.origins += piece
      self.apart = apart
    }
  }

  func contains(_ byte: UInt8, of message: [UInt8]) -> Bool {
    apart?.bytes.contains(byte)
      ?? message.withUnsafeBufferPointer { $0[range].contains(byte) }
  }

  func bytes(of message: [UInt8]) -> [UInt8] { apart?.bytes ?? Array(message[range]) }

  func text(of message: [UInt8]) -> String {
    if let apart { return String(decoding: apart.bytes, as: UTF8.self) }
    return message.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  func origin(of part: Range<Int>) -> Range<Int> {
    guard let origins = apart?.origins else {
      return range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound
    }
    return origins[part.lowerBound]..<origins[part.upperBound - 1] + 1
  }
}
