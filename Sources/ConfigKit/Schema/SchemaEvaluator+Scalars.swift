import TremaConfigValues
import TremaSupport

extension SchemaEvaluator {
  /// Evaluates a keyword for any value, or for a string or a number.
  ///
  /// - Parameter index: The index of the schema that contains the keyword, or `nil` for a derived
  ///   keyword.
  mutating func evaluateScalar(
    _ keyword: SchemaNode.Keyword, _ value: ConfigValue, of index: Int? = nil
  ) -> Bool {
    switch keyword.rule {
    case .kinds(let expected):
      return matchesKinds(
        expected, value, meaning: index.flatMap { schema.nodes[$0].annotations.meaning })
        || report(keyword, value, "must be \(expected.title), not \(SchemaValueText.kind(value))")
    case .choices(let choices, let isConstant):
      return choices.contains(value, as: kinds)
        || reportChoice(keyword, value, choices.values, isConstant)
    case .meaning(let meaning): return evaluate(meaning, keyword, value)
    // The rule of the schema `false`.
    case .never: return report(keyword, value, "is not allowed here")
    case .multiple, .atLeast, .atMost: return evaluateNumber(keyword, value)
    case .length(let limit):
      guard case .string(let text) = value.content else { return true }
      // JSON Schema defines a string's length as its number of Unicode scalars.
      let count = text.unicodeScalars.count
      if limit.allows(count) { return true }
      // The value is read first, because `report` modifies the evaluator while it calls the
      // closure.
      let isSecret = isSecret
      return report(keyword, value, limit.message(count, "character", isSecret: isSecret))
    case .pattern(let pattern):
      guard case .string(let text) = value.content else { return true }
      return evaluate(pattern, keyword, value, text)
    case .format(let format):
      guard case .string(let text) = value.content else { return true }
      return format.accepts(text)
        || report(keyword, value, "must be \(format.title) such as \(format.example)")
    default: return true
    }
  }

  /// Returns whether a value has one of the expected kinds.
  ///
  /// - Parameter meaning: The meaning in the same schema, which determines whether dates and data
  ///   are allowed, or `nil` to use the meaning in the contract.
  private func matchesKinds(
    _ expected: SchemaKinds, _ value: ConfigValue, meaning: ConfigContract.Meaning?
  ) -> Bool {
    switch value.content {
    case .dictionary: return expected.contains(.object)
    case .array: return expected.contains(.array)
    case .string: return expected.contains(.string)
    case .boolean: return expected.contains(.boolean)
    case .null: return expected.contains(.null)
    case .integer: return !expected.isDisjoint(with: [.integer, .number])
    case .real(let number):
      if kinds == .propertyList { return expected.contains(.number) && number.isFinite }
      if expected.contains(.number) { return true }
      return expected.contains(.integer) && SchemaNumber(number)?.isWhole ?? false
    // In a schema, which describes JSON, dates and data are strings.
    case .date, .data:
      guard expected.contains(.string) else { return false }
      let means = meaning ?? schema.contract[ConfigKeyPath(path)]?.node.meaning
      return means == (value.kind == .date ? .date : .data)
    }
  }

  /// Reports a value that is not in a list, with the closest choice as the suggestion.
  private mutating func reportChoice(
    _ keyword: SchemaNode.Keyword, _ value: ConfigValue, _ choices: [ConfigValue],
    _ isConstant: Bool
  ) -> Bool {
    guard !isQuiet else { return false }
    guard !isSecret else { return report(keyword, value, "is not one of the allowed values") }
    // A list may have thousands of choices.
    let texts = choices.prefix(12).map(SchemaValueText.text)
    let all = choices.count > texts.count ? texts + ["…"] : texts
    var suggestion: String?
    if case .string(let text) = value.content {
      suggestion = search.closestMatch(to: text, among: choices.lazy.compactMap(\.string))
    }
    let found = SchemaValueText.text(value)
    // Only the kind of dictionaries, arrays and data is shown, so the value may read like a choice.
    if texts.contains(found) {
      return report(
        keyword, value,
        "is \(found), but not \(choices.count == 1 ? "the one" : "one of those") in the schema")
    }
    let message =
      all.count == 1
      ? "must be \(all[0]), not \(found)" : "must be \(listed(all, "or")), not \(found)"
    return report(keyword, value, message, suggestion: suggestion)
  }

