import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// The table of all commands.
enum CommandTable {
  /// The commands, in the order of the help.
  static let all: [Command] = [
    .build, .convert, .check, .import, .export, .format, .diff, .merge, .stats, .usage, .pseudo,
    .configCheck, .configMerge, .configExplain, .configDiff, .configInit, .configFix,
    .configGenerate, .configVerifyBundle,
    .help, .version, .completions,
  ]

  /// Removes the command name from the arguments and returns the command. The name is one word, or
  /// a group and a word, as in `config check`.
  ///
  /// - Throws: A diagnostic of the kind `.usageError`, whose hint names the closest command.
  static func command(
    namedBy words: inout ArraySlice<String>
  ) throws(Diagnostic) -> Command {
    let group = words.popFirst() ?? ""
    guard groups.contains(group) else { return try command(named: group) }
    guard let name = words.first, !name.hasPrefix("-") else {
      throw Invocation.usageError("'\(group)' requires a subcommand", hint: list(of: group))
    }
    words.removeFirst()
    return try command(named: "\(group) \(name)")
  }

  /// The first words of two-word commands, in the order of the help.
  static let groups: [String] = {
    var groups: [String] = []
    for command in all {
      guard let group = command.group, !groups.contains(group) else { continue }
      groups.append(group)
    }
    return groups
  }()

  /// Returns the commands of a group.
  static func commands(in group: String) -> [Command] { all.filter { $0.group == group } }

  /// Returns the commands of a group as a hint.
  private static func list(of group: String) -> String {
    "trema \(group) \(commands(in: group).map(\.lastWord).joined(separator: " | "))"
  }

  /// Returns the command with a name.
  ///
  /// - Throws: A diagnostic of the kind `.usageError`, whose hint names the closest command.
  static func command(named name: String) throws(Diagnostic) -> Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    throw Invocation.usageError(
      "unknown command '\(name)'",
      hint: Invocation.suggestion(for: name, among: all.map(\.name))
        ?? "list the commands with: trema help")
  }

  /// Options that several commands share.
  enum Shared {
    /// The amount of output; see ``Console/setVerbosity(of:)``. All commands have these options
    /// unless ``Command/hasVerbosity`` is `false`.
    static let verbosity = [
      Option(
        "quiet", short: "q", .none,
        "print no outputs, summary or progress; for checks, only findings that fail the run"),
      Option(
        "verbose", short: "v", .none,
        "also print the files that are read and unchanged outputs"),
    ]
    /// The languages of a conversion. It is an error to specify a language that occurs in no
    /// catalogue.
    static let languages = Option(
      "languages", .text("de,en,…"), "use only these languages and the master")
    /// The name of the outputs whose texts are used.
    static let slice = Option(
      "slice", .text("NAME"), "use only the texts of the outputs with this name in trema.json")
    /// The coverage below which languages are omitted, unless the project declares its languages.
    static let minimumCoverage = Option(
      "minimum-coverage", .text("PERCENT"),
      "skip languages with a lower share of the texts (default: 0)")
    /// The formats and files of reports; parsed by ``Reports``.
    static let report = Option(
      "report",
      .text("\(ReportFormat.allCases.map(\.rawValue).joined(separator: "|"))[=FILE]"),
      "report in this format (default: text), optionally to FILE; may repeat")
    /// The lowest severity that fails the run. Some commands have a different option with this
    /// name.
    static let failOn = Option(
      "fail-on", .choice(["error", "warning", "note"]),
      "exit with 1 for findings of this severity or above (default: error)")
    /// The levels of checks, which override the project's levels.
    static let severity = Option(
      "severity", .text("CODE=LEVEL"),
      "set the severity of a check: error, warning, note or off; may repeat")
    /// The path of the baseline, which overrides the project's baseline.
    static let baseline = Option(
      "baseline", .file("FILE"), "ignore the findings in this file (default: the one in trema.json)"
    )
    /// Whether to write the baseline instead of only applying it.
    static let updateBaseline = Option(
      "update-baseline", "write the baseline with all current findings")
    /// The rule for backslashes in catalogues.
    static let rawBackslash = Option(
      "raw-backslash", "read a backslash in a value as a character, not an escape")
    /// Whether to omit texts with errors instead of writing nothing.
    static let keepGoing = Option(
      "keep-going", "skip texts with errors, write the others; still exit with 1")
    /// The prefix of the keys of store listings.
    static let prefix = Option(
      "prefix", .text("PREFIX"),
      "set the prefix of the keys of a store listing (default: \(Store.defaultPrefix))")
    /// The maximum size of a value, which bounds the memory use for untrusted files.
    static let maximumValueSize = Option(
      "max-value-size", .text("BYTES"), "limit the size of a value (default: 16777216)")
    /// The limit on reported findings; see ``FindingLimit``.
    static let maxFindings = Option(
      "max-findings", .text("N"),
      "report at most N findings of a rule in a file, 0 for all (default: "
        + "\(FindingLimit.defaultLimit))"
    )
    /// The path of the project file.
    static let project = Option(
      "project", .file("FILE"), "read this project file (default: trema.json in this folder)")
    /// The number of projects that are processed at the same time.
    static let jobs = Option(
      "jobs", short: "j", .text("N"),
      "with several projects: process N at a time (default: the number of processors)")
  }
}
