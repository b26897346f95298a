/// One place where a message asks for an argument.
package struct ArgumentUse: Hashable, Sendable {
  /// The number, from 1.
  package var number: Int
  package var demand: ArgumentDemand

  package init(_ number: Int, _ demand: ArgumentDemand) {
    self.number = number
    self.demand = demand
  }

  package static func == (a: ArgumentUse, b: ArgumentUse) -> Bool {
    if a.number != b.number { return false }
    // What asks for nothing is told apart without a look at all that may be asked for.
    return a.demand.isPlain ? b.demand.isPlain : a.demand == b.demand
  }
}

/// The use of an argument in a message.
public enum ArgumentDemand: Hashable, Sendable {
  case placeholder(Placeholder)
  /// `{name}`: anything can be shown.
  case plain
  case number(NumberStyle)
  case date, time
  case plural(PluralKind)
  case select

  var isPlain: Bool { if case .plain = self { true } else { false } }

  /// The type that the argument must have; `nil` where several types will do.
  package var type: ArgumentType? {
    switch self {
    case .placeholder(let placeholder): placeholder.type
    case .select: .text
    case .date, .time: .date
    case .number(let style) where style.fractions.upperBound == 0 && !style.isPercent: .integer
    case .plain, .number, .plural: nil
    }
  }

  /// True when the argument must be a number, of whichever type.
  package var isNumeric: Bool {
    switch self {
    case .number, .plural: true
    case .placeholder(let placeholder):
      placeholder.type == .integer || placeholder.type == .floating
    case .plain, .date, .time, .select: false
    }
  }

  /// Whether it is a conversion of Java that accepts any argument: `%b`, `%h`.
  private var showsAnything: Bool { type == .boolean || type == .hash }

  /// The demand in a Java format, where `%s` accepts any argument.
  package var inJava: ArgumentDemand {
    if case .placeholder(let placeholder) = self, placeholder.type == .text { .plain } else { self }
  }

  /// Whether one argument can serve both.
  package func agrees(with other: ArgumentDemand) -> Bool {
    if isPlain || other.isPlain || showsAnything || other.showsAnything { return true }
    if let type, let otherType = other.type { return type == otherType }
    return isNumeric == other.isNumeric
  }
}

extension ArgumentDemand: CustomStringConvertible {
  /// The demand as a message spells it, without the name: `%1$@`, `plural`.
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
  /// The places where the message asks for arguments, in the order of its source.
  ///
  /// - Parameter numbers: those of the text that the message belongs to.
  package func uses(_ numbers: ArgumentNumbers) -> [ArgumentUse] { uses(numbers, repeats: true) }

  /// - Parameter repeats: whether a use is there that is the same as the one before it.
  func uses(_ numbers: ArgumentNumbers, repeats: Bool) -> [ArgumentUse] {
    var uses: [ArgumentUse] = []
    if hasArguments || repeats {
      forEachUse(numbers) { uses.append($0, repeats: repeats) }
      return uses
    }
    // One conversion may be there ten thousand times, and is told sooner than what it asks for.
    var last: (number: Int, placeholder: Placeholder)?
    var own = PlaceholderNumbers()
    allPlaceholders { placeholder in
      let number = own.next(placeholder)
      if let last, last.number == number, last.placeholder == placeholder { return true }
      guard placeholder.type != .none else { return true }
      last = (number, placeholder)
      uses.append(ArgumentUse(number, .placeholder(placeholder)), repeats: true)
      return true
    }
    return uses
  }

  /// Goes through the same places, and makes no array of them.
  func forEachUse(_ numbers: ArgumentNumbers, _ use: (ArgumentUse) -> Void) {
    guard hasPlaceholders else { return }
    if hasArguments {
      var walk = NumberingWalk(numbers, self)
      walk.pass(self, use)
      return
    }
    var own = PlaceholderNumbers()
    allPlaceholders { placeholder in
      let number = own.next(placeholder)
      if placeholder.type != .none { use(ArgumentUse(number, .placeholder(placeholder))) }
      return true
    }
  }
}

extension [ArgumentUse] {
  mutating func append(_ use: ArgumentUse, repeats: Bool) {
    if !repeats, let last, last == use { return }
    append(use)
    // So that many are not moved again and again.
    if count == 256 { reserveCapacity(Message.mostParts) }
  }
}

extension MessageArgument {
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
