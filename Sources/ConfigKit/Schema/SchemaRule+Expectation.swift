import TremaSupport

extension SchemaRule {
  /// The requirement in words: `at least 1`; `nil` where that takes more than a few.
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
    case .unique: "items that differ"
    case .pattern(let pattern): "a text that matches '\(TerminalText.shown(pattern.source))'"
    case .format(let format): format.title
    case .meaning(let meaning): meaning.title
    default: nil
    }
  }
}

extension SchemaCount {
  fileprivate func expectation(_ thing: String) -> String {
    switch self {
    case .atLeast(let least): "at least \(counted(least, thing))"
    case .atMost(let most): "at most \(counted(most, thing))"
    }
  }
}
