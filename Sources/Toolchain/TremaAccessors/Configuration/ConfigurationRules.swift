import ConfigKit
import TremaConfigValues
import TremaSupport

/// The schema's rules for a loaded value, as Swift conditions.
struct ConfigurationRules: Sendable {
  /// One rule of the schema.
  struct Rule: Sendable {
    /// The requirement as shown in an error, such as `at most 120`.
    var requirement: String
    /// The condition in Swift, where `$0` is the value.
    var condition: String
  }

  /// The rules of the value itself.
  var valueRules: [Rule] = []
  /// The rules for each array element or dictionary value. Contains at most one element; it's an
  /// array because the type is recursive.
  var elementRules: [ConfigurationRules] = []

  /// Whether there is no rule.
  var isEmpty: Bool { valueRules.isEmpty && elementRules.isEmpty }

  init() {}

  /// Translates the rules of a contract.
  ///
  /// - Parameters:
  ///   - contract: The contract in the schema, or `nil` if there are no rules.
  ///   - shape: The type of the value.
  init(_ contract: ConfigContract?, _ shape: ConfigurationShape) {
    guard let contract else { return }
    valueRules = contract.node.rules.compactMap { rule in
      Self.condition(rule.test, shape).map { Rule(requirement: rule.expectation, condition: $0) }
    }
    let inside: ConfigurationRules
    switch shape {
    case .array(let item): inside = ConfigurationRules(contract.items, item)
    // The map contains only keys that the schema doesn't name.
    case .map(let item): inside = ConfigurationRules(contract.valuesOfOtherKeys, item)
    default: return
    }
    if !inside.isEmpty { elementRules = [inside] }
  }

  /// Returns the condition for a rule, or `nil` if it applies only to values of a different kind.
  private static func condition(_ test: ConfigRule.Test, _ shape: ConfigurationShape) -> String? {
    switch (test, shape) {
    case (.atLeast(let limit, let isExclusive), _):
      comparison(shape, isExclusive ? ">" : ">=", limit)
    case (.atMost(let limit, let isExclusive), _):
      comparison(shape, isExclusive ? "<" : "<=", limit)
    case (.multiple(let divisor), .integer), (.multiple(let divisor), .size):
      // A divisor that isn't a 64-bit integer is compared as a floating-point number.
      UInt64(divisor) != nil && Int64(divisor) != nil
        ? "$0.isMultiple(of: \(SourceText.grouped(divisor)))"
        : "SchemaRules.isMultiple(Double($0), of: \(divisor))"
    case (.multiple(let divisor), .real): "SchemaRules.isMultiple($0, of: \(divisor))"
    case (.minLength(let minimum), .string): "$0.unicodeScalars.count >= \(minimum)"
    case (.minLength(let minimum), .url): "$0.absoluteString.unicodeScalars.count >= \(minimum)"
    case (.maxLength(let maximum), .string): "$0.unicodeScalars.count <= \(maximum)"
    case (.maxLength(let maximum), .url): "$0.absoluteString.unicodeScalars.count <= \(maximum)"
    case (.pattern(let pattern), .string):
      "SchemaRules.matches($0, \(SourceText.quoted(pattern)))"
    case (.pattern(let pattern), .url):
      "SchemaRules.matches($0.absoluteString, \(SourceText.quoted(pattern)))"
    case (.minCount(let minimum), .array), (.minCount(let minimum), .map): "$0.count >= \(minimum)"
    case (.maxCount(let maximum), .array), (.maxCount(let maximum), .map): "$0.count <= \(maximum)"
    case (.unique, .array): "Set($0).count == $0.count"
    case (.choices(let choices), _): listed(choices, shape)
    default: nil
    }
  }

  /// Returns a comparison with a limit, or `nil` if the type is not a number. A limit that is not
  /// an integer is compared as a floating-point number.
  private static func comparison(
    _ shape: ConfigurationShape, _ comparator: String, _ limit: String
  ) -> String? {
    switch shape {
    case .real: "$0 \(comparator) \(limit)"
    case .integer(.unsigned):
      UInt64(limit).map { "$0 \(comparator) \(SourceText.grouped($0.description))" }
        ?? "Double($0) \(comparator) \(limit)"
    case .integer:
      Int64(limit).map { "$0 \(comparator) \(SourceText.grouped($0.description))" }
        ?? "Double($0) \(comparator) \(limit)"
    default: nil
    }
  }

  /// Returns the condition that a value is listed in the schema, or `nil` if no listed value has
  /// its kind.
  private static func listed(_ choices: [ConfigValue], _ shape: ConfigurationShape) -> String? {
    let words: [String]
    switch shape {
    case .integer(let width):
      words = choices.compactMap(\.integer).filter { width == .unsigned || $0.int64 != nil }
        .filter { width != .unsigned || $0.uint64 != nil }
        .map { SourceText.grouped($0.description) }
    case .real:
      words = choices.compactMap { $0.real?.description ?? $0.integer?.description }
    case .boolean: words = choices.compactMap(\.boolean).map(String.init)
    default: return nil
    }
    if words.isEmpty { return nil }
    return "[\(words.joined(separator: ", "))].contains($0)"
  }
}

extension ConfigContract {
  /// The contract of keys that the schema does not name, or `nil` if it allows none. It is looked
  /// up with a key that the schema does not name.
  var valuesOfOtherKeys: ConfigContract? {
    guard node.additional != nil else { return nil }
    var key = "*"
    while node.properties.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) { key += "*" }
    return self[key]
  }
}
