import TremaSupport

/// The contents of reports beside the findings themselves.
package struct ReportMaterial {
  /// Whether to write the escape sequences of a terminal.
  package var color = false
  /// How many findings a baseline mutes; they are not among those that are reported.
  package var muted = 0
  /// How many findings are excused at their place, with a reason; they are not among those, either.
  package var excused = 0
  /// The severity from which on a finding fails the run.
  package var failOn = Severity.error
  /// The version of the tool.
  package var version = ""
  /// The command that has found them.
  package var command = "trema check"
  /// The rules of the codes; a code that is not among them is reported by its name.
  package var rules: [ReportedRule] = []
  /// The texts themselves, for reports that show them.
  package var catalogue: ReportedCatalogue?
  /// The text of the line where a location starts, without its line end; nil when it cannot be had.
  package var source: (SourceLocation) -> String? = { _ in nil }

  package init() {}
}

/// The rule of a code.
package struct ReportedRule: Hashable, Sendable {
  package var code: String
  /// One sentence: what is found.
  package var summary: String
  /// Why it matters and what to do, in Markdown; empty when there is no more to say.
  package var help: String

  package init(code: String, summary: String, help: String) {
    self.code = code
    self.summary = summary
    self.help = help
  }
}
