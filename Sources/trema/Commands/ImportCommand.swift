import TremaEditing
import TremaFormats
import TremaProject
import TremaSupport

extension Command {
  static let `import` = Command(
    name: "import", arguments: "SOURCE...",
    summary: "Make or extend a catalogue from files of other formats",
    discussion: """
      A source is a file or a folder: a whole repository, *.lproj, res/values*, or files such as
      Texts_fr.arb. The format and the language are taken from the file or its path. Of a folder it
      says what is taken and what is left out; a file that cannot be read keeps out no other. What is
      new is added, and what translators changed taken over; what conflicts with the catalogue is
      listed and stays as it is, unless --accept names it, and the command exits with 1.
      """,
    options: [
      Option(
        "into", .file("FILE"),
        "the catalogue; made when it is not there (default: \(defaultCatalogue))"),
      Option(
        "exclude", .text("PATTERN"),
        "leave out files and folders by name or path, * for any characters; may repeat"),
      Option(
        "from", .choice(ReadableFormat.allCases.map(\.rawValue)), "the format of the sources"),
      Option(
        "language", .text("fr"),
        "the language of files that do not say theirs, whatever a file that is named is called"),
      Option(
        "master", .text("en"),
        "the master language of a new catalogue (default: what files of the project say)"),
      Option(
        "accept", .list(ImportChange.Group.allCases.map(\.rawValue)),
        "conflicts that are applied all the same; may repeat"),
      Option("dry-run", "say what would be done, and write nothing"),
      Option("interactive", "ask what to do with each conflict"),
      CommandTable.Shared.rawBackslash,
      CommandTable.Shared.mostFindings,
      CommandTable.Shared.failOn,
    ]
  ) { try runImport($0) }

  /// The catalogue where nobody names one.
  private static let defaultCatalogue = "Texts.trm"

  private static func runImport(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    guard !invocation.arguments.isEmpty else {
      throw Invocation.usage(
        "name a file or a folder to import",
        hint: "trema import . takes what a repository has")
    }
    let catalogue = invocation.value("into") ?? defaultCatalogue
    let mostFindings = try invocation.mostFindings()
    let isDryRun = invocation.isSet("dry-run")
    var work = Import(invocation.arguments, into: catalogue)
    work.format = invocation.value("from").flatMap(ReadableFormat.init(rawValue:))
    work.language = try invocation.language("language")
    work.masterLanguage = try invocation.language("master")
    work.excluded = invocation.all("exclude")
    if Console.isInteractive { work.askForMaster = ImportDialogue.askForMaster }
    work.accepted = Set((invocation.list("accept") ?? []).compactMap(ImportChange.Group.init))
    work.listsChanges = isDryRun || invocation.isSet("verbose")
    work.listsAllOmissions = invocation.isSet("verbose")
    work.mostFindings = mostFindings
    if invocation.isSet("raw-backslash") { work.backslash = .literal }
    if invocation.isSet("interactive") {
      let dialogue = try ImportDialogue()
      work.choose = dialogue.ask
    }
    let isFilter = catalogue == "-"
    let transaction = OutputTransaction(isDryRun ? .compare : isFilter ? .collect : .write)
    let report = try work.run(into: transaction)
    DiagnosticPrinter.print(report.diagnostics.limited(to: mostFindings))
    let status = ExitStatus.of(report.diagnostics, failOn: invocation.failOn)
    if report.isAbandoned {
      try Console.print("nothing was written\n")
      return 1
    }
    let overview = ImportOverview.text(report)
    if transaction.files.isEmpty {
      try Console.say(overview)
      return status
    }
    if isFilter, !isDryRun {
      for file in transaction.files { try Console.print(file.bytes) }
      // Standard output is for the catalogue.
      if !invocation.isSet("quiet") { Console.note(Array(overview.utf8)) }
      return status
    }
    let isWritten = try !transaction.commit().changed.isEmpty
    var text = overview + ImportSummary.changes(report)
    if isWritten { text += isDryRun ? "would write \(catalogue)\n" : "wrote \(catalogue)\n" }
    if report.isReturn { text += ImportSummary.table(report.counts) }
    text += ImportSummary.line(report)
    if report.isNew, report.hasFolders, !isDryRun { text += "next: trema check \(catalogue)\n" }
    try Console.say(text)
    return status
  }
}
