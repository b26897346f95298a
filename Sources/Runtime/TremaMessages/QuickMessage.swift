/// A message in a form that is fast to format: its literal bytes in one array, and a list of parts.
/// It supports the most common parts: text, `%@`, `%ld`, `{name}`, and plurals of integers.
///
/// If there are no problems, formatting gives the same result as `Message.formatted(with:in:)`.
/// Otherwise, the result is `nil`: problems, widths and localized numbers are left to that
/// function.
package final class QuickMessage: Sendable {
  /// A part of the message. Arguments are numbered from 0.
  fileprivate enum Piece {
    /// A range of the literal bytes.
    case literal(start: Int, count: Int)
    /// `%@`
    case text(Int)
    /// `%ld`
    case integer(Int)
    /// `%lu`
    case unsigned(Int)
    /// `{0}`
    case any(Int)
    /// `#`, the number of the enclosing plural.
    case pluralNumber(Int)
    /// A plural, by its index.
    case plural(Int)
  }

  /// A plural, represented by numbers only so that copying it requires no reference counting.
  fileprivate struct Plural {
    var argument: Int
    /// The indices in `branches` of the branches for exact numbers. They are followed by one branch
    /// per category, in CLDR order.
    var exact: Range<Int>
    var rules: PluralRules?
  }

  /// A branch of a plural.
  fileprivate struct Branch {
    /// The exact number, if the branch has one.
    var number: Int
    /// The indices of the branch's parts.
    var pieces: Range<Int>
  }

  /// The concatenated UTF-8 bytes of all literals.
  private let bytes: [UInt8]
  /// The parts of the message and all branches.
  private let pieces: [Piece]
  private let plurals: [Plural]
  private let branches: [Branch]
  /// The indices of the message's own parts.
  private let outer: Range<Int>
  /// The number of arguments that the message requires.
  private let count: Int

  /// Converts a message.
  ///
  /// - Parameter language: The language that determines plural categories. It must be the language
  ///   of the locale that the message is formatted in.
  /// - Returns: The converted message, or `nil` if the message contains unsupported parts.
  package init?(_ message: Message, in language: LanguageTag?) {
    let numbered = message.hasArguments ? message.numbered(by: ArgumentNumbers([message])) : message
    var reader = QuickMessageReader(language: language)
    guard let outer = reader.add(numbered, plural: nil) else { return nil }
    bytes = reader.bytes
    pieces = reader.pieces
    plurals = reader.plurals
    branches = reader.branches
    count = reader.count
    self.outer = outer
  }

  /// Returns the formatted message.
  ///
  /// - Parameters:
  ///   - arguments: The arguments in the order of their numbers.
  ///   - smallNumbersArePlain: The value of `MessageLocale.writesSmallNumbersPlainly`. The locale
  ///     must have the language that the message was converted with.
  /// - Returns: The text, or `nil` if `Message.formatted(with:in:)` must be used.
  package func formatted(
    with arguments: UnsafeBufferPointer<FormatArgument>, smallNumbersArePlain isPlain: Bool
  ) -> String? {
    guard arguments.count == count else { return nil }
    // The size is an upper bound: it includes all branches of each plural.
    var capacity = 0
    for piece in pieces {
      switch piece {
      case .literal(_, let count): capacity += count
      case .text(let number), .any(let number):
        if case .text(let text) = arguments[number] {
          capacity += text.utf8.count
        } else {
          capacity += NumberText.maxLength
        }
      case .integer, .unsigned, .pluralNumber: capacity += NumberText.maxLength
      case .plural: break
      }
    }
    return pieces.withUnsafeBufferPointer { pieces in
      bytes.withUnsafeBytes { bytes in
        plurals.withUnsafeBufferPointer { plurals in
          branches.withUnsafeBufferPointer { branches in
            withUnsafeTemporaryAllocation(byteCount: max(capacity, 1), alignment: 1) { memory in
              var writer = QuickMessageWriter(
                pieces: pieces, bytes: bytes, plurals: plurals, branches: branches,
                arguments: arguments, smallNumbersArePlain: isPlain,
                output: Output(memory: memory))
              return writer.write(outer) ? writer.output.text : nil
            }
          }
        }
      }
    }
  }
}

