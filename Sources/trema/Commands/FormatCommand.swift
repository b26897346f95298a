import TremaEditing
import TremaFormats
import TremaProject
import TremaSupport

extension Command {
  /// `trema format`, which rewrites catalogs in their canonical form.
  ///
  /// With `--check`, the paths of files that would change are printed, and the exit status is 1 if
  /// there are any.
  static let format = Command(
    name: "format", arguments: "FILE...", summary: "rewrite catalogues in the canonical form",
    discussion: """
      Rewrites files in place; '-' reads standard input and writes standard output. Keeps comments,
      unknown attributes and the spelling of values. A file with a document type declaration is an
      error.
      """,
    options: [
      Option("check", "write nothing; list the files that would change, and exit with 1"),
      Option("sort", "sort the texts by key"),
      CommandTable.Shared.maximumValueSize,
    ]
  ) { invocation in
    guard !invocation.arguments.isEmpty else {
      throw Invocation.usageError("no catalogue is specified", hint: "run trema format Texts.trm")
    }
    var wouldChange = false
    var problems: [Diagnostic] = []
    // An error in one file does not prevent the others from being formatted.
    for path in invocation.arguments {
      do throws(Diagnostic) {
        if try format(path, invocation) { wouldChange = true }
      } catch {
        if error.kind == .usage { throw error }
        problems.append(error)
      }
    }
    DiagnosticPrinter.print(problems)
    return max(wouldChange ? 1 : 0, ExitStatus.of(problems))
  }

  /// Formats a file, prints the result for standard input, or compares the file.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `-` for standard input.
  ///   - invocation: The command line.
  /// - Returns: Whether the file would change if it is only compared, otherwise `false`.
  /// - Throws: A diagnostic if the file cannot be read or written, or cannot be formatted without
  ///   loss.
  private static func format(_ path: String, _ invocation: Invocation) throws(Diagnostic) -> Bool {
    let isCheck = invocation.isSet("check")
    let isFilter = path == "-"
    var options = TremaDecoder.Options()
    if let size = try invocation.number("max-value-size") { options.limits.heldBytes = size }
    let input = try InputFile(path: path)
    // A pipe or a device can't be rewritten in place.
    if input.isStream, !isFilter, !isCheck {
      throw Invocation.usageError(
        "cannot rewrite '\(path)': not a regular file", hint: "run trema format - < \(path)")
    }
    let transaction = OutputTransaction(isCheck ? .compare : isFilter ? .collect : .write)
    let line = ProgressLine()
    defer { line.clear() }
    let changed = try CatalogFormatting.rewrite(
      input, options: options, sortsTexts: invocation.isSet("sort"), in: transaction,
      progress: line.show)
    if isFilter && !isCheck {
      for file in transaction.files { try Console.print(file.bytes) }
      return false
    }
    if isCheck && changed { try Console.print("\(path)\n") }
    return isCheck && changed
  }
}
