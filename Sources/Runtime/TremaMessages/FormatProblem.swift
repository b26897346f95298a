/// A mismatch between arguments and placeholders. Arguments are numbered from 1.
public enum FormatProblem: Hashable, Sendable {
  /// The argument of the placeholder is missing. The placeholder is left in the output verbatim.
  case missingArgument(Int, Placeholder)
  /// More arguments were passed than the message uses. The extra arguments are ignored.
  case tooManyArguments(given: Int, used: Int)
  /// The argument's type does not match the placeholder. The argument is formatted like `%@`. Its
  /// value is not included because it may be private, and problems are printed.
  case typeMismatch(Int, Placeholder, given: ArgumentType)
  /// A conversion that is not supported (`%p`, `%h`, `%tY`). Its argument is formatted like `%@`.
  case unsupportedConversion(Placeholder)
  /// A width or precision exceeds `Message.maxWidthOrPrecision`, which is used instead.
  case widthOrPrecisionTooLarge(Placeholder)
  /// The argument of a `{…}` expression is missing.
  case missingArgumentInBraces(Int)
  /// A `{…}` expression requires a number or a date, but the argument has a different type. A
  /// plural then uses its `other` branch.
  case typeMismatchInBraces(Int, ArgumentRequirement, given: ArgumentType)
}

extension FormatProblem: CustomStringConvertible {
  /// A description of the problem for messages.
  public var description: String {
    switch self {
    case .missingArgument(let number, let placeholder):
      "argument \(number) is missing for \(placeholder)"
    case .tooManyArguments(let given, let used):
      "\(given) argument\(given == 1 ? " was" : "s were") passed, but the message uses \(used)"
    case .typeMismatch(let number, let placeholder, let given):
      "argument \(number) is \(given.nameWithArticle), but \(placeholder) requires \(placeholder.type.nameWithArticle)"
    case .unsupportedConversion(let placeholder):
      "\(placeholder) is not supported; format the value yourself and pass it with %@"
    case .widthOrPrecisionTooLarge(let placeholder):
      "the width or precision of \(placeholder) is larger than \(Message.maxWidthOrPrecision)"
    case .missingArgumentInBraces(let number): "argument \(number) is missing"
    case .typeMismatchInBraces(let number, let demand, let given):
      "argument \(number) is \(given.nameWithArticle), but the message requires \(demand.title)"
    }
  }
}

extension ArgumentRequirement {
  /// The required argument type's name, including an article.
  fileprivate var title: String {
    switch self {
    case .date, .time: "a date"
    case .plural, .number: "a number"
    case .placeholder(let placeholder): placeholder.type.nameWithArticle
    case .plain, .select: "a string"
    }
  }
}

extension ArgumentType {
  /// The name of the type with an article.
  fileprivate var nameWithArticle: String {
    switch self {
    case .text: "a string"
    case .integer: "an integer"
    case .floating: "a floating-point number"
    case .character: "a character"
    case .pointer: "a pointer"
    case .boolean: "a Boolean"
    case .hash: "a hash code"
    case .date: "a date"
    case .none: "nil"
    }
  }
}
