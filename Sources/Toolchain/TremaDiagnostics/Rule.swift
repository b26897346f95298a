import TremaSupport

/// A check's rule: its code, its default severity and its documentation.
package struct Rule: Hashable, Sendable {
  /// The stage in which a check runs.
  package enum Stage: Hashable, Sendable {
    /// The check runs whenever the input is read, whether to write outputs or to check it.
    case always
    /// The check runs only on request, because its findings do not make an output incorrect.
    case review
  }

  /// The code of the findings.
  package let code: String
  /// The default severity, which a project can change.
  package let severity: Severity
  /// The stage in which the check runs.
  package let stage: Stage
  /// Whether the check is disabled unless a project sets its level, because the findings are a
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
