import TremaProject
import TremaSupport

/// The catalogues to check: the specified files, or the catalogues that the project declares.
struct CheckPlan {
  /// The conversion that checks the catalogues, or `nil` if there are none or the project file has
  /// errors.
  var conversion: Conversion?
  /// The problems in the project file and compiled catalogues.
  var problems: [Diagnostic] = []
  /// The path of the baseline, or `nil` if none is specified or declared.
  private var baselinePath: String?
  /// The specified compiled catalogues.
  private var compiled: [String] = []
  /// The path of the project file, as the only element; empty if files are specified.
  private var projectPath: [String] = []
  /// Whether only some of the languages or texts are checked, so that other findings in the baseline may
  /// still exist.
  private(set) var isPartial: Bool
  /// Whether to show the progress on a terminal, which would be misleading for one of several
  /// projects.
  let showsProgress: Bool

  /// Determines the catalogues from the command line or the project file.
  ///
  /// - Throws: A diagnostic if the project file cannot be read or an option is invalid.
  init(_ invocation: Invocation) throws(Diagnostic) {
    showsProgress = !invocation.isOneOfSeveral
    isPartial = invocation.isSet("languages") || invocation.isSet("slice")
    if invocation.arguments.isEmpty {
      let (project, problems) = try ProjectFile.load(invocation)
      self.problems = problems
      projectPath = [invocation.value("project") ?? ProjectFile.name]
      if let project {
        let (conversion, problems) = project.conversion()
        self.conversion = conversion
        self.problems += problems
        baselinePath = project.baseline.map { project.path(of: $0.value) }
      }
    } else {
      // Compiled catalogues are verified, and all other files are read as one catalogue.
      compiled = invocation.arguments.filter(CompiledFile.isCompiledFile)
      problems = compiled.compactMap(CompiledFile.problem)
      let catalogs = invocation.arguments.filter { !CompiledFile.isCompiledFile($0) }
      if !catalogs.isEmpty {
        var conversion = Conversion()
        conversion.catalogs = [Conversion.CatalogInput(paths: catalogs)]
        self.conversion = conversion
      }
    }
    try conversion?.apply(invocation)
    baselinePath = invocation.value("baseline") ?? baselinePath
  }

  /// The paths of the files that are read, except the baseline.
  var inputs: [String] {
    projectPath + (conversion?.inputs ?? []) + compiled
  }

  /// Returns the baseline to use, or `nil` if there is none. A missing baseline may be created, but
  /// an unreadable baseline is never replaced.
  ///
  /// - Parameter isUpdated: Whether to write the baseline.
  /// - Throws: A diagnostic of the kind `.usageError` if the baseline cannot be written as
  ///   requested.
  func baseline(isUpdated: Bool) throws(Diagnostic) -> CheckBaseline? {
    guard let baselinePath else {
      if !isUpdated { return nil }
      throw Invocation.usageError(
        "--update-baseline: no baseline is specified",
        hint: "specify its file with --baseline trema-baseline.json, or \"baseline\" in trema.json")
    }
    // A baseline for only some languages or texts would lose the findings in the others.
    if isUpdated, isPartial {
      throw Invocation.usageError(
        "--update-baseline would remove the findings of the other languages and texts",
        hint: "run it without --languages and --slice")
    }
    return try CheckBaseline(path: baselinePath, isUpdated: isUpdated)
  }
}
