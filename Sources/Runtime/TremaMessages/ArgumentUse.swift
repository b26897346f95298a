/// A use of an argument in a message.
package struct ArgumentUse: Hashable, Sendable {
  /// The number of the argument, from 1.
  package var number: Int
  /// The requirement on the argument.
  package var demand: ArgumentDemand

  /// Creates a use.
  package init(_ number: Int, _ demand: ArgumentDemand) {
    self.number = number
    self.demand = demand
  }

  /// Whether both uses are equal.
  package static func == (a: ArgumentUse, b: ArgumentUse) -> Bool {
    if a.number != b.number { return false }
    // Plain uses are compared first, which avoids the comparison of all associated values.
    return a.demand.isPlain ? b.demand.isPlain : a.demand == b.demand
  }
}

/// The requirement that a use of an argument in a message has.
public enum ArgumentDemand: Hashable, Sendable {
  /// A printf-like conversion.
  case placeholder(Placeholder)
  /// `{name}`, which accepts any argument.
  case plain
  /// `{name, number}`, with its style.
  case number(NumberStyle)
  case date, time
  /// A plural or selectordinal argument.
  case plural(PluralKind)
  /// A select argument.
  case select

  /// Whether any argument is accepted.
  var isPlain: Bool { if case .plain = self { true } else { false } }

  /// The required type of the argument; `nil` if several types are accepted.
  package var type: ArgumentType? {
    switch self {
    case .placeholder(let placeholder): placeholder.type
    case .select: .text
    case .date, .time: .date
    case .number(let style) where style.fractions.upperBound == 0 && !style.isPercent: .integer
    case .plain, .number, .plural: nil
    }
  }

  /// Whether the argument must be a number of any type.
  package var isNumeric: Bool {
    switch self {
    case .number, .plural: true
    case .placeholder(let placeholder):
      placeholder.type == .integer || placeholder.type == .floating
    case .plain, .date, .time, .select: false
    }
  }

  /// Whether the use is a conversion of Java that accepts any argument: `%b` or `%h`.
  private var acceptsAnyArgument: Bool { type == .boolean || type == .hash }

  /// The requirement in a Java format, where `%s` accepts any argument.
  package var inJava: ArgumentDemand {
    if case .placeholder(let placeholder) = self, placeholder.type == .text { .plain } else { self }
  }

  /// Whether one argument can satisfy both requirements.
  package func agrees(with other: ArgumentDemand) -> Bool {
    if isPlain || other.isPlain || acceptsAnyArgument || other.acceptsAnyArgument { return true }
    if let type, let otherType = other.type { return type == otherType }
    return isNumeric == other.isNumeric
  }
}

extension ArgumentDemand: CustomStringConvertible {
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
  /// Returns the uses of arguments in the message, in the order of its source.
  ///
  /// - Parameter numbers: the numbering of the text that the message belongs to.
  package func uses(_ numbers: ArgumentNumbers) -> [ArgumentUse] { uses(numbers, repeats: true) }

  /// Returns the uses of arguments in the message.
  ///
  /// - Parameters:
  ///   - numbers: the numbering of the text.
  ///   - repeats: whether uses are included that are equal to the preceding one.
  func uses(_ numbers: ArgumentNumbers, repeats: Bool) -> [ArgumentUse] {
    var uses: [ArgumentUse] = []
    if hasArguments || repeats {
      forEachUse(numbers) { uses.append($0, repeats: repeats) }
      return uses
    }
    // A conversion may be repeated 10,000 times. Comparing placeholders is faster than comparing
    // uses.
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

  /// Calls a closure with the same uses as `uses(_:)`, without creating an array.
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
  /// - Parameter repeats: whether the use is appended if it is equal to the last one.
  mutating func append(_ use: ArgumentUse, repeats: Bool) {
    if !repeats, let last, last == use { return }
    append(use)
    // The capacity is reserved once there are many uses, so that the array is not reallocated
    // repeatedly.
    if count == 256 { reserveCapacity(Message.maxParts) }
  }
}

extension MessageArgument {
  /// The requirement of the argument.
  package var demand: ArgumentDemand {
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
