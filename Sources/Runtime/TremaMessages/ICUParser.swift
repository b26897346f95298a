/// A syntax error in an ICU message. Offsets refer to the bytes that were parsed.
struct ICUSyntaxError: Error {
  /// The error, as a sentence without a full stop.
  var reason: String
  /// The error's range.
  var range: Range<Int>
  /// Whether the only error is that the message has more than `Message.maxParts` parts.
  var exceedsPartLimit = false
}

/// A parser for ICU messages: text with apostrophe quoting, arguments and branches.
///
/// See ICU's `MessagePattern`, apostrophe mode DOUBLE_OPTIONAL: `''` is an apostrophe; an
/// apostrophe before `{`, `}` (or `#` in a plural) quotes the text up to the next apostrophe; any
/// other apostrophe is text.
struct ICUParser {
  /// The message's bytes.
  let bytes: [UInt8]
  /// Whether printf-like conversions in the text are parsed as placeholders.
  let readsConversions: Bool
  /// The position of the next byte.
  var index = 0
  /// Whether a plural or select argument was read.
  var hasBranches = false
  /// The ranges of percent signs that do not start a conversion, and whether each is doubled.
  private(set) var percents: [(range: Range<Int>, isDoubled: Bool)] = []
  /// The ranges of the conversions, and their placeholders.
  private(set) var conversions: [(range: Range<Int>, placeholder: Placeholder)] = []
  /// The locations of conversions and arguments in source order, if they are recorded.
  private(set) var locations: [MessageLocation] = []
  /// Whether locations are recorded.
  private let recordsLocations: Bool
  /// Whether skeletons of dates and times (`::yMd`) are accepted and ignored, as messages cannot
  /// represent them.
  var acceptsSkeletons = false
  /// The range of the first skeleton that was ignored.
  var skeleton: Range<Int>?
  /// The nesting depth of messages at the current position.
  private var depth = 0

  /// The number of parts so far that are not text; see `Message.maxParts`.
  private var partCount = 0
  /// The last name that was read. Names are often repeated.
  var lastName: (range: Range<Int>, name: MessageArgument.Name)?

  /// The maximum nesting depth of messages. It exceeds what is readable and protects the stack.
  private static let maxDepth = 16

  /// The error message for more than `Message.maxParts` parts.
  static let tooManyParts =
    "it has more than \(Message.maxParts) placeholders, branches and other parts"

  /// Creates a parser.
  init(_ bytes: [UInt8], readsConversions: Bool, recordsLocations: Bool) {
    self.bytes = bytes
    self.readsConversions = readsConversions
    self.recordsLocations = recordsLocations
  }

  /// The next byte, or `nil` at the end.
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Returns an error for a range of bytes.
  func syntaxError(_ reason: String, at start: Int, length: Int = 1) -> ICUSyntaxError {
    ICUSyntaxError(reason: reason, range: start..<min(bytes.count, start + length))
  }

  /// Counts a part that starts at an offset.
  ///
  /// - Throws: An error if there are too many parts.
  mutating func countPart(at start: Int) throws(ICUSyntaxError) {
    partCount += 1
    guard partCount > Message.maxParts else { return }
    var error = syntaxError(Self.tooManyParts, at: start)
    error.exceedsPartLimit = true
    throw error
  }