  /// Evaluates `x-type`.
  private mutating func evaluate(
    _ meaning: ConfigContract.Meaning, _ keyword: SchemaNode.Keyword, _ value: ConfigValue
  ) -> Bool {
    switch (meaning, value.content) {
    // `type` determines whether the value may be null.
    case (.date, .date), (.data, .data), (_, .null): return true
    case (.date, .string(let text)):
      return SchemaFormat.dateTime.accepts(text)
        || report(keyword, value, "must be a date such as \(SchemaFormat.dateTime.example)")
    case (.data, .string(let text)):
      return Base64.decoded(text.utf8) != nil
        || report(keyword, value, "must be Base64 data")
    case (.url, .string(let text)):
      return SchemaFormat.uri.accepts(text)
        || report(keyword, value, "must be a URL such as https://example.com")
    case (.duration, .string(let text)):
      let problem = Self.problem { () throws(UnitText.Problem) in
        try UnitText.nanoseconds(text)
      }
      guard let problem else { return true }
      // The description of the problem quotes the value.
      let isSecret = isSecret
      return report(keyword, value, isSecret ? "must be a duration" : problem.durationMessage)
    case (.size, .string(let text)):
      let problem = Self.problem { () throws(UnitText.Problem) in try UnitText.bytes(text) }
      guard let problem else { return true }
      let isSecret = isSecret
      return report(keyword, value, isSecret ? "must be a size" : problem.sizeMessage)
    case (.size, .integer(let number)):
      return number.int64.map { $0 >= 0 } ?? false
        || report(keyword, value, "must be a number of bytes from 0 to 2^63 - 1")
    case (_, _):
      return report(keyword, value, "must be \(meaning.title), not \(SchemaValueText.kind(value))")
    }
  }

  /// Returns the problem of reading a value, or `nil` if there is none.
  private static func problem(
    of read: () throws(UnitText.Problem) -> Int64
  ) -> UnitText.Problem? {
    do throws(UnitText.Problem) {
      _ = try read()
      return nil
    } catch {
      return error
    }
  }

  /// Evaluates `pattern`.
  private mutating func evaluate(
    _ pattern: Pattern, _ keyword: SchemaNode.Keyword, _ value: ConfigValue, _ text: String
  ) -> Bool {
    switch pattern.search(text) {
    case .found: return true
    case .absent:
      return report(keyword, value, "does not match '\(TerminalText.escaped(pattern.source))'")
    case .tooExpensive:
      return report(
        keyword, value,
        "takes too many steps to match against '\(TerminalText.escaped(pattern.source))'")
    }
  }

  // MARK: Numbers

  /// Evaluates a keyword for numbers. Values of other kinds satisfy it.
  private mutating func evaluateNumber(
    _ keyword: SchemaNode.Keyword, _ value: ConfigValue
  ) -> Bool {
    let number: SchemaNumber
    switch value.content {
    case .integer(let integer): number = SchemaNumber(integer)
    case .real(let real):
      guard let finite = SchemaNumber(real) else { return evaluateNonFinite(keyword, value, real) }
      number = finite
    default: return true
    }
    let holds =
      switch keyword.rule {
      case .multiple(let divisor): number.isMultiple(of: divisor)
      case .atLeast(let limit, let isExclusive): isExclusive ? limit < number : limit <= number
      case .atMost(let limit, let isExclusive): isExclusive ? number < limit : number <= limit
      default: true
      }
    if holds { return true }
    // The value isn't computed for quiet evaluation, and not shown if it is secret.
    let found = isQuiet || isSecret ? "" : ", not \(number)"
    return report(
      keyword, value, "must be \(keyword.rule.expectation ?? "a different number")\(found)")
  }

  /// Evaluates a keyword for infinity or NaN, which have no decimal digits.
  private mutating func evaluateNonFinite(
    _ keyword: SchemaNode.Keyword, _ value: ConfigValue, _ real: Double
  ) -> Bool {
    let holds =
      switch keyword.rule {
      case .atLeast: real > 0
      case .atMost: real < 0
      default: false
      }
    return holds || report(keyword, value, "must be a finite number")
  }
}

extension SchemaCount {
  /// Returns the predicate for a count that exceeds the limit.
  ///
  /// - Parameters:
  ///   - count: The actual count.
  ///   - noun: The counted noun, in the singular.
  ///   - isSecret: Whether to omit the actual count.
  func message(_ count: Int, _ noun: String, isSecret: Bool = false) -> String {
    let found = isSecret ? "" : ", but has \(count)"
    return switch self {
    case .atLeast(let least): "must have at least \(counted(least, noun))\(found)"
    case .atMost(let most): "must have at most \(counted(most, noun))\(found)"
    }
  }
}

/// Descriptions of values for messages.
enum SchemaValueText {
  /// Returns the kind of a value, with its article.
  static func kind(_ value: ConfigValue) -> String {
    if case .real(let number) = value.content, !number.isFinite { return "a non-finite number" }
    return value.kind.title
  }

  /// Returns a scalar as a string, truncated to 60 characters, or the kind of any other value.
  static func text(_ value: ConfigValue) -> String {
    switch value.content {
    case .string(let text):
      let shown = TerminalText.escaped(String(text.unicodeScalars.prefix(60)))
      return text.unicodeScalars.count > 60 ? "'\(shown)…'" : "'\(shown)'"
    case .integer(let number): return number.description
    case .real(let number): return number.description
    case .boolean(let boolean): return boolean ? "true" : "false"
    case .date(let date): return date.description
    case .dictionary, .array, .data, .null: return value.kind.title
    }
  }
}
