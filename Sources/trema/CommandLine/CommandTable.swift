import TremaDiagnostics
import TremaSupport

/// Every command, in the order of the help.
enum CommandTable {
  static let all: [Command] = [
    .build, .convert, .check, .import, .export, .format, .diff, .merge, .stats, .usage, .pseudo,
    .configCheck, .configMerge, .configExplain, .configDiff, .configInit, .configFix,
    .configGenerate, .configVerifyBundle,
    .help, .version, .completions,
  ]

  /// Takes the name of a command off the words: one word, or two of which the first is the name of
  /// a group, as in `config check`.
  ///
  /// - Throws: kind `.usage`, with the nearest known command.
  static func command(
    namedBy words: inout ArraySlice<String>
  ) throws(Diagnostic) -> Command {
    let group = words.popFirst() ?? ""
    guard groups.contains(group) else { return try command(named: group) }
    guard let name = words.first, !name.hasPrefix("-") else {
      throw Invocation.usage("'\(group)' needs another word", hint: list(of: group))
    }
    words.removeFirst()
    return try command(named: "\(group) \(name)")
  }

  /// The first words of commands of two words.
  static let groups: [String] = {
    var groups: [String] = []
    for command in all {
      guard let group = command.group, !groups.contains(group) else { continue }
      groups.append(group)
    }
    return groups
  }()

  static func commands(in group: String) -> [Command] { all.filter { $0.group == group } }

  private static func list(of group: String) -> String {
    "trema \(group) \(commands(in: group).map(\.lastWord).joined(separator: " | "))"
  }

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
    static let verbosity = [
      Option(
        "quiet", short: "q", .none,
        "print no list of outputs, no summary and no progress; of a check, only what fails it"),
      Option(
        "verbose", short: "v", .none,
        "print the files that are read and the outputs that stay as they are, too"),
    ]
    static let languages = Option(
      "languages", .text("de,en,…"), "only these languages; the master is read all the same")
    static let minimumCoverage = Option(
      "minimum-coverage", .text("PERCENT"),
      "leave out languages that fewer of the texts have (default: 0)")
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
    static let baseline = Option(
      "baseline", .file("FILE"), "mute the findings in it (default: what trema.json names)")
    static let updateBaseline = Option(
      "update-baseline", "write the baseline: mute all findings that there are now")
    static let rawBackslash = Option(
      "raw-backslash", "a backslash in a value is a backslash, not an escape")
    static let keepGoing = Option(
      "keep-going", "write all but the texts with errors; still exit with 1")
    static let maximumValueSize = Option(
      "max-value-size", .text("BYTES"), "the longest value that is read (default: 16777216)")
    static let maxFindings = Option(
      "max-findings", .text("N"),
      "so many findings of a rule in a file are told, 0 for all (default: \(FindingLimit.usual))")
    static let project = Option(
      "project", .file("FILE"), "the project file (default: trema.json in this folder)")
  }
}
