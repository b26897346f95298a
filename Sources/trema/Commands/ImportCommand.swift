import TremaDiagnostics
import TremaEditing
import TremaFormats
import TremaProject

extension Command {
  static let `import` = Command(
    name: "import", arguments: "SOURCE...",
    summary: "Make or extend a catalogue from files of other formats",
    discussion: """
      A source is a file or a folder: *.lproj, res/values*, or files such as Texts_fr.arb. The format
      and the language are taken from the file or its path. What is new is added; where a source and
      the catalogue disagree the catalogue keeps its value, the conflict is listed, and the command
      exits with 1.
      """,
    options: [
      Option("into", .file("FILE"), "the catalogue; made when it is not there"),
      Option(
        "from", .choice(ReadableFormat.allCases.map(\.rawValue)), "the format of the sources"),
      Option(
        "language", .text("fr"),
        "the language of files that do not say theirs, whatever a file that is named is called"),
      Option("master", .text("en"), "the master language of a new catalogue"),
      CommandTable.Shared.rawBackslash,
      CommandTable.Shared.failOn,
    ]
  ) { try runImport($0) }

  private static func runImport(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    guard !invocation.arguments.isEmpty else {
      throw Invocation.usage(
        "name a file or a folder to import",
        hint: "trema import Resources --into Texts.trm --master en")
    }
    guard let catalogue = invocation.value("into") else {
      throw Invocation.usage(
        "--into is missing", hint: "name the catalogue that the texts go to: --into Texts.trm")
    }
    var work = Import(invocation.arguments, into: catalogue)
    work.format = invocation.value("from").flatMap(ReadableFormat.init(rawValue:))
    work.language = try invocation.language("language")
    work.masterLanguage = try invocation.language("master")
    if invocation.isSet("raw-backslash") { work.backslash = .literal }
    let isFilter = catalogue == "-"
    let transaction = OutputTransaction(isFilter ? .collect : .write)
    let report = try work.run(into: transaction)
    DiagnosticPrinter.print(report.diagnostics)
    let status = ExitStatus.of(report.diagnostics, failOn: invocation.failOn)
    if transaction.files.isEmpty { return status }
    if isFilter {
      for file in transaction.files { try Console.print(file.bytes) }
      return status
    }
    let outcome = try transaction.commit()
    try Console.print(summary(report, outcome, catalogue))
    return status
  }

  private static func summary(
    _ report: Import.Report, _ outcome: OutputTransaction.Outcome, _ catalogue: String
  ) -> String {
    let counts = report.counts
    func count(_ number: Int, _ word: String) -> String {
      "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    var text = outcome.changed.isEmpty ? "" : "wrote \(catalogue)\n"
    text += "\(count(report.files, "file")): \(count(counts.texts, "new text")), "
    text += "\(count(counts.values, "new value")), \(counts.known) known, "
    return text + "\(count(counts.conflicts, "conflict"))\n"
  }
}
