/// The lowest enabled levels: a default level, and levels for individual labels or patterns.
public struct LogLevels: Sendable, Hashable {
  /// The level for labels that match no pattern.
  public var standard: LogLevel
  /// The level for each pattern, in no particular order.
  private var rules: [Rule]

  /// The level of a pattern.
  fileprivate struct Rule: Sendable, Hashable {
    /// The pattern as it was written.
    var pattern: String
    /// The label, or the prefix of labels, in UTF-8.
    var text: [UInt8]
    /// Whether `text` is a prefix.
    var isPrefix: Bool
    var level: LogLevel
  }

  /// Creates levels without patterns.
  ///
  /// - Parameter standard: The level for labels that match no pattern.
  public init(_ standard: LogLevel = .info) {
    self.standard = standard
    rules = []
  }

  /// The level for a pattern, or `nil` if none is set.
  ///
  /// The pattern `net.http` matches only that label, `net.*` matches `net` and labels that start
  /// with `net.`, and `net*` matches labels that start with `net`. A label has the level of its
  /// longest matching pattern; a pattern that equals the label takes precedence.
  public subscript(pattern: String) -> LogLevel? {
    get { rules.first { $0.pattern.utf8.elementsEqual(pattern.utf8) }?.level }
    set {
      rules.removeAll { $0.pattern.utf8.elementsEqual(pattern.utf8) }
      guard let level = newValue else { return }
      let isPrefix = pattern.utf8.last == UInt8(ascii: "*")
      let text = Array(isPrefix ? pattern.utf8.dropLast() : pattern.utf8[...])
      rules.append(Rule(pattern: pattern, text: text, isPrefix: isPrefix, level: level))
    }
  }

  /// Returns the lowest level that is enabled for a label.
  public func level(of label: String) -> LogLevel {
    let label = Array(label.utf8)
    var best: Rule?
    for rule in rules where rule.matches(label) {
      if !rule.isPrefix { return rule.level }
      if best.map({ $0.text.count < rule.text.count }) ?? true { best = rule }
    }
    return best?.level ?? standard
  }
}

extension LogLevels.Rule {
  /// Returns whether the pattern matches a label.
  fileprivate func matches(_ label: [UInt8]) -> Bool {
    guard isPrefix else { return label == text }
    return label.starts(with: text)
      || text.last == UInt8(ascii: ".") && label.elementsEqual(text.dropLast())
  }
}
