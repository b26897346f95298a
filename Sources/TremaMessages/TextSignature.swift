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
  /// The messages with a number on every argument, as ``Message/numbered(by:)`` gives each.
  public let numbered: [Message]
  /// One for each number from 1 to the highest that is asked for.
  public let arguments: [Argument]
  /// A message shows an argument, rather than only choose a form by it.
  public let showsArguments: Bool
  /// Whether each message that says something asks for all of the arguments, and none for a thing that
  /// another cannot serve: then there is no ``ArgumentDifference`` between them, and no conflict in any.
  /// Where it is false there may be none either.
  package let areAlike: Bool

  /// More than any text needs; a stray `%999999999$@` must not become as many arguments. What is
  /// asked for beyond is among the ``uses`` alone.
  public static let mostArguments = 99

  /// - Parameters:
  ///   - messages: of all languages, the master's first.
  ///   - parameters: names that were given to arguments, by number.
  public init(_ messages: [Message], parameters: [Int: String] = [:]) {
    guard messages.contains(where: \.hasPlaceholders) else {
      numbers = ArgumentNumbers([])
      numbered = messages
      arguments = []
      showsArguments = false
      areAlike = true
      return
    }
    var merge = SignatureMerge()
    (numbers, numbered) = ArgumentNumbers.numbering(messages, parameters: parameters) {
      merge.add($0, message: $1)
    }
    for index in numbered.indices { merge.addKeywords(of: numbered[index]) }
    let names = Dictionary(numbers.names.map { ($0.number, $0.name) }) { first, _ in first }
    arguments = merge.arguments(names: names)
    showsArguments =
      merge.showsArguments || messages.contains(where: \.showsPluralNumbers)
    areAlike = merge.areAlike(messages)
  }

  /// The places where each message asks for arguments, in the order of the messages.
  public var uses: [[ArgumentUse]] { numbered.map { $0.uses(numbers) } }

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
    /// How many messages ask for it, and the last that does.
    var messages = 0
    private var lastMessage: Int?

    mutating func add(_ use: ArgumentUse, message: Int) {
      if message != lastMessage {
        lastMessage = message
        messages += 1
      }
      if case .placeholder(let placeholder) = use.demand {
        isSigned = isSigned || placeholder.isSigned
        isWide = isWide || placeholder.isWide
      } else if use.demand.isNumeric {
        isSigned = true
      }
      let kind = Kind(use.demand)
      if kinds.contains(where: { $0.kind == kind }) { return }
      if conflict == nil,
        let first = kinds.first(where: { !$0.demand.agrees(with: use.demand) })
      {
        conflict = TextSignature.Conflict(
          first: first.demand, firstMessage: first.message, demand: use.demand, message: message)
      }
      kinds.append((kind, use.demand, message))
    }

    /// - Parameter branches: of one select, in which no keyword stands twice.
    mutating func addKeywords(of branches: [MessageArgument.SelectBranch]) {
      // Two spellings of a letter are two keywords there and one here.
      if keywords.isEmpty, branches.indices.allSatisfy({ branches[$0].keyword.isASCII }) {
        for index in branches.indices where branches[index].keyword != "other" {
          keywords.append(branches[index].keyword)
        }
        return
      }
      if knownKeywords.isEmpty { knownKeywords = Set(keywords) }
      for branch in branches where branch.keyword != "other" {
        if knownKeywords.insert(branch.keyword).inserted { keywords.append(branch.keyword) }
      }
    }
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

  /// By number, from 1 to the highest that is asked for.
  private var demands: [Demands] = []
  /// An argument is shown, rather than only asked which form is.
  private(set) var showsArguments = false
  /// Once more it would say nothing new. Of one that asks for nothing its number tells, without a look
  /// at all that may be asked for.
  private var last: (use: ArgumentUse, message: Int)?
  private var (lastPlain, lastMessage) = (0, 0)
  /// A number is beyond those of the demands.
  private var asksBeyond = false

  mutating func add(_ use: ArgumentUse, message: Int) {
    if use.demand.isPlain {
      if use.number == lastPlain, message == lastMessage { return }
      (lastPlain, lastMessage) = (use.number, message)
      last = nil
    } else {
      if let last, last.message == message, last.use == use { return }
      last = (use, message)
      lastPlain = 0
    }
    showsArguments = showsArguments || use.demand.shows
    guard (1...TextSignature.mostArguments).contains(use.number) else {
      asksBeyond = true
      return
    }
    while demands.count < use.number { demands.append(Demands()) }
    demands[use.number - 1].add(use, message: message)
  }

  /// - Parameter message: everything in it has a number.
  mutating func addKeywords(of message: Message) {
    guard message.hasSelects else { return }
    for case .argument(let argument) in message.elements {
      if case .select(let branches) = argument.kind, case .numbered(let number) = argument.name,
        demands.indices.contains(number - 1)
      {
        demands[number - 1].addKeywords(of: branches)
      }
      argument.forEachBranch { addKeywords(of: $0) }
    }
  }

  /// - Parameter messages: those that were added.
  func areAlike(_ messages: [Message]) -> Bool {
    if asksBeyond { return false }
    if demands.isEmpty { return true }
    // The first is what the others are held against, also where it says nothing.
    guard messages.first?.isEmpty == false else { return false }
    let count = messages.count { !$0.isEmpty }
    return demands.allSatisfy {
      $0.conflict == nil && ($0.messages == 0 || $0.messages == count)
    }
  }

  func arguments(names: [Int: String]) -> [TextSignature.Argument] {
    demands.enumerated().map { index, own in
      var argument = TextSignature.Argument(number: index + 1)
      argument.name = names[argument.number]
      if own.kinds.isEmpty { return argument }
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
  fileprivate var showsPluralNumbers: Bool { contents.contains(.pluralNumbersInBranches) }
}

extension String {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
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
