import TremaDiagnostics
import TremaProject

extension ConfigurationSet {
  /// The configuration that a command is about: the files it was given, or what `trema.json`
  /// declares, or the files of the current folder that are named as configurations are.
  ///
  /// - Returns: also what is wrong with `trema.json`; nil when that leaves nothing to read.
  static func named(
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
}
