import ConfigKit
import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// A configuration as it is declared: its files, its environments and how they are merged.
package struct ConfigurationSet: Sendable {
  package var files: ConfigurationFiles
  package var lineage: ConfigLineage
  /// The environments that customers get.
  private let productions: [String]
  package var rule = ConfigMerge.Rule.deep
  package var interpolates = false
  /// The property lists of the app that trema.json names.
  package var informationPath, googlePath: String?
  /// The problems of the files and the names, before one is opened.
  package private(set) var problems: [Diagnostic]
  /// The environments that are not looked at, as the problems say what is wrong with their files.
  private var unclear: [String]

  /// Creates the set that the names of the files describe.
  ///
  /// - Parameter paths: files, or one folder; none for the current folder.
  /// - Throws: kind `.unreadable` or `.usage`.
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
    productions = files.environments.filter(ProductionName.isOne)
    problems = files.duplicates + files.misnamed.map(\.diagnostic)
    unclear = files.unclear
  }

  /// Creates the set that `trema.json` describes.
  ///
  /// - Throws: kind `.unreadable`.
  package init(
    _ configuration: ProjectFile.Configuration, of project: ProjectFile,
    from source: ConfigurationSource = .disk
  ) throws(Diagnostic) {
    let folder = project.path(of: configuration.directory?.value ?? ".")
    files = try ConfigurationFiles(inFolder: folder, from: source)
    if let schema = configuration.schema {
      files.schema = try source.open(project.path(of: schema.value))
    }
    if let baseline = configuration.baseline { files.baseline = project.path(of: baseline.value) }
    rule = configuration.merge ?? .deep
    interpolates = configuration.interpolation
    informationPath = configuration.infoPlist.map { project.path(of: $0.value) }
    googlePath = configuration.googleServiceInfo.map { project.path(of: $0.value) }
    problems = files.duplicates + files.misnamed.map(\.diagnostic)
    unclear = files.unclear
    guard let environments = configuration.environments else {
      lineage = ConfigLineage(files.environments.map { ConfigLineage.Member($0) })
      productions = files.environments.filter(ProductionName.isOne)
      return
    }
    var names: [String] = []
    let distinct = environments.filter { environment in
      let name = environment.name.value
      if name.isExactly(ConfigurationFiles.local) || names.contains(where: name.isExactly) {
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
        $0.isProduction ?? ProductionName.isOne($0.name.value)
      }
      .map(\.name.value)
    let (mismatches, missing) = Self.mismatches(environments, files)
    problems += mismatches + Self.misnamed(environments)
    unclear += missing
  }

  /// Environments without a file, and files without an environment; where one is the other
  /// misspelled, that is one mistake.
  private static func mismatches(
    _ environments: [ProjectFile.Configuration.Environment], _ files: ConfigurationFiles
  ) -> (problems: [Diagnostic], missing: [String]) {
    let names = environments.map(\.name.value)
    let absent = environments.filter { environment in
      let name = environment.name.value
      return !ProductionName.isOne(name)
        && !name.isExactly(ConfigurationFiles.local) && environment.extends == nil
        && environment.isProduction != true && files.layer(of: name) == nil
    }
    let stray = files.layers.filter { layer in
      layer.environment.map { !names.contains(where: $0.isExactly) && !layer.isLocal } ?? false
    }
    let missing = absent.map(\.name.value)
    let meant = stray.map { nearest(to: $0.environment ?? "", among: missing) }
    let explained = meant.compactMap(\.self) + files.misnamed.compactMap(\.environment)
    let reported = absent.filter { environment in
      !explained.contains { nearest(to: $0, among: [environment.name.value]) != nil }
    }
    let problems =
      reported.map { environment in
        Diagnostic(
          .error, "missing-layer", "the environment '\(environment.name.value)' has no file",
          at: environment.name.location,
          hint: "looked for \(ConfigurationFiles.names(of: environment.name.value)) "
            + "in '\(files.searched)'", subject: environment.name.value)
      }
      + zip(stray, meant).map { layer, meant in
        Diagnostic(
          .error, "undeclared-layer",
          "no environment of trema.json is called '\(layer.environment ?? "")'",
          at: SourceLocation(file: layer.path),
          hint: meant.map { "did you mean '\($0)'? Then rename the file" }
            ?? "add it to \"environments\", or remove the file", subject: layer.environment ?? "")
      }
    return (problems, missing)
  }

  /// Names that are twice, or mean something else.
  private static func misnamed(
    _ environments: [ProjectFile.Configuration.Environment]
  ) -> [Diagnostic] {
    environments.indices.compactMap { index in
      let name = environments[index].name
      if name.value.isExactly(ConfigurationFiles.local) {
        return Diagnostic(
          .error, "reserved-environment", "'local' is no environment", at: name.location,
          hint: "Configuration-local is the layer of one machine in all environments; "
            + "choose another name", subject: name.value)
      }
      guard let first = environments[..<index].first(where: { $0.name.value.isExactly(name.value) })
      else { return nil }
      var diagnostic = Diagnostic(
        .error, "duplicate-environment", "the environment '\(name.value)' is declared twice",
        at: name.location, hint: "remove one of the two", subject: name.value)
      diagnostic.related =
        first.name.location.map {
          [Diagnostic.Related("the first", at: $0, role: .duplicate)]
        } ?? []
      return diagnostic
    }
  }

  /// Everything that is read.
  package var paths: [String] { files.layers.map(\.path) + [files.schema].compactMap { $0 } }

  package func isProduction(_ environment: String) -> Bool { productions.contains(environment) }

  /// Returns the environment with a name: `production` is also the only one that customers get,
  /// under any name.
  package func environment(named name: String) -> String {
    let isKnown = lineage.members.contains { $0.name.isExactly(name) }
    guard !isKnown, name.isExactly(ConfigurationFiles.production), productions.count == 1 else {
      return name
    }
    return productions[0]
  }

  /// Whether it is known which files an environment is made of.
  func isClear(_ ancestry: [String]) -> Bool {
    !files.hasTwoBases && !ancestry.contains { unclear.contains(where: $0.isExactly) }
  }
}
