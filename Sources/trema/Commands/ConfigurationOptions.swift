import TremaConfigValues
import TremaDiagnostics
import TremaProject
import TremaSupport

extension ConfigurationSet {
  /// Returns the configuration of a command: the specified files, the configuration that
  /// `trema.json` declares, or the files in the current folder that are named like layers.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - paths: The paths of the specified files or a single folder.
  /// - Returns: The configuration, or `nil` if the project file has errors; the project; and the
  ///   problems in the project file.
  static func requested(
    by invocation: Invocation, paths: [String]
  ) throws(Diagnostic) -> (set: ConfigurationSet?, project: ProjectFile?, problems: [Diagnostic]) {
    var (set, project, problems) = try declared(by: invocation, paths: paths)
    if let rule: ConfigMerge.Rule = invocation.choice("merge") { set?.rule = rule }
    return (set, project, problems)
  }

  /// Returns the configuration of a command with its own rule for merging layers.
  ///
  /// Without specified files, `trema.json` is read if it exists or is specified.
  private static func declared(
    by invocation: Invocation, paths: [String]
  ) throws(Diagnostic) -> (set: ConfigurationSet?, project: ProjectFile?, problems: [Diagnostic]) {
    if paths.isEmpty, invocation.isSet("project") || ProjectFile.existsInCurrentFolder {
      let (project, problems) = try ProjectFile.load(invocation)
      guard let project else { return (nil, nil, problems) }
      if let configuration = project.configuration {
        return (try ConfigurationSet(configuration, of: project), project, problems)
      }
      return (try ConfigurationSet(paths: []), project, problems)
    }
    return (try ConfigurationSet(paths: paths), nil, [])
  }

  /// Verifies that the command does not read a file that it writes, either now or when the folder
  /// is searched again.
  ///
  /// - Throws: A `.usageError` diagnostic.
  func protect(_ file: String, of project: ProjectFile?) throws(Diagnostic) {
    if (paths + [project?.file].compactMap { $0 }).contains(where: {
      OutputTransaction.isSame($0, file)
    }) {
      throw Invocation.usageError(
        "-o: '\(file)' is an input of this command", hint: "choose another file for the result")
    }
    if let description = files.companion(ofNew: file) {
      throw Invocation.usageError(
        "-o: '\(file)' would be read as \(description) in later runs",
        hint: "choose another name or folder for the result")
    }
    if let layer = files.layer(ofNew: file) {
      let description = layer.environment.map { "the environment '\($0)'" } ?? "another base"
      throw Invocation.usageError(
        "-o: '\(file)' would be read as \(description) in later runs",
        hint: "choose another name or folder for the result")
    }
  }

  /// Returns the environment specified by `--environment`, or all environments without the option.
  ///
  /// - Throws: A `.usageError` diagnostic, whose hint names the closest environment.
  func environments(requestedBy invocation: Invocation) throws(Diagnostic) -> [String] {
    let names = lineage.members.map(\.name)
    guard let name = invocation.value("environment") else { return names }
    return [try environment(name, of: names)]
  }

  /// Returns the environment specified by `--environment`, which is required.
  ///
  /// - Throws: A `.usageError` diagnostic, whose hint lists the environments.
  func environment(requestedBy invocation: Invocation) throws(Diagnostic) -> String {
    let names = lineage.members.map(\.name)
    guard let name = invocation.value("environment") else {
      throw Invocation.usageError(
        "--environment is missing",
        hint: "use one of "
          + "\(names.map { "'\($0)'" }.joined(separator: ", "))")
    }
    return try environment(name, of: names)
  }

  /// Returns the environment with a name.
  ///
  /// - Throws: A `.usageError` diagnostic if there is none.
  private func environment(_ requested: String, of names: [String]) throws(Diagnostic) -> String {
    let name = environment(named: requested)
    if names.contains(where: name.equalsExactly) { return name }
    throw Invocation.usageError(
      "--environment: unknown environment '\(name)'",
      hint: Invocation.suggestion(for: name, among: names)
        ?? "use one of \(names.map { "'\($0)'" }.joined(separator: ", "))")
  }
}

extension ConfigOverrides {
  /// Creates the overrides from the process's environment variables and from `--set`.
  ///
  /// - Throws: A `.usageError` diagnostic if an argument of `--set` has no key or value.
  init(_ invocation: Invocation) throws(Diagnostic) {
    self.init(variables: ProcessEnvironment.variables)
    for text in invocation.all("set") { try set(text) }
  }
}

/// Options shared by multiple configuration commands.
extension CommandTable.Shared {
  /// The values that are set on the command line. They are parsed by ``ConfigOverrides``.
  static let set = Option(
    "set", .text("PATH=VALUE"),
    "set a key that the schema marks x-overridable; may repeat")
  /// The environment, for commands about one or all environments.
  static let environment = Option("environment", .text("NAME"), "use this environment")
  /// The rule for merging layers, which overrides the project's rule.
  static let merge = Option(
    "merge", .choice(ConfigMerge.Rule.allCases.map(\.rawValue)),
    "merge layers in this way (default: as in trema.json, else deep)")
}
