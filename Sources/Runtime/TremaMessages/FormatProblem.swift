/// Arguments and placeholders that do not go together. Arguments are counted from 1.
public enum FormatProblem: Hashable, Sendable {
  /// The placeholder asks for an argument that was not given; its spelling stays in the text.
  case missingArgument(Int, Placeholder)
  /// More arguments were given than the message asks for; the rest is not shown.
  case surplusArguments(given: Int, used: Int)
  /// The argument is not what the placeholder shows; it is shown as `%@` would. The argument itself
  /// is not kept: it may be a name, or a secret, and problems are printed.
  case typeMismatch(Int, Placeholder, given: ArgumentType)
  /// A conversion that means nothing here (`%p`, `%h`, `%tY`); its argument is shown as `%@` would.
  case unsupportedConversion(Placeholder)
  /// A width or a precision beyond ``Message/largestExtent``, which was taken in its place.
  case extentTooLarge(Placeholder)
  /// An expression in braces asks for an argument that was not given.
  case missingArgumentInBraces(Int)
  /// An expression in braces asks for a number or a date and was given something else. A plural then
  /// takes its branch `other`.
  case unfitArgument(Int, ArgumentDemand, given: ArgumentType)
}

extension FormatProblem: CustomStringConvertible {
  /// The problem, for a message.
  public var description: String {
    switch self {
    case .missingArgument(let number, let placeholder):
      "argument \(number) is missing for \(placeholder)"
    case .surplusArguments(let given, let used):
      "\(given) argument\(given == 1 ? " was" : "s were") given, the text shows \(used)"
    case .typeMismatch(let number, let placeholder, let given):
      "argument \(number) is \(given.words), \(placeholder) shows \(placeholder.type.words)"
    case .unsupportedConversion(let placeholder):
      "\(placeholder) cannot be formatted"
    case .extentTooLarge(let placeholder):
      "the width or precision of \(placeholder) is larger than \(Message.largestExtent)"
    case .missingArgumentInBraces(let number): "argument \(number) is missing"
    case .unfitArgument(let number, let demand, let given):
      "argument \(number) is \(given.words), the text wants \(demand.words)"
    }
  }
}

extension ArgumentDemand {
  fileprivate var words: String {
    switch self {
    case .date, .time: "a date"
    case .plural, .number: "a number"
    case .placeholder(let placeholder): placeholder.type.words
    case .plain, .select: "a text"
    }
  }
}

extension ArgumentType {
  fileprivate var words: String {
    switch self {
    case .text: "a text"
    case .integer: "a whole number"
    case .floating: "a floating-point number"
    case .character: "a character"
    case .pointer: "an address"
    case .boolean: "a truth value"
    case .hash: "a hash code"
    case .date: "a date"
    case .none: "nothing"
    }
  }
}
