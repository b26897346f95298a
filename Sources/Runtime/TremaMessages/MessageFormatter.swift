extension Message {
  /// The largest width and precision that are honoured. A text that asks for more is broken or
  /// hostile: `%999999999d` would fill a gigabyte with spaces.
  package static let largestExtent = 1024

  /// The message with `arguments` in place of its placeholders, the branches chosen by them.
  ///
  /// Formatting never fails: a missing one leaves the spelling of its placeholder, one of another
  /// type is shown as `%@` would show it, and both are problems. A placeholder writes numbers as C
  /// does in its own locale: no groups, a point before the decimals; `#` and `{n, number}` write
  /// them as the language does.
  ///
  /// - Parameters:
  ///   - arguments: in the order of their numbers; names in braces count in the order in which they
  ///     first are in the message.
  ///   - locale: the language of the message.
  ///
  /// Source: IEEE Std 1003.1 `printf`; a number is never cut to the size that `%hd` or `%d` names.
  /// ICU `MessageFormat` for arguments in braces.
  package func formatted(
    with arguments: [any TextArgument], in locale: MessageLocale = .plain(nil)
  ) -> (text: String, problems: [FormatProblem]) {
    var formatter = MessageFormatter(arguments: arguments.map(\.formatArgument), locale: locale)
    let message = hasArguments ? numbered(by: ArgumentNumbers([self])) : self
    formatter.append(message)
    formatter.reportSurplus(of: message)
    return (formatter.text, formatter.problems)
  }

  /// True when the message asks for at least one argument; `%n` asks for none.
  package var takesArguments: Bool {
    hasArguments || placeholders.contains { $0.type != .none || $0.takesExtentArguments }
  }
}

/// The state of formatting one message.
struct MessageFormatter {
  let arguments: [FormatArgument]
  let locale: MessageLocale
  var text = ""
  var problems: [FormatProblem] = []
  /// The number that `#` shows: that of the enclosing plural, less its offset.
  var pluralNumber: FormatArgument?
  /// The argument of the next placeholder without a number, from 1.
  private var next = 1
  private var used = 0

  init(arguments: [FormatArgument], locale: MessageLocale) {
    self.arguments = arguments
    self.locale = locale
  }

  mutating func append(_ message: Message) {
    for element in message.elements {
      switch element {
      case .text(let piece): text += piece
      case .placeholder(let placeholder): append(placeholder)
      case .argument(let argument): append(argument)
      case .pluralNumber: text += pluralNumber.map { shownNumber($0, .standard) } ?? "#"
      }
    }
  }

  private mutating func append(_ placeholder: Placeholder) {
    var layout = Layout(placeholder)
    if placeholder.width == .argument, let width = extentArgument(of: placeholder) {
      // C: a negative width is a width and the flag `-`.
      if width < 0 { layout.isLeftAligned = true }
      layout.width = Int(clamping: width.magnitude)
    }
    if placeholder.precision == .argument {
      // C: a negative precision counts as none.
      layout.precision = extentArgument(of: placeholder).flatMap {
        $0 < 0 ? nil : Int(clamping: $0)
      }
    }
    if placeholder.type == .none { return }
    if layout.clamp(to: Message.largestExtent) { problems.append(.extentTooLarge(placeholder)) }
    let number = placeholder.position ?? takeNext()
    guard let argument = argument(number) else {
      text += placeholder.description
      problems.append(.missingArgument(number, placeholder))
      return
    }
    // A point in time has no spelling of its own: it is written as in `{0}`.
    let (shown, fits) = layout.show(
      argument.type == .date ? .text(self.shown(argument)) : argument)
    text += shown
    switch placeholder.type {
    case .pointer, .hash, .date: problems.append(.unsupportedConversion(placeholder))
    default: if !fits { problems.append(.typeMismatch(number, placeholder, given: argument.type)) }
    }
  }

  /// - Parameter message: everything in it numbered; what a branch that was not chosen asks for is
  ///   no surplus.
  mutating func reportSurplus(of message: Message) {
    guard used < arguments.count else { return }
    if message.hasBranches {
      used = max(used, message.uses(ArgumentNumbers([])).map(\.number).max() ?? 0)
    }
    guard used < arguments.count else { return }
    problems.append(.surplusArguments(given: arguments.count, used: used))
  }

  private mutating func takeNext() -> Int {
    defer { next += 1 }
    return next
  }

  mutating func argument(_ number: Int) -> FormatArgument? {
    guard arguments.indices.contains(number - 1) else { return nil }
    used = max(used, number)
    return arguments[number - 1]
  }

  /// The number for a `*`, or nil with a problem when there is none.
  private mutating func extentArgument(of placeholder: Placeholder) -> Int64? {
    // Beside a number of its own, C has no plain `*`: there is no telling which argument it means.
    guard placeholder.position == nil else {
      problems.append(.unsupportedConversion(placeholder))
      return nil
    }
    let number = takeNext()
    switch argument(number) {
    case .integer(let extent): return extent
    case .unsigned(let extent): return Int64(clamping: extent)
    case nil: problems.append(.missingArgument(number, placeholder))
    case let other?:
      problems.append(.typeMismatch(number, placeholder, given: other.type))
    }
    return nil
  }
}
