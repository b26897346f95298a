import TremaSupport

/// The input of reporters in addition to the findings.
package struct ReportContext {
  /// Whether to write ANSI escape sequences for colors.
  package var usesColor = false
  /// The number of findings that a baseline mutes. They are not among the reported findings.
  package var mutedCount = 0
  /// The number of findings that are suppressed in the source, with a reason. They are not among
  /// the reported findings.
  package var suppressedCount = 0
  /// The lowest severity that fails the run.
  package var failOn = Severity.error
  /// The version of the tool, or an empty string if it is unknown.
  package var version = ""
  /// The command that produced the findings.
  package var command = "trema check"
  /// The rules of the codes. For a code without a rule, only the code is reported.
  package var rules: [ReportedRule] = []
  /// The catalog for reports that show its texts, or `nil` if it is not available.
  package var catalog: ReportedCatalog?
  /// Returns the line in which a location starts, without its line terminator, or `nil` if it is
  /// not available.
  package var source: (SourceLocation) -> String? = { _ in nil }

  package init() {}
}

/// The description of a rule in reports.
package struct ReportedRule: Hashable, Sendable {
  /// The code of the rule's findings.
  package var code: String
  /// One sentence that describes the problem.
  package var summary: String
  /// The reason for the rule and the remedy, in Markdown. May be empty.
  package var help: String

  package init(code: String, summary: String, help: String) {
    self.code = code
    self.summary = summary
    self.help = help
  }
}
