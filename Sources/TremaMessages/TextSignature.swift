/// What a text takes: its arguments, merged over all its languages and the branches of its plurals
/// and selects.
///
/// Accessors declare their parameters by it; a check reports the conflicts in it.
public struct TextSignature: Hashable, Sendable {
  public struct Argument: Hashable, Sendable {
    /// From 1.
    public var number: Int
    /// What messages call it in braces.
    public var name: String?
    /// What the first demand wants it to be, the master's before the others: a plural alone wants a
    /// whole number, a fraction where one language shows a fraction. `text` when no language shows
    /// the argument: nothing is known of it, and anything can be made a text.
    public var type = ArgumentType.text
    /// Of a whole number: one language shows it with a sign, or as an argument in braces.
    public var isSigned = false
    /// Of a whole number: one language reads 64 bits, as `%ld` and `%lld` do.
    public var isWide = false
    /// The demand that decided; nil when no language shows the argument, but one after it.
    public var demand: ArgumentDemand?
    /// The keywords of its selects but for `other`, in the order of their first appearance.
    public var keywords: [String] = []
    public var conflict: Conflict?

    public init(number: Int) { self.number = number }
  }

  /// Two demands that no argument can serve both.
  public struct Conflict: Hashable, Sendable {
    /// The demand that came first, and which message it is in.
    public var first: ArgumentDemand
    public var firstMessage: Int
    /// The first demand that does not agree with it, and which message that is in.
    public var demand: ArgumentDemand
    public var message: Int
  }

  /// How names were numbered.
  public let numbers: ArgumentNumbers
  /// The places where each message asks for arguments, in the order of the messages.
  public let uses: [[ArgumentUse]]
  /// One for each number from 1 to the highest that is asked for.
  public let arguments: [Argument]
  /// A message shows an argument, rather than only choose a form by it.
  public let showsArguments: Bool

  /// More than any text needs; a stray `%999999999$@` must not become as many arguments. What is
  /// asked for beyond is among the ``uses`` alone.
  public static let mostArguments = 99

  /// - Parameters:
  ///   - messages: of all languages, the master's first.
  ///   - parameters: names that were given to arguments, by number.
  public init(_ messages: [Message], parameters: [Int: String] = [:]) {
    guard messages.contains(where: \.hasPlaceholders) else {
      numbers = ArgumentNumbers([])
      uses = messages.map { _ in [] }
      arguments = []
      showsArguments = false
      return
    }
    numbers = ArgumentNumbers(messages, parameters: parameters)
    var merge = SignatureMerge()
    var uses: [[ArgumentUse]] = []
    for (index, message) in messages.enumerated() {
      let own = message.uses(numbers)
      for use in own { merge.add(use, message: index) }
      uses.append(own)
      if message.hasBranches { merge.addKeywords(of: message.numbered(by: numbers)) }
    }
    self.uses = uses
    let names = Dictionary(numbers.names.map { ($0.number, $0.name) }) { first, _ in first }
    arguments = merge.arguments(names: names)
    showsArguments =
      uses.joined().contains { $0.demand.shows } || messages.contains(where: \.showsPluralNumbers)
  }

  /// - Parameter number: from 1.
  public subscript(number: Int) -> Argument? {
    arguments.indices.contains(number - 1) ? arguments[number - 1] : nil
  }
}

/// Collects what is asked of each argument, in the order in which it is asked.
private struct SignatureMerge {
  private struct Demands {
    /// The first of each kind, which stands for the others of its kind: a value can ask for
    /// thousands of different widths.
    var kinds: [(kind: Kind, demand: ArgumentDemand, message: Int)] = []
    var isSigned = false
    var isWide = false
    var keywords: [String] = []
    var knownKeywords: Set<String> = []
    var conflict: TextSignature.Conflict?
  }

  /// Demands of one kind agree with the same others.
  private struct Kind: Hashable {
    var type: ArgumentType?
    var isNumeric: Bool
    var isPlural: Bool
    var isPlaceholder: Bool

    init(_ demand: ArgumentDemand) {
      type = demand.type
      isNumeric = demand.isNumeric
      isPlural = if case .plural = demand { true } else { false }
      isPlaceholder = if case .placeholder = demand { true } else { false }
    }
  }

  private var demands: [Int: Demands] = [:]

