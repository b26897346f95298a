import TremaEditing
import TremaFormats
import TremaMessages
import TremaProject
import TremaSupport

extension Command {
  /// `trema import`, which creates or extends a catalogue from files in other formats.
  ///
  /// The overview and the summary are printed to standard output, and findings to standard error.
  /// The exit status is 1 if there are conflicts or other errors.
  static let `import` = Command(
    name: "import", arguments: "SOURCE...",
    summary: "create or extend a catalogue from files of other formats",
    discussion: """
      A source is a file or a folder: a whole repository, *.lproj, res/values*, or files such as
      Texts_fr.arb. Format and language are derived from the file or its path. For a folder, lists the
      files that are imported and skipped; a file that cannot be read does not stop the others. New texts
      are added, and changes of translators applied. Conflicts with the catalogue are listed and not
      applied unless --accept names their kind; the command then exits with 1.
      """,
    options: [
      Option(
        "into", .file("FILE"),
        "add the texts to this catalogue, created if needed (default: \(defaultCatalog))"),
      Option(
        "exclude", .text("PATTERN"),
        "skip files and folders by name or path, * for any characters; may repeat"),
      Option(
        "from", .choice(ReadableFormat.all.map(\.name)),
        "read the sources in this format (default: by name and content)"),
      Option(
        "language", .text("fr"),
        "use this language for files that do not specify one"),
      Option(
        "master", .text("en"),
        "set the master language of a new catalogue (default: from files of the project)"),
      CommandTable.Shared.prefix,
      Option(
        "accept", .list(ImportChange.Group.allCases.map(\.rawValue)),
        "apply these kinds of conflicts; may repeat"),
      Option("dry-run", "list the changes, and write nothing"),
      Option("interactive", "ask how to resolve each conflict"),
      CommandTable.Shared.rawBackslash,
      CommandTable.Shared.maxFindings,
      CommandTable.Shared.failOn,
    ]
  ) { try runImport($0) }

  /// The path of the catalogue if `--into` is not set.
  private static let defaultCatalog = "Texts.trm"

  /// Runs the import and prints its overview and summary.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The exit status, which is 1 if the user quits the dialog.
  /// - Throws: A diagnostic of the kind `.usageError` for invalid options, or if a file cannot be
  ///   read or written.
  private static func runImport(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    guard !invocation.arguments.isEmpty else {
      throw Invocation.usageError(
        "no file or folder is specified",
        hint: "import a repository with: trema import .")
    }
    let catalog = invocation.value("into") ?? defaultCatalog
    let maxFindings = try invocation.maxFindings()
    let isDryRun = invocation.isSet("dry-run")
    var operation = Import(invocation.arguments, into: catalog)
    operation.format = invocation.value("from").flatMap(ReadableFormat.init(name:))
    operation.language = try invocation.language("language")
    operation.masterLanguage = try invocation.language("master")
    operation.excluded = invocation.all("exclude")
    if let prefix = invocation.value("prefix") { operation.listingPrefix = prefix }
    // The user is prompted for the master language only on a terminal.
    if Console.isInteractive { operation.askForMaster = ImportDialogue.askForMaster }
    operation.accepted = Set((invocation.list("accept") ?? []).compactMap(ImportChange.Group.init))
    operation.listsChanges = isDryRun || invocation.isSet("verbose")
    operation.listsAllOmissions = invocation.isSet("verbose")
    operation.maxFindings = maxFindings
    if invocation.isSet("raw-backslash") { operation.backslash = .literal }
    if invocation.isSet("interactive") {
      let dialogue = try ImportDialogue()
      operation.choose = dialogue.prompt
    }
    let isFilter = catalog == "-"
    // In a dry run, the catalogue is compared so that the summary can show whether it would change.
    let transaction = OutputTransaction(isDryRun ? .compare : isFilter ? .collect : .write)
    let report = try operation.run(into: transaction)
    DiagnosticPrinter.print(report.diagnostics.limited(to: maxFindings))
    let status = ExitStatus.of(report.diagnostics, failOn: invocation.failOn)
    // The transaction is not committed, so nothing is written.
    if report.isAbandoned {
      try Console.print("nothing was written\n")
      return 1
    }
    let overview = ImportOverview.text(report)
    // If there are errors other than conflicts, the catalogue is not part of the transaction.
    if transaction.files.isEmpty {
      try Console.printSummary(overview)
      return status
    }
    if isFilter, !isDryRun {
      for file in transaction.files { try Console.print(file.bytes) }
      // Standard output contains the catalogue, so the overview is printed to standard error.
      if !invocation.isSet("quiet") { Console.note(Array(overview.utf8)) }
      return status
    }
    let isWritten = try !transaction.commit().changed.isEmpty
    var text = overview + ImportSummary.changes(report)
    if isWritten { text += isDryRun ? "would write \(catalog)\n" : "wrote \(catalog)\n" }
    if report.hasReturnedFile { text += ImportSummary.table(report.counts) }
    text += ImportSummary.line(report)
    if report.isNew, report.hasFolders, !isDryRun { text += "next: trema check \(catalog)\n" }
    try Console.printSummary(text)
    return status
  }
}