/// The state of formatting one message. The values that it uses are borrowed, which avoids
/// reference counting.
///
/// Accesses to the buffers are within bounds: the reader created ranges and indices for elements
/// that it had added, and the number of arguments has been checked.
private struct QuickMessageWriter {
  let pieces: UnsafeBufferPointer<QuickMessage.Piece>
  let bytes: UnsafeRawBufferPointer
  let plurals: UnsafeBufferPointer<QuickMessage.Plural>
  let branches: UnsafeBufferPointer<QuickMessage.Branch>
  let arguments: UnsafeBufferPointer<FormatArgument>
  let smallNumbersArePlain: Bool
  var output: Output

  /// Appends a range of parts.
  ///
  /// - Returns: `false` if the message cannot be formatted this way.
  mutating func write(_ range: Range<Int>) -> Bool {
    for index in range {
      switch pieces[index] {
      case .literal(let start, let count):
        output.append(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)]))
      case .text(let number):
        switch arguments[number] {
        case .text(let text): output.append(text)
        case .integer(let number): output.append(number.magnitude, isNegative: number < 0)
        case .unsigned(let number): output.append(number)
        case .floating, .character, .boolean, .date: return false
        }
      case .integer(let number):
        switch arguments[number] {
        case .integer(let number): output.append(number.magnitude, isNegative: number < 0)
        case .unsigned(let number): output.append(number)
        case .text, .floating, .character, .boolean, .date: return false
        }
      case .unsigned(let number):
        switch arguments[number] {
        case .integer(let number) where number >= 0: output.append(number.magnitude)
        case .unsigned(let number): output.append(number)
        case .integer, .text, .floating, .character, .boolean, .date: return false
        }
      case .any(let number):
        if case .text(let text) = arguments[number] {
          output.append(text)
        } else if !appendSmall(arguments[number]) {
          return false
        }
      case .pluralNumber(let number):
        if !appendSmall(arguments[number]) { return false }
      case .plural(let number):
        guard let branch = branch(of: plurals[number]), write(branch) else { return false }
      }
    }
    return true
  }

  /// Returns the parts of the branch that a plural selects, or `nil` if its argument is not an
  /// integer.
  private func branch(of plural: QuickMessage.Plural) -> Range<Int>? {
    let magnitude: UInt64
    switch arguments[plural.argument] {
    case .integer(let number):
      for index in plural.exact where branches[index].number == number {
        return branches[index].pieces
      }
      magnitude = number.magnitude
    case .unsigned(let number):
      for index in plural.exact where branches[index].number == number {
        return branches[index].pieces
      }
      magnitude = number
    case .text, .floating, .character, .boolean, .date: return nil
    }
    let category = plural.rules?.category(ofWhole: magnitude) ?? .other
    return branches[plural.exact.upperBound + category.rank].pieces
  }

  /// Appends a small integer.
  ///
  /// - Returns: `false` if the locale must format the value.
  private mutating func appendSmall(_ argument: FormatArgument) -> Bool {
    guard smallNumbersArePlain, let small = Self.small(argument) else { return false }
    output.append(small)
    return true
  }

  /// Returns an integer below 1,000, which needs no grouping. Returns `nil` for other values.
  private static func small(_ argument: FormatArgument) -> UInt64? {
    switch argument {
    case .integer(let number) where (0..<1000).contains(number): UInt64(number)
    case .unsigned(let number) where number < 1000: number
    default: nil
    }
  }
}

/// The state of converting one message.
private struct QuickMessageReader {
  let language: LanguageTag?
  private(set) var bytes: [UInt8] = []
  private(set) var pieces: [QuickMessage.Piece] = []
  private(set) var plurals: [QuickMessage.Plural] = []
  private(set) var branches: [QuickMessage.Branch] = []
  private(set) var count = 0
  /// The argument index of the next placeholder without a number, from 0.
  private var next = 0

  init(language: LanguageTag?) { self.language = language }

