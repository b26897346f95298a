/// A use of an argument in a message.
package struct ArgumentUse: Hashable, Sendable {
  /// The argument number, from 1.
  package var number: Int
  /// The requirement that the argument must satisfy.
  package var requirement: ArgumentRequirement

  /// Creates a use.
  package init(_ number: Int, _ demand: ArgumentRequirement) {
    self.number = number
    self.requirement = demand
  }

  /// Returns whether the two uses are equal.
  package static func == (a: ArgumentUse, b: ArgumentUse) -> Bool {
    if a.number != b.number { return false }
    // Comparing plain uses first avoids comparing associated values.
    return a.requirement.isPlain ? b.requirement.isPlain : a.requirement == b.requirement
  }
}

/// The requirement that a use in a message places on its argument.
public enum ArgumentRequirement: Hashable, Sendable {
  /// A printf-like conversion.
  case placeholder(Placeholder)
  /// `{name}`, which accepts any argument.
  case plain
  /// `{name, number}` and its style.
  case number(NumberStyle)
  case date, time
  /// A plural or selectordinal argument.
  case plural(PluralKind)
  /// A select argument.
  case select

  /// Whether any argument is accepted.
  var isPlain: Bool { if case .plain = self { true } else { false } }

  /// The argument's required type, or `nil` if more than one type is accepted.
  package var type: ArgumentType? {
    switch self {
    case .placeholder(let placeholder): placeholder.type
    case .select: .text
    case .date, .time: .date
    case .number(let style) where style.fractions.upperBound == 0 && !style.isPercent: .integer
    case .plain, .number, .plural: nil
    }
  }

  /// Whether the argument must be a number, of any type.
  package var isNumeric: Bool {
    switch self {
    case .number, .plural: true
    case .placeholder(let placeholder):
      placeholder.type == .integer || placeholder.type == .floating
    case .plain, .date, .time, .select: false
    }
  }

  /// Whether the use is a Java conversion that accepts any argument: `%b` or `%h`.
  private var acceptsAnyArgument: Bool { type == .boolean || type == .hash }

  /// The requirement in a Java format, where `%s` accepts any argument.
  package var inJava: ArgumentRequirement {
    if case .placeholder(let placeholder) = self, placeholder.type == .text { .plain } else { self }
  }

  /// Returns whether one argument can satisfy both requirements.
  package func agrees(with other: ArgumentRequirement) -> Bool {
    if isPlain || other.isPlain || acceptsAnyArgument || other.acceptsAnyArgument { return true }
    if let type, let otherType = other.type { return type == otherType }
    return isNumeric == other.isNumeric
  }
}

extension ArgumentRequirement: CustomStringConvertible {
  /// The requirement for messages, such as `%1$@` or `a plural`.
  public var description: String {
    switch self {
    case .placeholder(let placeholder): placeholder.description
    case .plain: "an argument"
    case .number: "a number"
    case .date: "a date"
    case .time: "a time"
    case .plural(.cardinal): "a plural"
    case .plural(.ordinal): "a selectordinal"
    case .select: "a select"
    }
  }
}

extension Message {
  /// Returns the uses of arguments in the message, in source order.
  ///
  /// - Parameter numbers: The numbering of the text that the message belongs to.
  package func uses(_ numbers: ArgumentNumbers) -> [ArgumentUse] { uses(numbers, repeats: true) }

  /// Returns the uses of arguments in the message, optionally without repetitions.
  ///
  /// - Parameters:
  ///   - numbers: The numbering of the text.
  ///   - repeats: Whether to include uses that equal the preceding use.
  func uses(_ numbers: ArgumentNumbers, repeats: Bool) -> [ArgumentUse] {
    var uses: [ArgumentUse] = []
    if hasArguments || repeats {
      forEachUse(numbers) { uses.append($0, repeats: repeats) }
      return uses
    }
    // A message may repeat a conversion 10,000 times, and comparing placeholders is faster than
    // comparing uses.
    var last: (number: Int, placeholder: Placeholder)?
    var placeholderNumbers = PlaceholderNumbers()
    allPlaceholders { placeholder in
      let number = placeholderNumbers.next(placeholder)
      if let last, last.number == number, last.placeholder == placeholder { return true }
      guard placeholder.type != .none else { return true }
      last = (number, placeholder)
      uses.append(ArgumentUse(number, .placeholder(placeholder)), repeats: true)
      return true
    }
    return uses
  }

  /// Calls a closure with the uses that `uses(_:)` returns, without creating an array.
  func forEachUse(_ numbers: ArgumentNumbers, _ use: (ArgumentUse) -> Void) {
    guard hasPlaceholders else { return }
    if hasArguments {
      var walk = NumberingWalk(numbers, self)
      walk.visit(self, use)
      return
    }
    var placeholderNumbers = PlaceholderNumbers()
    allPlaceholders { placeholder in
      let number = placeholderNumbers.next(placeholder)
      if placeholder.type != .none { use(ArgumentUse(number, .placeholder(placeholder))) }
      return true
    }
  }
}

extension [ArgumentUse] {
  /// Appends a use.
  ///
  /// - Parameter repeats: Whether to append the use even if it equals the last one.
  mutating func append(_ use: ArgumentUse, repeats: Bool) {
    if !repeats, let last, last == use { return }
    append(use)
    // Once there are many uses, reserving capacity avoids repeated reallocations.
    if count == 256 { reserveCapacity(Message.maxParts) }
  }
}

extension MessageArgument {
  /// The requirement of the argument.
  package var requirement: ArgumentRequirement {
    switch kind {
    case .plain: .plain
    case .number(let style): .number(style)
    case .date: .date
    case .time: .time
    case .plural(let plural): .plural(plural.kind)
    case .select: .select
    }
  }
}
