/// A mismatch between arguments and placeholders. Arguments are counted from 1.
public enum FormatProblem: Hashable, Sendable {
  /// The argument of the placeholder is missing. The placeholder remains in the text as it is
  /// spelled.
  case missingArgument(Int, Placeholder)
  /// More arguments were passed than the message uses. The surplus arguments are not shown.
  case surplusArguments(given: Int, used: Int)
  /// The argument has another type than the placeholder requires, and is shown as with `%@`. The
  /// value of the argument is not included, because it may be a name or a secret and problems are
  /// printed.
  case typeMismatch(Int, Placeholder, given: ArgumentType)
  /// A conversion that is not supported (`%p`, `%h`, `%tY`). Its argument is shown as with `%@`.
  case unsupportedConversion(Placeholder)
  /// A width or precision that exceeds `Message.maxExtent`, which is used instead.
  case extentTooLarge(Placeholder)
  /// The argument of an expression in braces is missing.
  case missingArgumentInBraces(Int)
  /// An expression in braces requires a number or a date, and the argument has another type. A
  /// plural then uses its branch `other`.
  case typeMismatchInBraces(Int, ArgumentDemand, given: ArgumentType)
}

extension FormatProblem: CustomStringConvertible {
  /// A description of the problem for messages.
  public var description: String {
    switch self {
    case .missingArgument(let number, let placeholder):
      "argument \(number) is missing for \(placeholder)"
    case .surplusArguments(let given, let used):
      "\(given) argument\(given == 1 ? " was" : "s were") given, but the text uses \(used)"
    case .typeMismatch(let number, let placeholder, let given):
      "argument \(number) is \(given.title), but \(placeholder) needs \(placeholder.type.title)"
    case .unsupportedConversion(let placeholder):
      "\(placeholder) cannot be formatted"
    case .extentTooLarge(let placeholder):
      "the width or precision of \(placeholder) is larger than \(Message.maxExtent)"
    case .missingArgumentInBraces(let number): "argument \(number) is missing"
    case .typeMismatchInBraces(let number, let demand, let given):
      "argument \(number) is \(given.title), but the text needs \(demand.title)"
    }
  }
}

extension ArgumentDemand {
  /// The name of the required kind of argument.
  fileprivate var title: String {
    switch self {
    case .date, .time: "a date"
    case .plural, .number: "a number"
    case .placeholder(let placeholder): placeholder.type.title
    case .plain, .select: "a text"
    }
  }
}

extension ArgumentType {
  /// The name of the type with an article.
  fileprivate var title: String {
    switch self {
    case .text: "a text"
    case .integer: "a whole number"
    case .floating: "a floating-point number"
    case .character: "a character"
    case .pointer: "an address"
    case .boolean: "a Boolean"
    case .hash: "a hash code"
    case .date: "a date"
    case .none: "nothing"
    }
  }
}