  /// Adds the parts of a message and its branches.
  ///
  /// - Parameter plural: The enclosing plural's argument, which `#` displays.
  /// - Returns: The indices of the parts, or `nil` if a part is not supported.
  mutating func add(
    _ message: Message, plural: Int?
  ) -> Range<Int>? {
    var list: [QuickMessage.Piece] = []
    for element in message.elements {
      switch element {
      case .text(let text):
        list.append(.literal(start: bytes.count, count: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
      case .placeholder(let placeholder):
        guard placeholder.flags.isEmpty, placeholder.width == nil, placeholder.precision == nil
        else { return nil }
        // The placeholder neither requires nor displays an argument.
        if placeholder.type == .none { continue }
        guard let piece = piece(placeholder) else { return nil }
        list.append(piece)
      case .argument(let argument):
        guard let piece = piece(argument) else { return nil }
        list.append(piece)
      case .pluralNumber:
        if let plural {
          list.append(.pluralNumber(plural))
        } else {
          list.append(.literal(start: bytes.count, count: 1))
          bytes.append(UInt8(ascii: "#"))
        }
      }
    }
    // Branch parts have already been added, so the message's own parts are contiguous.
    pieces += list
    return (pieces.count - list.count)..<pieces.count
  }

  /// Returns the part for a placeholder, or `nil` if it is not supported.
  private mutating func piece(_ placeholder: Placeholder) -> QuickMessage.Piece? {
    guard let argument = argument(placeholder.position ?? next + 1) else { return nil }
    if placeholder.position == nil { next += 1 }
    switch placeholder.type {
    case .text: return .text(argument)
    case .integer where placeholder.isSigned: return .integer(argument)
    case .integer where placeholder.isDecimal: return .unsigned(argument)
    default: return nil
    }
  }

  /// Returns the part for an argument in braces, or `nil` if it is not supported.
  private mutating func piece(_ argument: MessageArgument) -> QuickMessage.Piece? {
    guard case .numbered(let number) = argument.name, let index = self.argument(number) else {
      return nil
    }
    switch argument.kind {
    case .plain: return .any(index)
    case .plural(let source) where source.offset == 0:
      var exact: [QuickMessage.Branch] = []
      var named: [PluralCategory: Range<Int>] = [:]
      for branch in source.branches {
        guard let pieces = add(branch.message, plural: index) else { return nil }
        switch branch.selector {
        case .exact(let number):
          exact.append(QuickMessage.Branch(number: number, pieces: pieces))
        case .category(let category): if named[category] == nil { named[category] = pieces }
        }
      }
      // The branches of inner plurals have already been added, so this plural's branches are
      // contiguous.
      let plural = QuickMessage.Plural(
        argument: index, exact: branches.count..<(branches.count + exact.count),
        rules: language.map { PluralRules($0, source.kind) })
      branches += exact
      branches += PluralCategory.allCases.map {
        QuickMessage.Branch(number: 0, pieces: named[$0] ?? named[.other] ?? 0..<0)
      }
      plurals.append(plural)
      return .plural(plurals.count - 1)
    case .plural, .select, .number, .date, .time: return nil
    }
  }

  /// Returns an argument's index, or `nil` if its number is invalid.
  private mutating func argument(_ number: Int) -> Int? {
    guard number >= 1 else { return nil }
    count = max(count, number)
    return number - 1
  }
}

/// Constants for the representation of integers as decimal digits.
private enum NumberText {
  /// The maximum number of characters in a 64-bit integer, including its sign.
  static let maxLength = 20
}

/// A writer that stores bytes in temporary memory.
private struct Output {
  let memory: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

  /// The output so far.
  var text: String {
    String(decoding: UnsafeRawBufferPointer(rebasing: memory[..<count]), as: UTF8.self)
  }

  /// Appends bytes. Traps if they exceed the memory.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count <= memory.count - count, "more bytes than were reserved")
    guard let end = memory.baseAddress?.advanced(by: count), let start = bytes.baseAddress else {
      return
    }
    end.copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  /// Appends the UTF-8 bytes of a string.
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends an integer in decimal digits.
  mutating func append(_ magnitude: UInt64, isNegative: Bool = false) {
    precondition(NumberText.maxLength <= memory.count - count, "more bytes than were reserved")
    var digits = 1
    var rest = magnitude / 10
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    if isNegative {
      memory[count] = UInt8(ascii: "-")
      count += 1
    }
    rest = magnitude
    for index in (count..<(count + digits)).reversed() {
      memory[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digits
  }
}
