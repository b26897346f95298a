import TremaMessages

/// An encoder that converts messages to the patterns that the runtime library reads. Arguments must
/// be numbered.
///
/// See `Documentation/Formats/Compiled.md`.
struct PatternEncoder {
  /// The encoded pattern.
  private(set) var bytes: [UInt8] = []

  /// Encodes a message, starting with a flags byte.
  init(_ message: Message) {
    bytes.append(
      (message.takesArguments ? CompiledPattern.takesArguments : 0)
        | (message.hasBranches ? CompiledPattern.hasBranches : 0))
    append(message)
  }

  /// Appends a number in groups of seven bits, lowest first. The highest bit is set if another
  /// group follows.
  private mutating func append(_ number: Int) {
    var rest = UInt(bitPattern: number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a string as its length in bytes, followed by its UTF-8 bytes.
  private mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes.append(text: text)
  }

  /// Appends the number of elements, followed by the elements.
  private mutating func append(_ message: Message) {
    let elements = message.elements
    append(elements.count)
    for element in elements {
      switch element {
      case .text(let text):
        begin(.text)
        append(text)
      case .placeholder(let placeholder):
        begin(.placeholder)
        append(placeholder)
      case .argument(let argument):
        begin(.argument)
        append(argument)
      case .pluralNumber: begin(.pluralNumber)
      }
    }
  }

  /// Appends the code of an element.
  private mutating func begin(_ element: CompiledPattern.Element) {
    bytes.append(element.rawValue)
  }

  /// Appends a placeholder: the conversion, a byte with the parts that are present, and the parts.
  private mutating func append(_ placeholder: Placeholder) {
    typealias Part = CompiledPattern.Part
    bytes.append(placeholder.conversion)
    let parts = bytes.count
    // The byte is updated as the parts are appended.
    bytes.append(0)
    if let position = placeholder.position {
      bytes[parts] |= Part.position
      append(position)
    }
    if !placeholder.flags.isEmpty {
      bytes[parts] |= Part.flags
      bytes.append(placeholder.flags.rawValue)
    }
    if let width = placeholder.width {
      bytes[parts] |= Part.width
      append(width)
    }
    if let precision = placeholder.precision {
      bytes[parts] |= Part.precision
      append(precision)
    }
    if let length = placeholder.length {
      bytes[parts] |= Part.length
      bytes.append(Self.number(of: length, in: Placeholder.Length.compiled))
    }
    if let suffix = placeholder.dateSuffix {
      bytes[parts] |= Part.dateSuffix
      bytes.append(suffix)
    }
  }

  /// Appends a width or precision: 0 for `*`, or the number plus one.
  private mutating func append(_ extent: Placeholder.WidthOrPrecision) {
    switch extent {
    case .argument: append(0)
    case .fixed(let extent): append(extent + 1)
    }
  }

  /// Appends an argument: its number, its kind's code, and the kind's properties.
  private mutating func append(_ argument: MessageArgument) {
    // The caller has numbered the message, so no argument has a name.
    if case .numbered(let number) = argument.name { append(number) }
    switch argument.kind {
    case .plain: begin(.plain)
    case .number(let style):
      begin(.number)
      bytes.append(
        (style.isGrouped ? CompiledPattern.isGrouped : 0)
          | (style.isPercent ? CompiledPattern.isPercent : 0))
      append(style.minimumIntegers)
      append(style.fractions.lowerBound)
      append(style.fractions.upperBound)
    case .date(let length):
      begin(.date)
      append(length)
    case .time(let length):
      begin(.time)
      append(length)
    case .plural(let plural):
      begin(plural.kind == .cardinal ? .plural : .ordinal)
      append(plural.offset)
      append(plural.branches.count)
      for branch in plural.branches {
        append(branch.selector)
        append(branch.message)
      }
    case .select(let branches):
      begin(.select)
      append(branches.count)
      for branch in branches {
        append(branch.keyword)
        append(branch.message)
      }
    }
  }

  /// Appends the code for a kind of argument.
  private mutating func begin(_ kind: CompiledPattern.Kind) { bytes.append(kind.rawValue) }

  /// Appends the length of a date or time: 0 for the default, or the index in the list plus one.
  private mutating func append(_ length: DateLength?) {
    bytes.append(length.map { Self.number(of: $0, in: DateLength.compiled) + 1 } ?? 0)
  }

  /// Appends the selector of a plural branch.
  private mutating func append(_ selector: PluralSelector) {
    switch selector {
    case .exact(let number):
      bytes.append(CompiledPattern.exact)
      append(number)
    case .category(let category):
      bytes.append(Self.number(of: category, in: PluralCategory.compiled))
    }
  }

  /// Returns the index of a value in a list that the format defines, or the list's count if it is
  /// missing.
  private static func number<Value: Equatable>(of value: Value, in list: [Value]) -> UInt8 {
    UInt8(truncatingIfNeeded: list.firstIndex(of: value) ?? list.count)
  }
}
