import ConfigKit
import TremaConfigFormats
import TremaDiagnostics

/// A configuration as it is declared: its files, its environments and how they are merged.
public struct ConfigurationSet: Sendable {
  public var files: ConfigurationFiles
  public var lineage: ConfigLineage
  /// The environments that customers get.
  private let productions: Set<String>
  public var rule = ConfigMerge.Rule.deep
  public var interpolates = false
  /// What is wrong with the files and the names, before one is opened.
  public private(set) var problems: [Diagnostic]

  /// What the names of the files say.
  ///
  /// - Parameter paths: files, or one folder; none for the current folder.
  /// - Throws: kind `.unreadable` or `.usage`.
  public init(
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
    productions = [ConfigurationFiles.production]
    problems = files.duplicates
  }

  /// What `trema.json` says.
  ///
  /// - Throws: kind `.unreadable`.
  public init(
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
    problems = files.duplicates
    guard let environments = configuration.environments else {
      lineage = ConfigLineage(files.environments.map { ConfigLineage.Member($0) })
      productions = [ConfigurationFiles.production]
      return
    }
    lineage = ConfigLineage(
      environments.map {
        ConfigLineage.Member(
          $0.name.value, extends: $0.extends?.value, at: $0.name.location,
          parentLocation: $0.extends?.location)
      })
    productions = Set(
      environments.filter { $0.isProduction ?? ($0.name.value == ConfigurationFiles.production) }
        .map(\.name.value))
    problems += Self.mismatches(environments, files)
  }

  /// Environments without a file, and files without an environment.
  private static func mismatches(
    _ environments: [ProjectFile.Configuration.Environment], _ files: ConfigurationFiles
  ) -> [Diagnostic] {
    let names = environments.map(\.name.value)
    let absent = environments.filter { environment in
      environment.name.value != ConfigurationFiles.production && environment.extends == nil
        && environment.isProduction != true && files.layer(of: environment.name.value) == nil
    }
    let stray = files.layers.filter { layer in
      layer.environment.map { !names.contains($0) && !layer.isLocal } ?? false
    }
    return absent.map { environment in
      Diagnostic(
        .error, "missing-layer", "the environment '\(environment.name.value)' has no file",
        at: environment.name.location,
        hint: "looked for Configuration-\(environment.name.value) with the endings "
          + ConfigFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
          + " in '\(files.searched)'", subject: environment.name.value)
    }
      + stray.map { layer in
        Diagnostic(
          .error, "undeclared-layer",
          "no environment of trema.json is called '\(layer.environment ?? "")'",
          at: SourceLocation(file: layer.path),
          hint: "add it to \"environments\", or remove the file", subject: layer.environment ?? "")
      }
  }

  /// Everything that is read.
  public var paths: [String] { files.layers.map(\.path) + [files.schema].compactMap { $0 } }

  public func isProduction(_ environment: String) -> Bool { productions.contains(environment) }
}