  /// Reads a message up to its end or, in a branch, up to the closing brace.
  ///
  /// - Parameter inPlural: Whether the message is a plural branch, in which `#` is the number. In a
  ///   select branch, `#` is text, even inside a plural.
  mutating func message(inPlural: Bool) throws(ICUSyntaxError) -> Message {
    guard depth < Self.maxDepth else {
      throw syntaxError("arguments are nested deeper than \(Self.maxDepth)", at: max(0, index - 1))
    }
    depth += 1
    defer { depth -= 1 }
    var elements: [Message.Element] = []
    var run = TextRun()
    while let byte = next {
      switch byte {
      case UInt8(ascii: "{"):
        try flush(&run, into: &elements)
        try countPart(at: index)
        if recordsLocations { locations.append(MessageLocation(range: index..<index + 1)) }
        elements.append(.argument(try argument()))
        reserve(&elements)
      case UInt8(ascii: "}") where depth > 1:
        if elements.isEmpty, !mightContainConversions(run) { return Message(run.text(of: bytes)) }
        try flush(&run, into: &elements)
        return Message(elements)
      case UInt8(ascii: "#") where inPlural:
        try flush(&run, into: &elements)
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
    try flush(&run, into: &elements)
    return Message(elements)
  }

  /// Reserves capacity for all elements that may follow, once there are many. This avoids repeated
  /// reallocations. Memory pages that are never written cost nothing.
  private func reserve(_ elements: inout [Message.Element]) {
    guard elements.count == 256 else { return }
    elements.reserveCapacity(min(256 + bytes.count - index, 2 * Message.maxParts + 1))
  }

  /// Returns whether a byte is text in any context.
  private static func isText(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: "{") && byte != UInt8(ascii: "}") && byte != UInt8(ascii: "#")
      && byte != UInt8(ascii: "'")
  }

  /// Reads an escaped apostrophe, a quoted text, or a literal apostrophe.
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
    // As in ICU, quoted text without a closing apostrophe extends to the end of the message.
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

  /// Returns whether a run may contain conversions.
  private func mightContainConversions(_ run: borrowing TextRun) -> Bool {
    readsConversions && run.contains(UInt8(ascii: "%"), of: bytes)
  }

  /// Appends the text and conversions in a run, and clears the run.
  private mutating func flush(
    _ run: inout TextRun, into elements: inout [Message.Element]
  ) throws(ICUSyntaxError) {
    if run.isEmpty { return }
    defer { run = TextRun() }
    guard mightContainConversions(run) else {
      return elements.append(.text(run.text(of: bytes)))
    }
    let source = run.bytes(of: bytes)
    var text: [UInt8] = []
    var done = 0
    var excess: ICUSyntaxError?
    Placeholder.scan(source) { range, percent in
      text += source[done..<range.lowerBound]
      done = range.upperBound
      let origin = run.origin(of: range)
      do throws(ICUSyntaxError) { try countPart(at: origin.lowerBound) } catch {
        excess = error
        return false
      }
      switch percent {
      case .placeholder(let placeholder):
        elements.append(.text(String(decoding: text, as: UTF8.self)))
        text.removeAll()
        elements.append(.placeholder(placeholder))
        conversions.append((origin, placeholder))
        if recordsLocations {
          locations.append(MessageLocation(range: origin, placeholder: placeholder))
        }
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

  /// Returns the text in a range, which must begin and end at character boundaries.
  func text(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }
}

/// The unquoted text between two arguments. It is usually a range of the message. If quotes were
/// removed, the bytes are stored separately, each with its offset in the message.
private struct TextRun {
  /// The range in the message, if the bytes are not stored separately.
  private var range = 0..<0
  /// The separate bytes; `nil` in most runs. A message may have thousands of runs. Storing two
  /// arrays in each would add reference counting.
  private var separateBytes: SeparateBytes?

  /// The bytes with their offsets in the message.
  private struct SeparateBytes {
    var bytes: [UInt8]
    var origins: [Int]
  }

  /// Whether the run contains no text.
  var isEmpty: Bool { range.isEmpty && separateBytes == nil }

  /// Appends a range of the message.
  mutating func append(_ piece: Range<Int>, of message: [UInt8]) {
    if piece.isEmpty { return }
    if isEmpty {
      range = piece
    } else if separateBytes == nil, range.upperBound == piece.lowerBound {
      range = range.lowerBound..<piece.upperBound
    } else {
      var separate =
        self.separateBytes ?? SeparateBytes(bytes: Array(message[range]), origins: Array(range))
      self.separateBytes = nil
      separate.bytes += message[piece]
      separate.origins += piece
      self.separateBytes = separate
    }
  }

  /// Returns whether the run contains a byte.
  func contains(_ byte: UInt8, of message: [UInt8]) -> Bool {
    separateBytes?.bytes.contains(byte)
      ?? message.withUnsafeBufferPointer { $0[range].contains(byte) }
  }

  /// The run's bytes.
  func bytes(of message: [UInt8]) -> [UInt8] { separateBytes?.bytes ?? Array(message[range]) }

  /// The run's text.
  func text(of message: [UInt8]) -> String {
    if let separateBytes { return String(decoding: separateBytes.bytes, as: UTF8.self) }
    return message.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// Returns the range in the message for part of the run.
  func origin(of part: Range<Int>) -> Range<Int> {
    guard let origins = separateBytes?.origins else {
      return range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound
    }
    return origins[part.lowerBound]..<origins[part.upperBound - 1] + 1
  }
}