  mutating func add(_ use: ArgumentUse, message: Int) {
    guard (1...TextSignature.mostArguments).contains(use.number) else { return }
    var own = demands.removeValue(forKey: use.number) ?? Demands()
    defer { demands[use.number] = own }
    if case .placeholder(let placeholder) = use.demand {
      own.isSigned = own.isSigned || placeholder.isSigned
      own.isWide = own.isWide || placeholder.isWide
    } else if use.demand.isNumeric {
      own.isSigned = true
    }
    let kind = Kind(use.demand)
    if own.kinds.contains(where: { $0.kind == kind }) { return }
    if own.conflict == nil,
      let first = own.kinds.first(where: { !$0.demand.agrees(with: use.demand) })
    {
      own.conflict = TextSignature.Conflict(
        first: first.demand, firstMessage: first.message, demand: use.demand, message: message)
    }
    own.kinds.append((kind, use.demand, message))
  }

  /// - Parameter message: everything in it has a number.
  mutating func addKeywords(of message: Message) {
    for case .argument(let argument) in message.elements {
      if case .select(let branches) = argument.kind, case .numbered(let number) = argument.name,
        demands[number] != nil
      {
        for branch in branches where branch.keyword != "other" {
          if demands[number]?.knownKeywords.insert(branch.keyword).inserted == true {
            demands[number]?.keywords.append(branch.keyword)
          }
        }
      }
      for branch in argument.branches { addKeywords(of: branch) }
    }
  }

  func arguments(names: [Int: String]) -> [TextSignature.Argument] {
    guard let last = demands.keys.max() else { return [] }
    return (1...last).map { number in
      var argument = TextSignature.Argument(number: number)
      argument.name = names[number]
      guard let own = demands[number] else { return argument }
      let deciding = Self.deciding(own.kinds.map(\.demand))
      argument.demand = deciding.demand
      argument.type = deciding.type
      argument.isSigned = deciding.type == .integer && own.isSigned
      argument.isWide = deciding.type == .integer && own.isWide
      argument.keywords = own.keywords
      argument.conflict = own.conflict
      return argument
    }
  }

  private static func deciding(
    _ demands: [ArgumentDemand]
  ) -> (demand: ArgumentDemand?, type: ArgumentType) {
    guard let first = demands.first(where: { $0 != .plain }) else { return (demands.first, .text) }
    guard first.isNumeric else { return (first, first.type ?? .text) }
    let numeric = demands.filter(\.isNumeric)
    // A conversion is exact about what it reads, where a plural or a number style takes any number.
    let conversion = numeric.first { if case .placeholder = $0 { true } else { false } }
    if let conversion { return (conversion, conversion.type ?? .text) }
    // Beside a plural `{n, number}` is its number written out, and what is counted is whole.
    let counts = numeric.contains { if case .plural = $0 { true } else { false } }
    let fraction = numeric.first { $0.showsFraction && !(counts && $0 == .number(.standard)) }
    if let fraction { return (fraction, .floating) }
    return (first, .integer)
  }
}

extension ArgumentDemand {
  /// A number style that has decimals, or shows a part of one as per cent.
  fileprivate var showsFraction: Bool {
    if case .number(let style) = self {
      style.isPercent || style.fractions.upperBound > 0
    } else {
      false
    }
  }

  /// Plurals and selects choose; all others show.
  fileprivate var shows: Bool {
    switch self {
    case .plural, .select: false
    case .placeholder, .plain, .number, .date, .time: true
    }
  }
}

extension Message {
  /// True when `#` stands in a branch.
  fileprivate var showsPluralNumbers: Bool {
    hasBranches
      && elements.contains { element in
        guard case .argument(let argument) = element else { return false }
        return argument.branches.contains {
          $0.elements.contains(.pluralNumber) || $0.showsPluralNumbers
        }
      }
  }
}

extension Placeholder {
  /// Reads a whole number of 64 bits on Apple platforms, rather than of C's `int`.
  fileprivate var isWide: Bool {
    switch length {
    case .long, .longLong, .quad, .size, .pointerDifference, .maximum: true
    case .char, .short, .longDouble, nil:
      conversion == UInt8(ascii: "D") || conversion == UInt8(ascii: "U")
        || conversion == UInt8(ascii: "O")
    }
  }
}
