/// A decoder for patterns. A pattern contains a message's elements as parsed when the file was
/// written.
///
/// It accepts only the output of the writer, which is unique for each message. Memory use is
/// proportional to the number of bytes that are read, and messages are nested at most
/// `CompiledLayout.maxDepth` levels deep.
struct PatternDecoder {
  /// The pattern's bytes.
  private let bytes: UnsafeRawBufferPointer
  /// The offset of the pattern in the file, for errors.
  private let origin: Int
  /// The position of the next byte.
  private var index = 0
  /// The nesting depth of messages.
  private var depth = 0

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the pattern, which must remain valid.
  ///   - origin: The offset of the pattern in the file.
  init(_ bytes: UnsafeRawBufferPointer, at origin: Int) {
    self.bytes = bytes
    self.origin = origin
  }

  /// Decodes the pattern.
  ///
  /// - Throws: `CompiledProblem` if the pattern is invalid.
  mutating func decode() throws(CompiledProblem) -> Message {
    let flags = try byte()
    let message = try message()
    guard index == bytes.count else { throw problem("unexpected bytes after the pattern") }
    let known =
      (message.takesArguments ? CompiledPattern.takesArguments : 0)
      | (message.hasBranches ? CompiledPattern.hasBranches : 0)
    guard flags == known else {
      index = 0
      throw problem("the pattern does not match its first byte")
    }
    return message
  }

  // MARK: bytes

  /// Returns an error at the current position.
  private func problem(_ reason: String) -> CompiledProblem {
    CompiledProblem(at: origin + index, reason)
  }

  /// Reads a byte.
  private mutating func byte() throws(CompiledProblem) -> UInt8 {
    guard index < bytes.count else { throw problem("the pattern ends too early") }
    defer { index += 1 }
    return bytes[index]
  }

  /// Reads an integer of at most 32 bits in LEB128 encoding: seven bits per byte, the lowest first,
  /// with the highest bit set if more bytes follow. Encodings that are longer than necessary are
  /// rejected.
  private mutating func readNumber() throws(CompiledProblem) -> UInt32 {
    var value: UInt32 = 0
    for shift in stride(from: 0 as UInt32, to: 35, by: 7) {
      let byte = try byte()
      let bits = UInt32(byte & 0x7F)
      guard shift < 28 || bits < 16, shift == 0 || byte != 0 else { break }
      value |= bits << shift
      if byte & 0x80 == 0 { return value }
    }
    throw problem("a number is not well-formed")
  }

  /// Reads an integer within a range.
  ///
  /// - Parameter name: The name of the integer, for errors.
  private mutating func readNumber(
    _ range: ClosedRange<UInt32>, _ name: String
  ) throws(CompiledProblem) -> Int {
    let value = try readNumber()
    guard range.contains(value) else { throw problem("\(name) is out of range") }
    return Int(truncatingIfNeeded: value)
  }

  /// Reads a length-prefixed string.
  private mutating func readString() throws(CompiledProblem) -> String {
    let count = Int(truncatingIfNeeded: try readNumber())
    guard count >= 0, count <= bytes.count - index else {
      throw problem("a text ends after its pattern")
    }
    let slice = UnsafeRawBufferPointer(rebasing: bytes[index..<index + count])
    guard let text = String(exactly: slice) else { throw problem("a text is not UTF-8") }
    index += count
    return text
  }

  /// Reads an item count. Each item that follows has at least one byte.
  private mutating func count(_ name: String) throws(CompiledProblem) -> Int {
    let count = Int(truncatingIfNeeded: try readNumber())
    guard count > 0, count <= bytes.count - index else {
      throw problem("the number of \(name) is out of range")
    }
    return count
  }

  // MARK: messages

  /// Reads a message with its elements.
  private mutating func message() throws(CompiledProblem) -> Message {
    guard depth < CompiledLayout.maxDepth else { throw problem("messages are nested too deeply") }
    depth += 1
    defer { depth -= 1 }
    // An empty branch has no elements.
    if index < bytes.count, bytes[index] == 0 {
      index += 1
      return Message("")
    }
    let count = try count("elements")
    var elements: [Message.Element] = []
    elements.reserveCapacity(min(count, 64))
    var wasText = false
    for _ in 0..<count {
      let element = try readElement()
      var isText = false
      if case .text(let text) = element {
        isText = true
        // Adjacent texts are rejected because joining them would take quadratic time.
        guard !wasText, !text.isEmpty else { throw problem("a text is empty or split in two") }
      }
      wasText = isText
      elements.append(element)
    }
    return Message(elements)
  }

  /// Reads an element.
  private mutating func readElement() throws(CompiledProblem) -> Message.Element {
    switch CompiledPattern.Element(rawValue: try byte()) {
    case .text: return .text(try readString())
    case .placeholder: return .placeholder(try placeholder())
    case .argument: return .argument(try argument())
    case .pluralNumber: return .pluralNumber
    case nil: throw problem("an element is of an unknown kind")
    }
  }

  /// Reads a placeholder.
  private mutating func placeholder() throws(CompiledProblem) -> Placeholder {
    typealias Part = CompiledPattern.Part
    let letter = try byte()
    guard CompiledPattern.conversions.contains(letter) else {
      throw problem("a conversion is unknown")
    }
    let parts = try byte()
    guard parts & ~Part.all == 0 else { throw problem("a placeholder has unknown parts") }
    var placeholder = Placeholder(Unicode.Scalar(letter))
    if parts & Part.position != 0 {
      placeholder.position = try readNumber(1...CompiledLayout.maxNumber, "a position")
    }
    if parts & Part.flags != 0 {
      let flags = try byte()
      guard (1...63).contains(flags) else { throw problem("a placeholder has unknown flags") }
      placeholder.flags = Placeholder.Flags(rawValue: flags)
    }
    if parts & Part.width != 0 { placeholder.width = try readWidthOrPrecision() }
    if parts & Part.precision != 0 { placeholder.precision = try readWidthOrPrecision() }
    if parts & Part.length != 0 { placeholder.length = try length() }
    if parts & Part.dateSuffix != 0 {
      let suffix = try byte()
      guard (0x41...0x5A).contains(suffix & 0xDF) else { throw problem("a suffix is not a letter") }
      placeholder.dateSuffix = suffix
    }
    return placeholder
  }

