extension MessageFormatter {
  /// Appends what is in braces; its argument has a number.
  mutating func append(_ argument: MessageArgument) {
    guard case .numbered(let number) = argument.name else { return }
    guard let value = self.argument(number) else {
      problems.append(.missingArgumentInBraces(number))
      return appendWithout(argument, number)
    }
    switch argument.kind {
    case .plain:
      text += value.isNumber ? shownNumber(value, .standard) : shown(value)
    case .number(let style):
      if !value.isNumber { note(.unfitArgument(number, argument.demand, given: value.type)) }
      text += value.isNumber ? shownNumber(value, style) : shown(value)
    case .date(let length), .time(let length):
      guard case .date(let seconds) = value else {
        note(.unfitArgument(number, argument.demand, given: value.type))
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

  /// Without its argument a plural or a select shows its branch `other`, so that a sentence is left.
  private mutating func appendWithout(_ argument: MessageArgument, _ number: Int) {
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

  private mutating func append(
    _ plural: MessageArgument.Plural, _ number: Int, _ value: FormatArgument
  ) {
    let outer = pluralNumber
    defer { pluralNumber = outer }
    guard value.isNumber else {
      note(.unfitArgument(number, .plural(plural.kind), given: value.type))
      pluralNumber = value
      if let other = plural[.other] { append(other) }
      return
    }
    let rest = value.less(plural.offset)
    pluralNumber = rest
    if let exact = plural.branches.first(where: { value.equals($0.selector) }) {
      return append(exact.message)
    }
    let rules = locale.language.map { PluralRules($0, plural.kind) }
    let category = rules.flatMap { rules in rest.operands.map(rules.category) } ?? .other
    if let branch = plural[category] ?? plural[.other] { append(branch) }
  }

  func shownNumber(_ value: FormatArgument, _ style: NumberStyle) -> String {
    value.isNumber ? locale.number(value, style) : value.description
  }

  func shown(_ value: FormatArgument) -> String {
    if case .date(let seconds) = value {
      return "\(locale.date(seconds, .short)) \(locale.time(seconds, .short))"
    }
    return value.description
  }

  private mutating func note(_ problem: FormatProblem) { problems.append(problem) }
}

extension FormatArgument {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .unsigned, .floating: true
    case .text, .character, .boolean, .date: false
    }
  }

  fileprivate func equals(_ selector: PluralSelector) -> Bool {
    guard case .exact(let exact) = selector else { return false }
    return switch self {
    case .integer(let number): number == exact
    case .unsigned(let number): number == exact
    case .floating(let number): number == Double(exact)
    case .text, .character, .boolean, .date: false
    }
  }

  /// The number less an offset; at the ends of its range it stays there.
  fileprivate func less(_ offset: Int) -> FormatArgument {
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

  /// The operands of plural rules: of the number as it is shown, with at most three decimals.
  fileprivate var operands: PluralOperands? {
    switch self {
    case .integer(let number): PluralOperands(number.magnitude)
    case .unsigned(let number): PluralOperands(number)
    case .floating(let number): Self.operands(of: number)
    case .text, .character, .boolean, .date: nil
    }
  }

  /// Returns the operands of a number as ``NumberStyle/standard`` shows it: three decimals at most, no
  /// zeros at the end.
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
