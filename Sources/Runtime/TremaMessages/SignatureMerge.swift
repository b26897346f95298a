/// Collects what is asked of each argument, in the order in which it is asked.
struct SignatureMerge {
  fileprivate struct Demands {
    /// The first of each kind, which means the others of its kind: a value can ask for
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

    /// - Parameter branches: of one select, in which no keyword is twice.
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
  fileprivate struct Kind: Hashable {
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

  /// The demands by number, from 1 to the highest.
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

  /// - Parameter numbers: has the names of the arguments that have one.
  func arguments(names numbers: ArgumentNumbers) -> [TextSignature.Argument] {
    var arguments: [TextSignature.Argument] = []
    arguments.reserveCapacity(demands.count)
    for index in demands.indices { arguments.append(demands[index].argument(index + 1)) }
    numbers.forEachName { name, number in
      if arguments.indices.contains(number - 1) { arguments[number - 1].name = name }
    }
    return arguments
  }
}

extension SignatureMerge.Demands {
  fileprivate func argument(_ number: Int) -> TextSignature.Argument {
    var argument = TextSignature.Argument(number: number)
    guard let deciding else { return argument }
    argument.demand = deciding.demand
    argument.type = deciding.type
    argument.isSigned = deciding.type == .integer && isSigned
    argument.isWide = deciding.type == .integer && isWide
    argument.keywords = keywords
    argument.conflict = conflict
    return argument
  }

  /// The demand that decides about the type; `nil` where there is none.
  private var deciding: (demand: ArgumentDemand, type: ArgumentType)? {
    guard let first = kinds.first(where: { $0.demand != .plain }) ?? kinds.first else { return nil }
    guard first.kind.isNumeric else { return (first.demand, first.kind.type ?? .text) }
    // A conversion is exact about what it reads, where a plural or a number style takes any number.
    if let conversion = kinds.first(where: { $0.kind.isNumeric && $0.kind.isPlaceholder }) {
      return (conversion.demand, conversion.kind.type ?? .text)
    }
    // Beside a plural `{n, number}` is its number written out, and what is counted is whole.
    let counts = kinds.contains { $0.kind.isPlural }
    let fraction = kinds.first {
      $0.demand.showsFraction && !(counts && $0.demand == .number(.standard))
    }
    return fraction.map { ($0.demand, .floating) } ?? (first.demand, .integer)
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