  /// Reads a width or precision: 0 means `*`, and any other value is the number plus one.
  private mutating func readWidthOrPrecision() throws(CompiledProblem)
    -> Placeholder.WidthOrPrecision
  {
    let value = try readNumber(0...CompiledLayout.maxNumber + 1, "a width or precision")
    return value == 0 ? .argument : .fixed(value - 1)
  }

  /// Reads a length modifier.
  private mutating func length() throws(CompiledProblem) -> Placeholder.Length {
    let number = try byte()
    guard number < Placeholder.Length.compiled.count else { throw problem("a length is unknown") }
    return Placeholder.Length.compiled[Int(number)]
  }

  // MARK: arguments

  /// Reads an argument in braces.
  private mutating func argument() throws(CompiledProblem) -> MessageArgument {
    let number = try readNumber(1...CompiledLayout.maxNumber, "the number of an argument")
    let kind: MessageArgument.Kind
    switch CompiledPattern.Kind(rawValue: try byte()) {
    case .plain: kind = .plain
    case .number: kind = .number(try numberStyle())
    case .date: kind = .date(try dateLength())
    case .time: kind = .time(try dateLength())
    case .plural: kind = .plural(try plural(.cardinal))
    case .ordinal: kind = .plural(try plural(.ordinal))
    case .select: kind = .select(try select())
    case nil: throw problem("an argument is of an unknown kind")
    }
    return MessageArgument(.numbered(number), kind)
  }

  /// Reads a number style.
  private mutating func numberStyle() throws(CompiledProblem) -> NumberStyle {
    let flags = try byte()
    guard flags & ~(CompiledPattern.isGrouped | CompiledPattern.isPercent) == 0 else {
      throw problem("a number style has unknown flags")
    }
    let integers = try readNumber(0...CompiledLayout.maxDigits, "the digits of a number style")
    let minimum = try readNumber(0...CompiledLayout.maxDigits, "the digits of a number style")
    let maximum = try readNumber(0...CompiledLayout.maxDigits, "the digits of a number style")
    guard minimum <= maximum else {
      throw problem("the minimum number of digits of a number style exceeds the maximum")
    }
    return NumberStyle(
      isGrouped: flags & CompiledPattern.isGrouped != 0,
      isPercent: flags & CompiledPattern.isPercent != 0, minimumIntegers: integers,
      fractions: minimum...maximum)
  }

  /// Reads the length of a date or time. Returns `nil` for the default.
  private mutating func dateLength() throws(CompiledProblem) -> DateLength? {
    let number = try byte()
    if number == 0 { return nil }
    guard number <= DateLength.compiled.count else {
      throw problem("the length of a date is unknown")
    }
    return DateLength.compiled[Int(number) - 1]
  }

  /// Reads the offset and the branches of a plural.
  private mutating func plural(
    _ kind: PluralKind
  ) throws(CompiledProblem) -> MessageArgument.Plural {
    let offset = try readNumber(0...CompiledLayout.maxNumber, "the offset of a plural")
    let count = try count("branches")
    var branches: [MessageArgument.PluralBranch] = []
    var hasOther = false
    for _ in 0..<count {
      let selector = try selector()
      if selector == .category(.other) { hasOther = true }
      branches.append(MessageArgument.PluralBranch(selector, try message()))
    }
    guard hasOther else { throw problem("a plural has no branch 'other'") }
    return MessageArgument.Plural(kind, offset: offset, branches)
  }

  /// Reads the selector of a plural branch.
  private mutating func selector() throws(CompiledProblem) -> PluralSelector {
    let number = try byte()
    if number == CompiledPattern.exact {
      return .exact(try self.readNumber(0...CompiledLayout.maxNumber, "an exact number"))
    }
    guard number < PluralCategory.compiled.count else { throw problem("a category is unknown") }
    return .category(PluralCategory.compiled[Int(number)])
  }

  /// Reads the branches of a select.
  private mutating func select() throws(CompiledProblem) -> [MessageArgument.SelectBranch] {
    let count = try count("branches")
    var branches: [MessageArgument.SelectBranch] = []
    var hasOther = false
    for _ in 0..<count {
      let keyword = try readString()
      if keyword.utf8.elementsEqual("other".utf8) { hasOther = true }
      branches.append(MessageArgument.SelectBranch(keyword, try message()))
    }
    guard hasOther else { throw problem("a select has no branch 'other'") }
    return branches
  }
}

// The order of the following arrays defines the codes in the file and must not change.

extension Placeholder.Length {
  /// The length modifiers by code.
  package static let compiled: [Self] = [
    .char, .short, .long, .longLong, .quad, .size, .pointerDifference, .maximum, .longDouble,
  ]
}

extension DateLength {
  /// The date lengths by code, from 1. Code 0 is the default length.
  package static let compiled: [Self] = [.short, .medium, .long, .full]
}

extension PluralCategory {
  /// The categories by code.
  package static let compiled: [Self] = [.zero, .one, .two, .few, .many, .other]
}
