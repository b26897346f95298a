import TremaProject
import TremaSupport

extension Command {
  /// `trema merge`, which merges catalogs and configures Git to do so.
  ///
  /// Conflicts are printed to standard error and recorded in the result. The exit status is 1 if
  /// there are any.
  static let merge = Command(
    name: "merge", arguments: "BASE OURS THEIRS",
    summary: "merge two changed copies of a catalogue",
    discussion: """
      Merges texts by key and values by language, text and status separately. In a conflict, ours is
      kept, a comment before it contains the rest, the conflict is listed, and the command exits with 1.
      BASE may be empty. --install makes git use this command for the catalogues of the repository; run
      it once in each clone.
      """,
    options: [
      Option("output", short: "o", .file("OUT"), "write the result to OUT, which may be OURS"),
      Option("path", .file("FILE"), "use this file name in messages if OURS is a copy"),
      Option("install", "install the merge and diff drivers in the git repository"),
      Option("uninstall", "remove the drivers that --install set up"),
      CommandTable.Shared.maximumValueSize,
      CommandTable.Shared.project,
    ]
  ) { invocation in
    if invocation.isSet("install") || invocation.isSet("uninstall") {
      try setUp(invocation)
      return 0
    }
    guard invocation.arguments.count >= 3 else {
      throw Invocation.usageError(
        "three files are required: the common ancestor, ours and theirs",
        hint: "run trema merge BASE OURS THEIRS -o OUT")
    }
    try invocation.requireAtMost(3)
    guard let output = invocation.value("output") else {
      throw Invocation.usageError(
        "-o is missing",
        hint: "specify the result: -o Texts.trm, or "
          + "-o -")
    }
    let files = invocation.arguments
    var merge = Merge(base: files[0], ours: files[1], theirs: files[2], output: output)
    merge.name = invocation.value("path")
    if let size = try invocation.number("max-value-size") { merge.options.limits.heldBytes = size }
    return try run(merge)
  }

  /// Runs a merge and prints its conflicts.
  ///
  /// - Parameter merge: The merge to run.
  /// - Returns: The exit status.
  /// - Throws: A diagnostic if the result cannot be written.
  private static func run(_ merge: Merge) throws(Diagnostic) -> Int32 {
    let isFilter = merge.output == "-"
    let transaction = OutputTransaction(isFilter ? .collect : .write)
    let report = merge.run(into: transaction)
    if isFilter {
      for file in transaction.files { try Console.print(file.bytes) }
    } else if !transaction.files.isEmpty {
      // The result is written before conflicts are printed, because their source lines are read
      // from the result.
      _ = try transaction.commit()
    }
    DiagnosticPrinter.print(report.diagnostics, opening: report.files)
    return ExitStatus.of(report.diagnostics)
  }

  /// Adds or removes the Git configuration.
  ///
  /// - Throws: A `.usageError` diagnostic for contradictory arguments.
  private static func setUp(_ invocation: Invocation) throws(Diagnostic) {
    try invocation.requireAtMost(
      0, hint: "remove the files; --install includes those of trema.json")
    if invocation.isSet("install"), invocation.isSet("uninstall") {
      throw Invocation.usageError("--install and --uninstall cannot be combined")
    }
    let driver = try GitDriver()
    let done: [String]
    if invocation.isSet("uninstall") {
      done = try driver.uninstall()
    } else {
      done = try driver.install(try catalogs(invocation))
    }
    try Console.printSummary(done.isEmpty ? "nothing to do\n" : done.map { "\($0)\n" }.joined())
  }

  /// Returns the paths of the project's catalogs, or an empty array if there is no project file.
  private static func catalogs(_ invocation: Invocation) throws(Diagnostic) -> [String] {
    guard invocation.isSet("project") || ProjectFile.existsInCurrentFolder else { return [] }
    return try ProjectFile.catalogs(invocation)
  }
}
