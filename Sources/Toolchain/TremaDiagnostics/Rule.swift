import TremaSupport

/// A check's code, the severity of its findings unless a project changes it, and its page.
package struct Rule: Hashable, Sendable {
  /// When a check is run.
  package enum Stage: Hashable, Sendable {
    /// Whenever what it looks at is read to make something of it.
    case always
    /// On request only: the findings of the check do not make an output wrong.
    case review
  }

  package let code: String
  package let severity: Severity
  package let stage: Stage
  /// Whether the check is off unless a project gives it a level: its findings are a matter of taste.
  package let isOptIn: Bool
  /// One sentence: what is found.
  package let summary: String
  /// Why that matters, in a sentence or two.
  package let why: String
  /// Lines of a catalog or a configuration with the problem.
  package let example: String
  /// The remedy.
  package let fix: String

  package init(
    _ severity: Severity, _ code: String, _ summary: String, stage: Stage = .always,
    isOptIn: Bool = false, why: String, example: String, fix: String
  ) {
    self.severity = severity
    self.code = code
    self.stage = stage
    self.isOptIn = isOptIn
    self.summary = summary
    self.why = why
    self.example = example
    self.fix = fix
  }
}
