import ConfigKit
import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// A configuration with its files, its environments and the rule for merging them.
package struct ConfigurationSet: Sendable {
  /// The files.
  package var files: ConfigurationFiles
  /// The environments and their inheritance.
  package var lineage: ConfigLineage
  /// The names of the production environments.
  private let productions: [String]
  /// The rule for merging layers.
  package var rule = ConfigMerge.Rule.deep
  /// Whether `${a.b}` in a string is replaced with the `a.b` key's value.
  package var interpolates = false
  /// The paths of the app's property lists, if `trema.json` specifies them.
  package var informationPath, googlePath: String?
  /// The problems of file names and declarations, found before any file is opened.
  package private(set) var problems: [Diagnostic]
  /// The environments that are not read because a problem with their files has been reported.
  private var ambiguousEnvironments: [String]

  /// Creates a configuration from file names.
  ///
  /// - Parameters:
  ///   - paths: The paths of the files or a single folder, or empty for the current folder.
  ///   - source: The source of the files.
  /// - Throws: An `.unreadable` or `.usage` diagnostic.
  package init(
    paths: [String], from source: ConfigurationSource = .disk
  ) throws(Diagnostic) {
    if paths.count == 1, try source.isFolder(paths[0]) {
      files = try ConfigurationFiles(inFolder: paths[0], from: source)
    } else if paths.isEmpty {
      files = try ConfigurationFiles(inFolder: ".", from: source)
    } else {
      files = try ConfigurationFiles(named: paths, from: source)
    }
    lineage = ConfigLineage(files.environments.map { ConfigLineage.Member($0) })
    productions = files.environments.filter(ProductionName.matches)
    problems = files.duplicates + files.misnamed.map(\.diagnostic)
    ambiguousEnvironments = files.ambiguousEnvironments
  }

  /// Creates the configuration that `trema.json` describes.
  ///
  /// - Parameters:
  ///   - configuration: The `configuration` member of the project file.
  ///   - project: The project file, which paths are relative to.
  ///   - source: The source of the files.
  /// - Throws: An `.unreadable` diagnostic.
  package init(
    _ configuration: ProjectFile.Configuration, of project: ProjectFile,
    from source: ConfigurationSource = .disk
  ) throws(Diagnostic) {
    var source = source
    source.includes = configuration.includes?.map { project.path(of: $0.value) }
    if let paths = configuration.files {
      files = try ConfigurationFiles(named: paths.map { project.path(of: $0.value) }, from: source)
    } else {
      let folder = project.path(of: configuration.directory?.value ?? ".")
      files = try ConfigurationFiles(inFolder: folder, from: source)
    }
    if let schema = configuration.schema {
      files.schema = try source.open(project.path(of: schema.value))
    }
    if let baseline = configuration.baseline { files.baseline = project.path(of: baseline.value) }
    rule = configuration.merge ?? .deep
    interpolates = configuration.interpolates
    informationPath = configuration.infoPlist.map { project.path(of: $0.value) }
    googlePath = configuration.googleServiceInfo.map { project.path(of: $0.value) }
    problems = files.duplicates + files.misnamed.map(\.diagnostic)
    ambiguousEnvironments = files.ambiguousEnvironments
    guard let environments = configuration.environments else {
      lineage = ConfigLineage(files.environments.map { ConfigLineage.Member($0) })
      productions = files.environments.filter(ProductionName.matches)
      return
    }
    var names: [String] = []
    let distinct = environments.filter { environment in
      let name = environment.name.value
      if name.equalsExactly(ConfigurationFiles.local) || names.contains(where: name.equalsExactly) {
        return false
      }
      names.append(name)
      return true
    }
    lineage = ConfigLineage(
      distinct.map {
        ConfigLineage.Member(
          $0.name.value, extends: $0.extends?.value, at: $0.name.location,
          parentLocation: $0.extends?.location)
      })
    productions =
      environments.filter {
        $0.isProduction ?? ProductionName.matches($0.name.value)
      }
      .map(\.name.value)
    let (mismatches, missing) = Self.mismatches(environments, files)
    problems += mismatches + Self.invalidNames(environments)
    ambiguousEnvironments += missing
  }

  /// Returns the problems with environments without a file, and files without an environment. If a
  /// file's name is a misspelled environment, only the file is reported.
  ///
  /// - Returns: The problems, and the environments without a file.
  private static func mismatches(
    _ environments: [ProjectFile.Configuration.Environment], _ files: ConfigurationFiles
  ) -> (problems: [Diagnostic], missing: [String]) {
    let names = environments.map(\.name.value)
    let absent = environments.filter { environment in
      let name = environment.name.value
      return !ProductionName.matches(name)
        && !name.equalsExactly(ConfigurationFiles.local) && environment.extends == nil
        && environment.isProduction != true && files.layer(of: name) == nil
    }
    let undeclared = files.layers.filter { layer in
      layer.environment.map { !names.contains(where: $0.equalsExactly) && !layer.isLocal } ?? false
    }
    let missing = absent.map(\.name.value)
    let suggestions = undeclared.map { closestMatch(to: $0.environment ?? "", among: missing) }
    let explained = suggestions.compactMap(\.self) + files.misnamed.compactMap(\.environment)
    let reported = absent.filter { environment in
      !explained.contains { closestMatch(to: $0, among: [environment.name.value]) != nil }
    }
    let problems =
      reported.map { environment in
        Diagnostic(
          .error, "missing-layer", "the environment '\(environment.name.value)' has no file",
          at: environment.name.location,
          hint: "create one of \(ConfigurationFiles.names(of: environment.name.value)) in "
            + "'\(files.searched)'", subject: environment.name.value)
      }
      + zip(undeclared, suggestions).map { layer, suggestion in
        Diagnostic(
          .error, "undeclared-layer",
          "the environment '\(layer.environment ?? "")' is not declared in trema.json",
          at: SourceLocation(file: layer.path),
          hint: suggestion.map { "did you mean '\($0)'? If so, rename the file" }
            ?? "add it to \"environments\", or remove the file", subject: layer.environment ?? "")
      }
    return (problems, missing)
  }

  /// Returns the errors for repeated and reserved names of environments.
  private static func invalidNames(
    _ environments: [ProjectFile.Configuration.Environment]
  ) -> [Diagnostic] {
    environments.indices.compactMap { index in
      let name = environments[index].name
      if name.value.equalsExactly(ConfigurationFiles.local) {
        return Diagnostic(
          .error, "reserved-environment",
          "the environment name 'local' is "
            + "reserved", at: name.location,
          hint: "choose another name; Configuration-local is the machine-specific layer of all "
            + "environments", subject: name.value)
      }
      guard
        let first = environments[..<index].first(where: { $0.name.value.equalsExactly(name.value) })
      else { return nil }
      var diagnostic = Diagnostic(
        .error, "duplicate-environment", "the environment '\(name.value)' is declared twice",
        at: name.location, hint: "remove one of them", subject: name.value)
      diagnostic.related =
        first.name.location.map {
          [Diagnostic.Related("the first declaration is here", at: $0, role: .duplicate)]
        } ?? []
      return diagnostic
    }
  }

  /// The paths of all files that are read.
  package var paths: [String] { files.layers.map(\.path) + [files.schema].compactMap { $0 } }

  /// Returns whether an environment is a production environment.
  package func isProduction(_ environment: String) -> Bool { productions.contains(environment) }

  /// Returns the environment that a name refers to. If there is exactly one production environment,
  /// `production` refers to it, regardless of its name.
  package func environment(named name: String) -> String {
    let isKnown = lineage.members.contains { $0.name.equalsExactly(name) }
    guard !isKnown, name.equalsExactly(ConfigurationFiles.production), productions.count == 1 else {
      return name
    }
    return productions[0]
  }

  /// Returns whether the files for an environment and its ancestors are certain.
  func isUnambiguous(_ ancestry: [String]) -> Bool {
    !files.hasTwoBases
      && !ancestry.contains { ambiguousEnvironments.contains(where: $0.equalsExactly) }
  }
}
