import TremaAccessors
import TremaProject
import TremaSupport

extension Command {
  /// `trema config generate`, which writes typed code for a configuration.
  ///
  /// The list of files is printed to standard output, and findings to standard error. With
  /// `--check`, the exit status is 1 if a file is not up to date.
  static let configGenerate = Command(
    name: "config generate", arguments: "[FILE... | DIR]",
    summary: "generate typed Swift and Kotlin code for the configuration",
    discussion: """
      The type follows the schema and, for keys without one, the values of all environments. Without
      --swift and --kotlin, writes the files that trema.json declares. Swift contains the environments
      that customers get, and the others behind #if DEBUG; Kotlin only the former. Secrets and the local
      file are never included. After an error nothing is written.
      """,
    options: [
      Option(
        "environment", .text("NAME"),
        "include the values of this environment in every build; may repeat"),
      Option(
        "swift", .file("FILE|DIR"), "write Swift to FILE, or into DIR; '-' is standard output"),
      Option(
        "kotlin", .file("FILE|DIR"), "write Kotlin to FILE, or into DIR; '-' is standard output"),
      Option(
        "type", .text("NAME"), "set the type's name (default: AppConfiguration, or that of FILE)"),
      Option(
        "access", .choice(SwiftAccessors.Options.Access.allCases.map(\.rawValue)),
        "set the access level of the Swift code (default: public)"),
      Option("kotlin-package", .text("NAME"), "set the Kotlin package (default: none)"),
      Option("check", "write nothing; list the files that are out of date, and exit with 1"),
      CommandTable.Shared.merge,
      CommandTable.Shared.project,
    ]
  ) { try runConfigGenerate($0) }

  /// Generates the code and writes, prints or compares it.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The exit status.
  /// - Throws: A `.usageError` diagnostic for contradictory options, or if a file cannot be read or
  ///   written.
  private static func runConfigGenerate(_ invocation: Invocation) throws(Diagnostic) -> Int32 {
    let (set, project, problems) = try ConfigurationSet.requested(
      by: invocation, paths: invocation.arguments)
    guard let set, !problems.contains(where: { $0.severity == .error }) else {
      DiagnosticPrinter.print(problems)
      return ExitStatus.of(problems)
    }
    let outputs = try outputs(invocation, project)
    let isCheck = invocation.isSet("check")
    // A single file can be printed to standard output. It can't be compared.
    let isStream = outputs.contains { $0.path == "-" }
    if isStream, isCheck || outputs.count > 1 {
      throw Invocation.usageError(
        isCheck
          ? "--check cannot be used with standard output" : "standard output accepts only one file",
        hint: "specify the files")
    }
    let transaction = OutputTransaction(isCheck ? .compare : isStream ? .collect : .write)
    var generation = Generation(set, outputs: outputs)
    let found = problems + (try generation.run(into: transaction))
    DiagnosticPrinter.print(found, hiding: generation.secrets)
    let status = ExitStatus.of(found)
    // Nothing is written if the configuration has errors.
    guard status == 0 else {
      transaction.abandon()
      return status
    }
    if isStream {
      for file in transaction.files { try Console.print(file.bytes) }
      return 0
    }
    let outcome = try transaction.commit()
    try Console.printSummary(OutcomeText.text(outcome, isDryRun: isCheck))
    return isCheck && !outcome.changed.isEmpty ? 1 : 0
  }

  /// Returns the files to write: the files specified by options, or the files that the project
  /// declares.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - project: The project, or `nil` if there is no project file.
  /// - Throws: A `.usageError` diagnostic if an option is invalid or there is nothing to write.
  private static func outputs(
    _ invocation: Invocation, _ project: ProjectFile?
  ) throws(Diagnostic) -> [Generation.Output] {
    var outputs: [Generation.Output] = []
    for language in [ProjectFile.GeneratedConfiguration.Language.swift, .kotlin] {
      guard let path = invocation.value(language.rawValue) else { continue }
      outputs.append(output(language, path, invocation))
    }
    // Options about the code are allowed only together with a file, because the project has its own
    // settings.
    if outputs.isEmpty {
      for option in ["type", "access", "kotlin-package"] where invocation.isSet(option) {
        throw Invocation.usageError(
          "--\(option) requires --swift or --kotlin",
          hint: "set it in trema.json for the outputs declared there")
      }
      outputs = try declared(project)
    }
    let environments = invocation.all("environment")
    for index in outputs.indices {
      if !environments.isEmpty {
        outputs[index].settings.environments = environments.map { Located($0) }
      }
      // Problems with fields are reported under the option names.
      guard let problem = outputs[index].settings.problems.first else { continue }
      let option = problem.field == .package ? "kotlin-package" : problem.field.rawValue
      throw Invocation.usageError(
        "--\(option): \(problem.diagnostic.message)", hint: problem.diagnostic.hint)
    }
    return outputs
  }

  /// Returns the files that the project declares.
  ///
  /// - Throws: The first error of the project file, or a `.usageError` diagnostic if it declares no
  ///   files.
  private static func declared(
    _ project: ProjectFile?
  ) throws(Diagnostic) -> [Generation.Output] {
    let (generation, problems) = try project?.generation() ?? (nil, [])
    if let error = problems.first(where: { $0.severity == .error }) { throw error }
    guard let generation else {
      throw Invocation.usageError(
        "no output is specified",
        hint: "specify a file with --swift or --kotlin, or add \"swift\" to \"configuration\" of "
          + "trema.json")
    }
    return generation.outputs
  }

  /// Returns the file that an option specifies.
  ///
  /// - Parameters:
  ///   - language: The language of the code.
  ///   - path: The path of a file or a folder, or `-`. A file name determines the type's name, if
  ///     no other name is specified.
  ///   - invocation: The command line.
  private static func output(
    _ language: ProjectFile.GeneratedConfiguration.Language, _ path: String,
    _ invocation: Invocation
  ) -> Generation.Output {
    var settings = ProjectFile.GeneratedConfiguration(language)
    settings.type = invocation.value("type").map { Located($0) }
    settings.access = invocation.choice("access")
    settings.package = invocation.value("kotlin-package").map { Located($0) }
    let end = language == .swift ? ".swift" : ".kt"
    let name = path.split(separator: "/").last ?? ""
    guard path != "-", name.hasSuffix(end), name.utf8.count > end.utf8.count else {
      let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
      return Generation.Output(
        settings, path: path == "-" ? path : "\(folder)/\(settings.fileName)")
    }
    if settings.type == nil { settings.type = Located(String(name.dropLast(end.count))) }
    return Generation.Output(settings, path: path)
  }
}
