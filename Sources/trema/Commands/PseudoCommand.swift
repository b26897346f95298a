import TremaEditing
import TremaProject
import TremaSupport

extension Command {
  /// `trema pseudo`, which adds a pseudo-language to a catalog.
  ///
  /// Nothing is written if the master values have errors, because the generated values would have
  /// the same errors.
  static let pseudo = Command(
    name: "pseudo", arguments: "FILE",
    summary: "add a pseudo-language, derived from the master language",
    discussion: """
      Running the app in a pseudo-language shows untranslated, truncated and concatenated texts: en-XA
      has accents, longer texts and brackets, ar-XB is written from right to left. Existing values of the
      language are replaced; '-' is standard input or output.
      """,
    options: [
      Option("output", short: "o", .file("OUT"), "write the catalogue to OUT"),
      Option(
        "language", .choice(PseudoLanguage.allCases.map(\.rawValue)),
        "add this pseudo-language (default: en-XA); may repeat"),
      CommandTable.Shared.rawBackslash,
      CommandTable.Shared.maximumValueSize,
    ]
  ) { try runPseudo($0) }

  /// Adds the values and writes or prints the catalog.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The exit status.
  /// - Throws: A `.usageError` diagnostic for missing arguments, or if the catalog cannot be read
  ///   or written.
  private static func runPseudo(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    guard let path = invocation.arguments.first else {
      throw Invocation.usageError(
        "no catalogue is specified", hint: "run trema pseudo Texts.trm -o Pseudo.trm")
    }
    try invocation.requireAtMost(1)
    guard let output = invocation.value("output") else {
      throw Invocation.usageError(
        "--output is missing", hint: "specify the catalogue to write: -o Pseudo.trm")
    }
    let named = invocation.all("language").compactMap(PseudoLanguage.init(rawValue:))
    var work = PseudoFile(
      named.isEmpty ? [.accented] : PseudoLanguage.allCases.filter(named.contains))
    if invocation.isSet("raw-backslash") { work.backslash = .literal }
    work.maximumValueSize = try invocation.number("max-value-size")
    let isFilter = output == "-"
    let transaction = OutputTransaction(isFilter ? .collect : .write)
    let line = ProgressLine()
    work.progress = line.show
    defer { line.clear() }
    let report = try work.run(path, to: output, in: transaction)
    line.clear()
    if !report.diagnostics.isEmpty {
      DiagnosticPrinter.print(report.diagnostics)
      transaction.abandon()
      return ExitStatus.of(report.diagnostics)
    }
    if isFilter {
      for file in transaction.files { try Console.print(file.bytes) }
      return 0
    }
    let outcome = try transaction.commit()
    try Console.printSummary(
      (outcome.changed.isEmpty ? "" : "wrote \(output)\n")
        + "\(counted(report.valueCount, "value")) generated\n")
    return 0
  }
}
