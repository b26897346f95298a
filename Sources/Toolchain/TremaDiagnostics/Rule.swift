import TremaSupport

/// A check's rule: its code, its default severity and its documentation.
package struct Rule: Hashable, Sendable {
  /// The stage at which a check runs.
  package enum Stage: Hashable, Sendable {
    /// Whenever the input is read to write outputs of it, and in checks.
    case always
    /// Only on request, because its findings do not make an output wrong.
    case review
  }

  /// The code of the findings.
  package let code: String
  /// The severity unless the project changes it.
  package let severity: Severity
  /// The stage at which the check runs.
  package let stage: Stage
  /// Whether the check is disabled unless a project sets its level, because its findings are a
  /// matter of taste.
  package let isOptIn: Bool
  /// One sentence that describes the problem.
  package let summary: String
  /// The reason for the rule, in one or two sentences.
  package let why: String
  /// Lines of a catalog or a configuration that show the problem.
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
