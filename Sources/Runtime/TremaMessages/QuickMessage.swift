/// A message in the form that is put together at once: its literal bytes in one piece, and a list of
/// what is where. The usual messages have one: text, `%@`, `%ld`, `{name}`, plurals of whole
/// numbers.
///
/// Returns the result of ``Message/formatted(with:in:)`` if that has no problem, or nothing:
/// problems, widths and numbers of the locale are left to it.
package final class QuickMessage: Sendable {
  /// Arguments are counted from 0 here.
  fileprivate enum Piece {
    case literal(start: Int, count: Int)
    /// `%@`
    case text(Int)
    /// `%ld`
    case integer(Int)
    /// `%lu`
    case unsigned(Int)
    /// `{0}`
    case any(Int)
    /// `#`: the number of the plural around.
    case pluralNumber(Int)
    case plural(Int)
  }

  /// The content of a plural as numbers alone, which are copied without cost.
  fileprivate struct Plural {
    var argument: Int
    /// Its branches for numbers, in ``branches``; behind them one for each category, in their order.
    var exact: Range<Int>
    var rules: PluralRules?
  }

  fileprivate struct Branch {
    /// Only of one for a number.
    var number: Int
    var pieces: Range<Int>
  }

  private let bytes: [UInt8]
  private let pieces: [Piece]
  private let plurals: [Plural]
  private let branches: [Branch]
  /// The elements of the message itself, outside of branches.
  private let outer: Range<Int>
  /// How many arguments the message asks for.
  private let count: Int

  /// - Parameter language: decides the categories of plurals, as that of the locale does.
  /// - Returns: nil for a message with anything else in it.
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

  /// - Parameters:
  ///   - arguments: in the order of their numbers.
  ///   - smallNumbersArePlain: see ``MessageLocale/writesSmallNumbersPlainly``. The language of the
  ///     locale is the one that the message was read with.
  /// - Returns: nil when ``Message/formatted(with:in:)`` must be asked.
  package func formatted(
    with arguments: UnsafeBufferPointer<FormatArgument>, smallNumbersArePlain isPlain: Bool
  ) -> String? {
    guard arguments.count == count else { return nil }
    // All branches are counted, as if they were shown one behind the other.
    var most = 0
    for piece in pieces {
      switch piece {
      case .literal(_, let count): most += count
      case .text(let number), .any(let number):
        if case .text(let text) = arguments[number] {
          most += text.utf8.count
        } else {
          most += NumberText.most
        }
      case .integer, .unsigned, .pluralNumber: most += NumberText.most
      case .plural: break
      }
    }
    return pieces.withUnsafeBufferPointer { pieces in
      bytes.withUnsafeBytes { bytes in
        plurals.withUnsafeBufferPointer { plurals in
          branches.withUnsafeBufferPointer { branches in
            withUnsafeTemporaryAllocation(byteCount: max(most, 1), alignment: 1) { memory in
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

/// Puts one message together. What it reads is borrowed for that time: nothing is counted.
///
/// The buffers are not checked at each step: ranges and numbers are those that the reader gave out,
/// each of a place that it had filled, and there are as many arguments as it saw.
private struct QuickMessageWriter {
  let pieces: UnsafeBufferPointer<QuickMessage.Piece>
  let bytes: UnsafeRawBufferPointer
  let plurals: UnsafeBufferPointer<QuickMessage.Plural>
  let branches: UnsafeBufferPointer<QuickMessage.Branch>
  let arguments: UnsafeBufferPointer<FormatArgument>
  let smallNumbersArePlain: Bool
  var output: Output

  /// - Returns: false when this is no text to show.
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
      case .plural(let place):
        guard let branch = branch(of: plurals[place]), write(branch) else { return false }
      }
    }
    return true
  }

  /// The pieces to show for the number of a plural; nil when it has no whole number.
  private func branch(of plural: QuickMessage.Plural) -> Range<Int>? {
    let magnitude: UInt64
    switch arguments[plural.argument] {
    case .integer(let number):
      for place in plural.exact where branches[place].number == number {
        return branches[place].pieces
      }
      magnitude = number.magnitude
    case .unsigned(let number):
      for place in plural.exact where branches[place].number == number {
        return branches[place].pieces
      }
      magnitude = number
    case .text, .floating, .character, .boolean, .date: return nil
    }
    let category = plural.rules?.category(ofWhole: magnitude) ?? .other
    return branches[plural.exact.upperBound + category.rank].pieces
  }

  /// - Returns: false for what a locale has to write.
  private mutating func appendSmall(_ argument: FormatArgument) -> Bool {
    guard smallNumbersArePlain, let small = Self.small(argument) else { return false }
    output.append(small)
    return true
  }

  /// A whole number that every language writes as its digits alone.
  private static func small(_ argument: FormatArgument) -> UInt64? {
    switch argument {
    case .integer(let number) where (0..<1000).contains(number): UInt64(number)
    case .unsigned(let number) where number < 1000: number
    default: nil
    }
  }
}

/// The state of taking one message apart.
private struct QuickMessageReader {
  let language: LanguageTag?
  private(set) var bytes: [UInt8] = []
  private(set) var pieces: [QuickMessage.Piece] = []
  private(set) var plurals: [QuickMessage.Plural] = []
  private(set) var branches: [QuickMessage.Branch] = []
  private(set) var count = 0
  /// The argument of the next placeholder without a number.
  private var next = 0

  init(language: LanguageTag?) { self.language = language }

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
        // It asks for nothing and shows nothing.
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
    // Behind those of its branches.
    pieces += list
    return (pieces.count - list.count)..<pieces.count
  }

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

  private mutating func piece(_ argument: MessageArgument) -> QuickMessage.Piece? {
    guard case .numbered(let number) = argument.name, let place = self.argument(number) else {
      return nil
    }
    switch argument.kind {
    case .plain: return .any(place)
    case .plural(let source) where source.offset == 0:
      var exact: [QuickMessage.Branch] = []
      var named: [PluralCategory: Range<Int>] = [:]
      for branch in source.branches {
        guard let pieces = add(branch.message, plural: place) else { return nil }
        switch branch.selector {
        case .exact(let number):
          exact.append(QuickMessage.Branch(number: number, pieces: pieces))
        case .category(let category): if named[category] == nil { named[category] = pieces }
        }
      }
      // Behind those of the plurals in its branches.
      let plural = QuickMessage.Plural(
        argument: place, exact: branches.count..<(branches.count + exact.count),
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

  private mutating func argument(_ number: Int) -> Int? {
    guard number >= 1 else { return nil }
    count = max(count, number)
    return number - 1
  }
}

/// A whole number in decimal digits.
private enum NumberText {
  /// 64 bits, with a sign.
  static let most = 20
}

/// Bytes that are written one behind the other.
private struct Output {
  let memory: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

  /// The bytes so far.
  var text: String {
    String(decoding: UnsafeRawBufferPointer(rebasing: memory[..<count]), as: UTF8.self)
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count <= memory.count - count, "more bytes than were counted")
    guard let end = memory.baseAddress?.advanced(by: count), let start = bytes.baseAddress else {
      return
    }
    end.copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  mutating func append(_ magnitude: UInt64, isNegative: Bool = false) {
    precondition(NumberText.most <= memory.count - count, "more bytes than were counted")
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
    for place in (count..<(count + digits)).reversed() {
      memory[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digits
  }
}
