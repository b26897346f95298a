import TremaDiagnostics

/// Every command, in the order of the help.
enum CommandTable {
  static let all: [Command] = [
    .build, .convert, .check, .import, .export, .format, .diff, .merge, .stats, .usage, .pseudo,
    .help, .version, .completions,
  ]

  /// - Throws: kind `.usage`, with the nearest known command.
  static func command(named name: String) throws(Diagnostic) -> Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    throw Invocation.usage(
      "unknown command '\(name)'",
      hint: Invocation.suggestion(for: name, among: all.map(\.name))
        ?? "trema help lists the commands")
  }

  /// Options that several commands share, worded once.
  enum Shared {
    static let languages = Option(
      "languages", .text("de,en,…"), "only these languages; the master is read all the same")
    static let report = Option(
      "report",
      .text("\(ReportFormat.allCases.map(\.rawValue).joined(separator: "|"))[=FILE]"),
      "how to report (default: text), and where; may repeat")
    static let failOn = Option(
      "fail-on", .choice(["error", "warning", "note"]),
      "exit with 1 from this severity on (default: error)")
    static let severity = Option(
      "severity", .text("CODE=LEVEL"),
      "what a finding counts as: error, warning, note or off; may repeat")
    static let rawBackslash = Option(
      "raw-backslash", "a backslash in a value is a backslash, not an escape")
    static let keepGoing = Option(
      "keep-going", "write all but the texts with errors; still exit with 1")
    static let maximumValueSize = Option(
      "max-value-size", .text("BYTES"), "the longest value that is read (default: 16777216)")
    static let project = Option(
      "project", .file("FILE"), "the project file (default: trema.json in this folder)")
  }
}
