import TremaProject
import TremaSupport

extension Invocation {
  /// Returns whether an argument is a project file: its name ends in `.json`, which is not the name
  /// of a catalogue.
  static func isProjectFile(_ argument: String) -> Bool {
    argument.utf8.suffix(5).elementsEqual(".json".utf8)
  }

  /// Returns the invocations for the project files that the arguments specify. Without arguments,
  /// the invocation is returned unchanged.
  ///
  /// - Parameters:
  ///   - separate: The options that make sense for only one project, with the remedies.
  ///   - haveLists: Whether the command writes a list of outputs for each project.
  /// - Throws: A diagnostic of the kind `.usageError` if options cannot be combined with the
  ///   arguments, or if the projects are not independent.
  func projects(
    rejecting separate: KeyValuePairs<String, String>, haveLists: Bool
  ) throws(Diagnostic) -> [Invocation] {
    _ = try number("jobs")
    guard !arguments.isEmpty else { return [self] }
    if isSet("project") {
      throw Self.usageError(
        "--project cannot be combined with project files as arguments",
        hint: "specify all project files as arguments")
    }
    guard arguments.count > 1 else {
      return [specifying(project: arguments[0], isOneOfSeveral: false)]
    }
    for (option, remedy) in separate where isSet(option) {
      throw Self.usageError("--\(option) cannot be combined with several projects", hint: remedy)
    }
    switch ProjectFileList.conflict(among: arguments, haveLists: haveLists) {
    case .sameFile(let first, let second)?:
      throw Self.usageError(
        first == second
          ? "project '\(first)' is specified twice"
          : "'\(first)' and '\(second)' are the same project file",
        hint: "remove one of them")
    case .sameList(let first, let second, let list)?:
      throw Self.usageError(
        "'\(first)' and '\(second)' have the same list of outputs, '\(list)'",
        hint: "move one of them to another folder")
    case nil: break
    }
    return arguments.map { specifying(project: $0, isOneOfSeveral: true) }
  }

  /// Runs a function for each of several projects on as many threads as `--jobs` specifies.
  ///
  /// - Parameters:
  ///   - projects: The invocations for the projects.
  ///   - work: Processes a project.
  ///   - deliver: Receives the results in the order of the projects, one at a time.
  func run<Result: Sendable>(
    _ projects: [Invocation], _ work: @escaping @Sendable (Invocation) -> Result,
    deliver: @escaping @Sendable (Int, Result) -> Void
  ) throws(Diagnostic) {
    // With --verbose, the files are listed while they are read.
    let jobs = Console.verbosity.value == .verbose ? 1 : try number("jobs") ?? Threads.count
    Threads.inOrder(
      projects.count, threads: jobs,
      { index in
        // Each project lists its files, even if another project has listed them.
        if jobs == 1 { Console.setVerbosity(of: projects[index]) }
        return work(projects[index])
      }, deliver: deliver)
  }
}
