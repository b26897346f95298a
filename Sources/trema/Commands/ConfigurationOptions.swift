import TremaConfigValues
import TremaDiagnostics
import TremaProject
import TremaSupport

extension ConfigurationSet {
  /// The configuration that a command is about: the files it was given, or what `trema.json`
  /// declares, or the files of the current folder that are named as configurations are.
  ///
  /// - Returns: also what is wrong with `trema.json`; nil when that leaves nothing to read.
  static func named(
    by invocation: Invocation, paths: [String]
  ) throws(Diagnostic) -> (set: ConfigurationSet?, project: ProjectFile?, problems: [Diagnostic]) {
    var (set, project, problems) = try declared(by: invocation, paths: paths)
    if let rule: ConfigMerge.Rule = invocation.choice("merge") { set?.rule = rule }
    return (set, project, problems)
  }

  private static func declared(
    by invocation: Invocation, paths: [String]
  ) throws(Diagnostic) -> (set: ConfigurationSet?, project: ProjectFile?, problems: [Diagnostic]) {
    if paths.isEmpty, invocation.isSet("project") || ProjectFile.isInThisFolder {
      let (project, problems) = try ProjectFile.load(invocation)
      guard let project else { return (nil, nil, problems) }
      if let configuration = project.configuration {
        return (try ConfigurationSet(configuration, of: project), project, problems)
      }
      return (try ConfigurationSet(paths: []), project, problems)
    }
    return (try ConfigurationSet(paths: paths), nil, [])
  }

  /// - Throws: kind `.usage` when a file that is to be written is one that is read, now or when the
  ///   folder is looked through again.
  func protect(_ file: String, of project: ProjectFile?) throws(Diagnostic) {
    if (paths + [project?.file].compactMap { $0 }).contains(where: {
      OutputTransaction.isSame($0, file)
    }) {
      throw Invocation.usage(
        "-o: '\(file)' is read by this command", hint: "give the result a file of its own")
    }
    if let what = files.companion(ofNew: file) {
      throw Invocation.usage(
        "-o: '\(file)' would be read as \(what) from then on",
        hint: "give the result another name or another folder")
    }
    if let layer = files.layer(ofNew: file) {
      let what = layer.environment.map { "the environment '\($0)'" } ?? "another base"
      throw Invocation.usage(
        "-o: '\(file)' would be read as \(what) from then on",
        hint: "give the result another name or another folder")
    }
  }

  /// The environment of `--environment`, or all.
  ///
  /// - Throws: kind `.usage`, with the nearest environment.
  func environments(wantedBy invocation: Invocation) throws(Diagnostic) -> [String] {
    let names = lineage.members.map(\.name)
    guard let name = invocation.value("environment") else { return names }
    return [try environment(name, of: names)]
  }

  /// The environment of `--environment`, which must be given.
  ///
  /// - Throws: kind `.usage`, with the environments there are.
  func environment(wantedBy invocation: Invocation) throws(Diagnostic) -> String {
    let names = lineage.members.map(\.name)
    guard let name = invocation.value("environment") else {
      throw Invocation.usage(
        "--environment is missing", hint: "one of \(names.joined(separator: ", "))")
    }
    return try environment(name, of: names)
  }

  private func environment(_ asked: String, of names: [String]) throws(Diagnostic) -> String {
    let name = environment(named: asked)
    if names.contains(where: name.isExactly) { return name }
    throw Invocation.usage(
      "--environment: there is no environment '\(name)'",
      hint: Invocation.suggestion(for: name, among: names)
        ?? "one of \(names.joined(separator: ", "))")
  }
}

extension ConfigOverrides {
  /// Creates the overrides of variables of the process and of `--set`.
  ///
  /// - Throws: kind `.usage`, when something after `--set` sets nothing.
  init(_ invocation: Invocation) throws(Diagnostic) {
    self.init(variables: ProcessEnvironment.variables)
    for text in invocation.all("set") { try set(text) }
  }
}

extension CommandTable.Shared {
  static let set = Option(
    "set", .text("PATH=VALUE"),
    "set a key that the schema marks x-overridable; may repeat")
  static let environment = Option("environment", .text("NAME"), "the environment")
  static let merge = Option(
    "merge", .choice(ConfigMerge.Rule.allCases.map(\.rawValue)),
    "merge layers in this way (default: as in trema.json, else deep)")
}
