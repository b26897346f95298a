extension Message {
  /// The maximum width and precision. A message that exceeds it is faulty or malicious:
  /// `%999999999d` would fill a gigabyte with spaces.
  package static let maxWidthOrPrecision = 1024

  /// Returns the message with its placeholders replaced by arguments, and its plurals and selects
  /// replaced by the branches that the arguments select.
  ///
  /// Formatting does not fail. If an argument is missing, its placeholder remains in the output. An
  /// argument of the wrong type is formatted like `%@`. Both are reported as problems. A
  /// placeholder formats numbers like C in its default locale, without grouping and with a decimal
  /// point. `#` and `{n, number}` use the format of the language.
  ///
  /// - Parameters:
  ///   - arguments: The arguments in the order of their numbers. Names in braces are numbered in
  ///     the order of their first occurrence.
  ///   - locale: The message's language, and its number and date formats.
  ///
  /// See IEEE Std 1003.1, `printf`, and, for arguments in braces, ICU's `MessageFormat`. Unlike in
  /// `printf`, numbers are never truncated to the size of `%hd` or `%d`.
  package func formatted(
    with arguments: [any TextArgument], in locale: MessageLocale = .plain(nil)
  ) -> (text: String, problems: [FormatProblem]) {
    var formatter = MessageFormatter(arguments: arguments.map(\.formatArgument), locale: locale)
    let message = hasArguments ? numbered(by: ArgumentNumbers([self])) : self
    formatter.append(message)
    formatter.reportUnusedArguments(of: message)
    return (formatter.text, formatter.problems)
  }

  /// Whether the message requires at least one argument. `%n` requires none.
  package var takesArguments: Bool {
    hasArguments || placeholders.contains { $0.type != .none || $0.takesWidthOrPrecisionArguments }
  }
}

/// The state while formatting one message.
struct MessageFormatter {
  /// The arguments in the order of their numbers.
  let arguments: [FormatArgument]
  /// The language's formats.
  let locale: MessageLocale
  /// The output so far.
  var text = ""
  /// The problems so far.
  var problems: [FormatProblem] = []
  /// The number that `#` displays: the enclosing plural's number minus its offset, or `nil` outside
  /// plurals.
  var pluralNumber: FormatArgument?
  /// The argument for the next unnumbered placeholder, from 1.
  private var next = 1
  /// The highest number of a used argument.
  private var highestUsed = 0

  /// Creates a formatter.
  init(arguments: [FormatArgument], locale: MessageLocale) {
    self.arguments = arguments
    self.locale = locale
  }

  /// Appends the elements of a message.
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

  /// Appends the formatted argument of a placeholder.
  private mutating func append(_ placeholder: Placeholder) {
    var layout = Layout(placeholder)
    if placeholder.width == .argument, let width = widthOrPrecisionArgument(of: placeholder) {
      // As in C, a negative width is treated as a `-` flag and a positive width.
      if width < 0 { layout.isLeftAligned = true }
      layout.width = Int(clamping: width.magnitude)
    }
    if placeholder.precision == .argument {
      // As in C, a negative precision is ignored.
      layout.precision = widthOrPrecisionArgument(of: placeholder).flatMap {
        $0 < 0 ? nil : Int(clamping: $0)
      }
    }
    if placeholder.type == .none { return }
    if layout.clamp(to: Message.maxWidthOrPrecision) {
      problems.append(.widthOrPrecisionTooLarge(placeholder))
    }
    let number = placeholder.position ?? takeNext()
    guard let argument = argument(number) else {
      text += placeholder.description
      problems.append(.missingArgument(number, placeholder))
      return
    }
    // Dates have no printf conversion, so they are formatted as in `{0}`.
    let (shown, fits) = layout.formatted(
      argument.type == .date ? .text(self.shown(argument)) : argument)
    text += shown
    switch placeholder.type {
    case .pointer, .hash, .date: problems.append(.unsupportedConversion(placeholder))
    default: if !fits { problems.append(.typeMismatch(number, placeholder, given: argument.type)) }
    }
  }

  /// Reports arguments that the message does not use. Arguments that are used only in other
  /// branches are not reported.
  ///
  /// - Parameter message: The numbered message.
  mutating func reportUnusedArguments(of message: Message) {
    guard highestUsed < arguments.count else { return }
    if message.hasBranches {
      highestUsed = max(highestUsed, message.uses(ArgumentNumbers([])).map(\.number).max() ?? 0)
    }
    guard highestUsed < arguments.count else { return }
    problems.append(.tooManyArguments(given: arguments.count, used: highestUsed))
  }

  /// Returns the argument number for an unnumbered placeholder, and advances to the next.
  private mutating func takeNext() -> Int {
    defer { next += 1 }
    return next
  }

  /// Returns an argument and marks it as used. Returns `nil` if it is missing.
  mutating func argument(_ number: Int) -> FormatArgument? {
    guard arguments.indices.contains(number - 1) else { return nil }
    highestUsed = max(highestUsed, number)
    return arguments[number - 1]
  }

  /// Returns the argument for a `*`. Reports a problem and returns `nil` if it is missing or not an
  /// integer.
  private mutating func widthOrPrecisionArgument(of placeholder: Placeholder) -> Int64? {
    // C doesn't allow a plain `*` in a numbered placeholder, because it would be unclear which
    // argument it refers to.
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
