import TremaSupport

extension SchemaRule {
  /// A short description of the requirement, such as `at least 1`, or `nil` if it cannot be
  /// described in a few words.
  var expectation: String? {
    switch self {
    case .multiple(let divisor): "a multiple of \(divisor)"
    case .atLeast(let limit, let isExclusive):
      "\(isExclusive ? "more than" : "at least") \(limit)"
    case .atMost(let limit, let isExclusive):
      "\(isExclusive ? "less than" : "at most") \(limit)"
    case .length(let limit): limit.expectation("character")
    case .itemCount(let limit): limit.expectation("item")
    case .keyCount(let limit): limit.expectation("key")
    case .unique: "unique items"
    case .pattern(let pattern): "a string that matches '\(TerminalText.escaped(pattern.source))'"
    case .format(let format): format.title
    case .meaning(let meaning): meaning.title
    // Lists of choices are described where their values can be redacted.
    default: nil
    }
  }
}

extension SchemaCount {
  /// A description of the limit.
  ///
  /// - Parameter noun: The counted noun, in the singular.
  fileprivate func expectation(_ noun: String) -> String {
    switch self {
    case .atLeast(let least): "at least \(counted(least, noun))"
    case .atMost(let most): "at most \(counted(most, noun))"
    }
  }
}
