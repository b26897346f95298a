/// Collects the requirements on each argument, in the order of their occurrence.
struct SignatureMerge {
  /// The requirements on one argument.
  fileprivate struct Requirements {
    /// The first requirement of each kind, which represents all others of that kind. A value may
    /// contain thousands of different widths.
    var kinds: [(kind: Kind, demand: ArgumentRequirement, message: Int)] = []
    /// Whether the argument is formatted with a sign.
    var isSigned = false
    /// Whether the argument is read as 64 bits.
    var isWide = false
    /// The select keywords except `other`, in order of first occurrence.
    var keywords: [String] = []
    /// The same keywords as a set, if more than one select was added.
    var knownKeywords: Set<String> = []
    /// The first conflict.
    var conflict: TextSignature.Conflict?
    /// The number of messages that use the argument.
    var messageCount = 0
    /// The last message that uses the argument.
    private var lastMessage: Int?

    /// Adds a use in the message with an index.
    mutating func add(_ use: ArgumentUse, message: Int) {
      if message != lastMessage {
        lastMessage = message
        messageCount += 1
      }
      if case .placeholder(let placeholder) = use.requirement {
        isSigned = isSigned || placeholder.isSigned
        isWide = isWide || placeholder.isWide
      } else if use.requirement.isNumeric {
        isSigned = true
      }
      let kind = Kind(use.requirement)
      if kinds.contains(where: { $0.kind == kind }) { return }
      if conflict == nil,
        let first = kinds.first(where: { !$0.demand.agrees(with: use.requirement) })
      {
        conflict = TextSignature.Conflict(
          first: first.demand, firstMessageIndex: first.message, requirement: use.requirement,
          messageIndex: message)
      }
      kinds.append((kind, use.requirement, message))
    }

    /// Adds the keywords of one select, which are unique.
    mutating func addKeywords(of branches: [MessageArgument.SelectBranch]) {
      // Here, canonically equivalent keywords are the same, although a select's keywords are
      // compared byte for byte.
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

  /// The properties of a requirement that determine which other requirements it agrees with.
  fileprivate struct Kind: Hashable {
    var type: ArgumentType?
    var isNumeric: Bool
    var isPlural: Bool
    var isPlaceholder: Bool

    init(_ demand: ArgumentRequirement) {
      type = demand.type
      isNumeric = demand.isNumeric
      isPlural = if case .plural = demand { true } else { false }
      isPlaceholder = if case .placeholder = demand { true } else { false }
    }
  }

  /// The requirements by number, from 1 to the highest number.
  private var requirements: [Requirements] = []
  /// Whether any message displays an argument, instead of only using it to select a branch.
  private(set) var showsArguments = false
  /// The last use that was added. An equal use adds no information.
  private var last: (use: ArgumentUse, message: Int)?
  /// The argument and message of the last plain use. Plain uses are compared only by number.
  private var (lastPlain, lastMessage) = (0, 0)
  /// Whether a number exceeds the maximum number of arguments.
  private var exceedsArgumentLimit = false

  /// Adds a use in the message with an index.
  mutating func add(_ use: ArgumentUse, message: Int) {
    if use.requirement.isPlain {
      if use.number == lastPlain, message == lastMessage { return }
      (lastPlain, lastMessage) = (use.number, message)
      last = nil
    } else {
      if let last, last.message == message, last.use == use { return }
      last = (use, message)
      lastPlain = 0
    }
    showsArguments = showsArguments || use.requirement.showsArgument
    guard (1...TextSignature.maxArguments).contains(use.number) else {
      exceedsArgumentLimit = true
      return
    }
    while requirements.count < use.number { requirements.append(Requirements()) }
    requirements[use.number - 1].add(use, message: message)
  }

  /// Adds the keywords of the selects in a numbered message.
  mutating func addKeywords(of message: Message) {
    guard message.hasSelects else { return }
    for case .argument(let argument) in message.elements {
      if case .select(let branches) = argument.kind, case .numbered(let number) = argument.name,
        requirements.indices.contains(number - 1)
      {
        requirements[number - 1].addKeywords(of: branches)
      }
      argument.forEachBranch { addKeywords(of: $0) }
    }
  }

  /// Returns whether all messages use all arguments without conflicts.
  ///
  /// - Parameter messages: The messages that were added.
  func isConsistent(_ messages: [Message]) -> Bool {
    if exceedsArgumentLimit { return false }
    if requirements.isEmpty { return true }
    // The other messages are compared with the first one, so it must not be empty.
    guard messages.first?.isEmpty == false else { return false }
    let count = messages.count { !$0.isEmpty }
    return requirements.allSatisfy {
      $0.conflict == nil && ($0.messageCount == 0 || $0.messageCount == count)
    }
  }

  /// Returns the merged arguments.
  ///
  /// - Parameter numbers: The names of arguments.
  func arguments(names numbers: ArgumentNumbers) -> [TextSignature.Argument] {
    var arguments: [TextSignature.Argument] = []
    arguments.reserveCapacity(requirements.count)
    for index in requirements.indices { arguments.append(requirements[index].argument(index + 1)) }
    numbers.forEachName { name, number in
      if arguments.indices.contains(number - 1) { arguments[number - 1].name = name }
    }
    return arguments
  }
}

extension SignatureMerge.Requirements {
  /// Returns the argument with a number, with the properties that the requirements determine.
  fileprivate func argument(_ number: Int) -> TextSignature.Argument {
    var argument = TextSignature.Argument(number: number)
    guard let decisiveRequirement else { return argument }
    argument.requirement = decisiveRequirement.demand
    argument.type = decisiveRequirement.type
    argument.isSigned = decisiveRequirement.type == .integer && isSigned
    argument.isWide = decisiveRequirement.type == .integer && isWide
    argument.keywords = keywords
    argument.conflict = conflict
    return argument
  }

  /// The requirement that determines the type, or `nil` if there is none.
  private var decisiveRequirement: (demand: ArgumentRequirement, type: ArgumentType)? {
    guard let first = kinds.first(where: { $0.demand != .plain }) ?? kinds.first else { return nil }
    guard first.kind.isNumeric else { return (first.demand, first.kind.type ?? .text) }
    // A conversion requires a specific type, whereas a plural or a number style accepts any number.
    if let conversion = kinds.first(where: { $0.kind.isNumeric && $0.kind.isPlaceholder }) {
      return (conversion.demand, conversion.kind.type ?? .text)
    }
    // If a plural also counts the argument, `{n, number}` displays the same integer.
    let counts = kinds.contains { $0.kind.isPlural }
    let fraction = kinds.first {
      $0.demand.showsFraction && !(counts && $0.demand == .number(.standard))
    }
    return fraction.map { ($0.demand, .floating) } ?? (first.demand, .integer)
  }
}

extension ArgumentRequirement {
  /// Whether the requirement is a number style with decimals or a percentage.
  fileprivate var showsFraction: Bool {
    if case .number(let style) = self {
      style.isPercent || style.fractions.upperBound > 0
    } else {
      false
    }
  }

  /// Whether the requirement displays the argument. Plurals and selects only select a branch.
  fileprivate var showsArgument: Bool {
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
  /// Whether the conversion reads a 64-bit integer on Apple platforms, instead of a C `int`.
  fileprivate var isWide: Bool {
    switch length {
    case .long, .longLong, .quad, .size, .pointerDifference, .maximum: true
    case .char, .short, .longDouble, nil:
      conversion == UInt8(ascii: "D") || conversion == UInt8(ascii: "U")
        || conversion == UInt8(ascii: "O")
    }
  }
}
