extension MessageFormatter {
  /// Appends an argument in braces. Arguments must be numbered.
  mutating func append(_ argument: MessageArgument) {
    guard case .numbered(let number) = argument.name else { return }
    guard let value = self.argument(number) else {
      problems.append(.missingArgumentInBraces(number))
      return appendMissing(argument, number)
    }
    switch argument.kind {
    case .plain:
      text += value.isNumber ? shownNumber(value, .standard) : shown(value)
    case .number(let style):
      if !value.isNumber {
        report(.typeMismatchInBraces(number, argument.requirement, given: value.type))
      }
      text += value.isNumber ? shownNumber(value, style) : shown(value)
    case .date(let length), .time(let length):
      guard case .date(let seconds) = value else {
        report(.typeMismatchInBraces(number, argument.requirement, given: value.type))
        text += shown(value)
        return
      }
      if case .date = argument.kind {
        text += locale.date(seconds, length)
      } else {
        text += locale.time(seconds, length)
      }
    case .plural(let plural): append(plural, number, value)
    case .select(let branches):
      let keyword = value.description
      let branch =
        branches.first { $0.keyword.utf8.elementsEqual(keyword.utf8) }
        ?? branches.first { $0.keyword == "other" }
      if let branch { append(branch.message) }
    }
  }

  /// Appends an argument whose value is missing. For a plural or select, the `other` branch is used
  /// so that the result is still a sentence.
  private mutating func appendMissing(_ argument: MessageArgument, _ number: Int) {
    switch argument.kind {
    case .plain, .number, .date, .time: text += "{\(number - 1)}"
    case .plural(let plural):
      let outer = pluralNumber
      pluralNumber = nil
      if let other = plural[.other] { append(other) }
      pluralNumber = outer
    case .select(let branches):
      if let other = branches.first(where: { $0.keyword == "other" }) { append(other.message) }
    }
  }

  /// Appends the plural branch for a value.
  private mutating func append(
    _ plural: MessageArgument.Plural, _ number: Int, _ value: FormatArgument
  ) {
    let outer = pluralNumber
    defer { pluralNumber = outer }
    guard value.isNumber else {
      report(.typeMismatchInBraces(number, .plural(plural.kind), given: value.type))
      pluralNumber = value
      if let other = plural[.other] { append(other) }
      return
    }
    let rest = value.subtracting(plural.offset)
    pluralNumber = rest
    if let exact = plural.branches.first(where: { value.equals($0.selector) }) {
      return append(exact.message)
    }
    let rules = locale.language.map { PluralRules($0, plural.kind) }
    let category = rules.flatMap { rules in rest.operands.map(rules.category) } ?? .other
    if let branch = plural[category] ?? plural[.other] { append(branch) }
  }

  /// Returns a number in a style of the language. Other values are converted to strings.
  func shownNumber(_ value: FormatArgument, _ style: NumberStyle) -> String {
    value.isNumber ? locale.number(value, style) : value.description
  }

  /// Returns a value formatted without a style. A date includes the time, both in short format.
  func shown(_ value: FormatArgument) -> String {
    if case .date(let seconds) = value {
      return "\(locale.date(seconds, .short)) \(locale.time(seconds, .short))"
    }
    return value.description
  }

  /// Reports a problem.
  private mutating func report(_ problem: FormatProblem) { problems.append(problem) }
}

extension FormatArgument {
  /// Whether the value is a number.
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .unsigned, .floating: true
    case .text, .character, .boolean, .date: false
    }
  }

  /// Returns whether the value is equal to the exact number of a selector.
  fileprivate func equals(_ selector: PluralSelector) -> Bool {
    guard case .exact(let exact) = selector else { return false }
    return switch self {
    case .integer(let number): number == exact
    case .unsigned(let number): number == exact
    case .floating(let number): number == Double(exact)
    case .text, .character, .boolean, .date: false
    }
  }

  /// Returns the number minus an offset, limited to the range of its type.
  fileprivate func subtracting(_ offset: Int) -> FormatArgument {
    if offset == 0 { return self }
    switch self {
    case .integer(let number):
      let (rest, overflow) = number.subtractingReportingOverflow(Int64(offset))
      return .integer(overflow ? .min : rest)
    case .unsigned(let number):
      if let number = Int64(exactly: number) { return .integer(number - Int64(offset)) }
      return .unsigned(number - UInt64(offset))
    case .floating(let number): return .floating(number - Double(offset))
    case .text, .character, .boolean, .date: return self
    }
  }

  /// The plural operands of the number as formatted with at most three decimals, or `nil` for
  /// values that are not numbers.
  fileprivate var operands: PluralOperands? {
    switch self {
    case .integer(let number): PluralOperands(number.magnitude)
    case .unsigned(let number): PluralOperands(number)
    case .floating(let number): Self.operands(of: number)
    case .text, .character, .boolean, .date: nil
    }
  }

  /// Returns the plural operands of a number formatted with `NumberStyle.standard`, with at most
  /// three decimals and no trailing zeros.
  private static func operands(of number: Double) -> PluralOperands? {
    let magnitude = number.magnitude
    guard magnitude < 1e12 else {
      return UInt64(exactly: magnitude.rounded()).map { PluralOperands($0) }
    }
    let thousandths = UInt64((magnitude * 1000).rounded(.toNearestOrEven))
    var decimals = String(thousandths % 1000 + 1000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    let whole = String(thousandths / 1000)
    return PluralOperands(decimals.isEmpty ? whole : "\(whole).\(decimals)")
  }
}
