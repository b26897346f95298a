import TremaSupport

/// What a check is called, how bad its findings are unless a project says otherwise, and its page.
package struct Rule: Hashable, Sendable {
  /// When a check is run.
  package enum Stage: Hashable, Sendable {
    /// Whenever what it looks at is read to make something of it.
    case always
    /// When somebody asks for a check: what it finds keeps no output from being right.
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
  /// What is found, in lines of a catalogue or a configuration.
  package let example: String
  /// What to do about it.
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