/// Prompts for a decision about each conflict on a terminal.
final class ImportDialogue {
  /// The groups of changes that the user chose to accept as a whole.
  private var acceptedGroups: Set<ImportChange.Group> = []

  /// Creates a dialog.
  ///
  /// - Throws: A diagnostic of the kind `.usageError` if there is no terminal.
  init() throws(Diagnostic) {
    guard Console.isInteractive else {
      throw Invocation.usageError(
        "--interactive requires a terminal",
        hint: "specify the kinds to apply: --accept value,status")
    }
  }

  /// Prompts for the master language.
  ///
  /// - Parameter languages: The languages of the imported files, which are displayed.
  /// - Returns: `nil` if the answer is not a language tag or the input has ended.
  static func askForMaster(_ languages: [LanguageTag]) -> LanguageTag? {
    let list = languages.map(\.description).joined(separator: ", ")
    Console.note(Array("which language are the others translated from? (\(list)): ".utf8))
    return readLine().flatMap { LanguageTag($0) }
  }

  /// Prints a conflict and prompts until the answer is valid.
  func prompt(_ change: ImportChange, _ conflict: Diagnostic) -> CatalogImport.Choice {
    guard let group = change.group else { return .keep }
    if acceptedGroups.contains(group) { return .accept }
    DiagnosticPrinter.print(conflict)
    while true {
      Console.note(
        Array("\(change.title): [k]eep, [t]ake, take [a]ll of \(group.rawValue), [q]uit? ".utf8))
      // The end of the input is not treated as acceptance.
      guard let answer = readLine() else { return .quit }
      switch answer.lowercased() {
      case "k", "keep": return .keep
      case "t", "take": return .accept
      case "a", "all":
        acceptedGroups.insert(group)
        return .accept
      case "q", "quit": return .quit
      default: continue
      }
    }
  }
}

/// The result of an import as text.
enum ImportSummary {
  /// Returns the line with the numbers of files, texts, values and conflicts.
  static func line(_ report: Import.Report) -> String {
    let counts = report.counts
    var parts = [
      "\(counted(report.fileCount, "file")): \(counted(counts.texts, "new text"))",
      counted(counts.values, "new value"),
    ]
    if counts.changed > 0 { parts.append("\(counts.changed) changed") }
    if counts.contexts > 0 { parts.append(counted(counts.contexts, "changed context")) }
    // In a new catalogue, unchanged values are originals that are repeated in the files of other
    // languages.
    if !report.isNew { parts.append("\(counts.unchanged) known") }
    parts.append(counted(counts.conflicts, "conflict"))
    if counts.refused > 0 { parts.append("\(counts.refused) refused") }
    return parts.joined(separator: ", ") + "\n"
  }

  /// Returns a table with the numbers of changes by kind and result, or an empty string if there
  /// are none.
  static func table(_ counts: CatalogImport.Counts) -> String {
    var found = ImportChange.allCases.compactMap { change in
      counts.changes[change].map { (change.title, [$0.applied, $0.conflicts, $0.refused]) }
    }
    let unread = counts.refused - found.reduce(0) { $0 + $1.1[2] }
    if unread > 0 { found.append(("unreadable value", [0, 0, unread])) }
    if found.isEmpty { return "" }
    var table = TerminalTable([.leading, .trailing, .trailing, .trailing])
    table.append(["", "applied", "conflicts", "refused"])
    for (title, numbers) in found { table.append([title] + numbers.map(String.init)) }
    return table.lines.map { $0 + "\n" }.joined()
  }

  /// Returns a line for each change, if the report lists them.
  static func changes(_ report: Import.Report) -> String {
    var text = ""
    for change in report.changes {
      text += "\(change.change.title): '\(escaped(change.key))'"
      if let language = change.language { text += " in '\(escaped(language))'" }
      switch (change.old, change.language) {
      case (_, nil): if !change.new.isEmpty { text += ": '\(escaped(change.new))'" }
      case (nil, _): text += ": '\(escaped(change.new))'"
      case (let old?, _) where change.change.group == .status || old == change.new: break
      case (let old?, _): text += ": '\(escaped(old))' becomes '\(escaped(change.new))'"
      }
      if let old = change.oldStatus, let new = change.newStatus, old != new {
        text += change.change.group == .status ? ": " : ", "
        text += "\(escaped(old)) becomes \(escaped(new))"
      }
      text += "\n"
    }
    return text
  }

  /// Returns text with control characters escaped.
  private static func escaped(_ text: String) -> String { TerminalText.escaped(text) }
}
