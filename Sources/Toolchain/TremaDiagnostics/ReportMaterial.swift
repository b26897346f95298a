import TremaSupport

/// What reports tell beside the findings themselves.
public struct ReportMaterial {
  /// Whether to write the escape sequences of a terminal.
  public var color = false
  /// How many findings a baseline mutes; they are not among those that are reported.
  public var muted = 0
  /// How many findings are excused at their place, with a reason; they are not among those, either.
  public var excused = 0
  /// The severity from which on a finding fails the run.
  public var failOn = Severity.error
  /// The version of the tool.
  public var version = ""
  /// The command that has found them.
  public var command = "trema check"
  /// What the codes of findings stand for; a code that is not among them is reported by its name.
  public var rules: [ReportedRule] = []
  /// The texts themselves, for reports that show them.
  public var catalogue: ReportedCatalogue?
  /// The text of the line where a location starts, without its line end; nil when it cannot be had.
  public var source: (SourceLocation) -> String? = { _ in nil }

  public init() {}
}

/// What a code of findings stands for.
public struct ReportedRule: Hashable, Sendable {
  public var code: String
  /// One sentence: what is found.
  public var summary: String
  /// Why it matters and what to do, in Markdown; empty when there is no more to say.
  public var help: String

  public init(code: String, summary: String, help: String) {
    self.code = code
    self.summary = summary
    self.help = help
  }
}
