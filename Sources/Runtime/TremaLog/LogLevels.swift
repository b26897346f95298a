/// The lowest levels that are handled: one for all labels, and others for some.
public struct LogLevels: Sendable, Hashable {
  /// The level of labels that no rule matches.
  public var standard: LogLevel
  private var rules: [Rule]

  fileprivate struct Rule: Sendable, Hashable {
    /// The pattern as it was written.
    var pattern: String
    /// The label, or a prefix of labels.
    var text: [UInt8]
    var isPrefix: Bool
    var level: LogLevel
  }

  /// Creates levels.
  ///
  /// - Parameter standard: the level of labels that have none of their own.
  public init(_ standard: LogLevel = .info) {
    self.standard = standard
    rules = []
  }

  /// The level of a pattern: `net.http` is that label alone, `net.*` is `net` and what begins with
  /// `net.`, `net*` what begins with `net`. A label has the level of its longest pattern; its name in
  /// full goes before all.
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

  /// The level from which on a label is handled.
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
  fileprivate func matches(_ label: [UInt8]) -> Bool {
    guard isPrefix else { return label == text }
    return label.starts(with: text)
      || text.last == UInt8(ascii: ".") && label.elementsEqual(text.dropLast())
  }
}
