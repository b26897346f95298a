import ConfigKit
import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// Comparisons between two versions of a configuration.
package struct ConfigurationVersions {
  /// The problems of the files that do not prevent a comparison.
  package private(set) var problems: [Diagnostic] = []
  /// The rule for merging layers, or `nil` for the rule of each version.
  package var rule: ConfigMerge.Rule?
  /// The secrets of all versions that were read, even if an error is thrown.
  package private(set) var secrets = ConfigSecrets()

  package init() {}

  /// Compares two environments of a configuration.
  ///
  /// - Parameters:
  ///   - old: The name of the old environment.
  ///   - new: The name of the new environment.
  ///   - set: The configuration.
  /// - Throws: A diagnostic if one of them does not exist or cannot be read.
  package mutating func compare(
    _ old: String, _ new: String, in set: ConfigurationSet
  ) throws(Diagnostic) -> ConfigDiff {
    for name in [old, new] { _ = try set.lineage.ancestry(of: name) }
    let matrix = try read(set).matrix
    guard let before = matrix[old], let after = matrix[new] else {
      throw Diagnostic(
        .error, "unknown-environment", "the environments '\(old)' and '\(new)' cannot be compared",
        kind: .unreadable)
    }
    addProblems(of: old.equalsExactly(new) ? [before] : [before, after])
    return ConfigDiff(
      from: before.value, to: after.value, of: matrix,
      problems: before.problems + after.problems)
  }

  /// Adds the contradictions between layers. A value cannot be compared if layers contradict each
  /// other about it.
  private mutating func addProblems(of columns: [ConfigMatrix.Column]) {
    var findings = ConfigFindings()
    for column in columns { findings.add(column.problems, in: column.name) }
    problems += findings.diagnostics
  }

  /// Compares two files, or the configurations of two folders.
  ///
  /// - Throws: A `.usage` diagnostic for a file and a folder.
  package mutating func compare(files old: String, _ new: String) throws(Diagnostic) -> ConfigDiff {
    switch (FolderListing.kind(of: old), FolderListing.kind(of: new)) {
    case (.folder, .folder):
      let (before, after) = (
        try read(try ConfigurationSet(paths: [old])), try read(try ConfigurationSet(paths: [new]))
      )
      addProblems(of: before.matrix.columns)
      addProblems(of: after.matrix.columns)
      return ConfigDiff(from: before.matrix, to: after.matrix)
    case (.folder, _), (_, .folder):
      throw Diagnostic(
        .error, "usage", "a file cannot be compared with a folder",
        hint: "specify two files, or two folders", kind: .usage)
    default:
      let (before, after) = (try value(old), try value(new))
      return ConfigDiff(from: before, to: after, hiding: secrets)
    }
  }

  /// Returns whether an argument is a file or folder path rather than an environment name.
  package static func isPath(_ word: String) -> Bool { FolderListing.kind(of: word) != .absent }

  /// Reads the value of a single file.
  private mutating func value(_ path: String) throws(Diagnostic) -> ConfigValue {
    guard let format = ConfigFormat(path: path) else {
      throw Diagnostic(
        .error, "usage", "the name of '\(path)' does not identify its format",
        hint: "use one of the extensions "
          + ConfigFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", "), kind: .usage)
    }
    let bytes = try InputFile(path: path).contents(limit: LoadedConfiguration.fileLimit)
    let reading = try format.decode(bytes, file: path)
    problems += reading.problems
    let contract = try contract(inFolderOf: path)
    secrets.formUnion(ConfigSecrets(in: [reading.value], contract: contract))
    return reading.value
  }

  /// Returns the contract of the schema in a file's folder, or `nil` if there is no schema.
  ///
  /// - Throws: A diagnostic if the schema is invalid, because the secrets would be unknown.
  private func contract(inFolderOf path: String) throws(Diagnostic) -> ConfigContract? {
    let slash = path.lastIndex(of: "/")
    let schema = (slash.map { String(path[...$0]) } ?? "") + ConfigurationFiles.schemaName
    guard FolderListing.kind(of: schema) == .file else { return nil }
    let (read, problems) = LoadedConfiguration.schema(at: schema)
    if let error = problems.first(where: { $0.severity == .error }), read == nil { throw error }
    return read?.contract
  }

  /// Compares a configuration in a revision with the current configuration, or with the
  /// configuration in another revision. The files and `trema.json` are read from each revision.
  ///
  /// - Parameters:
  ///   - paths: The paths of the files or a single folder, or empty to use the project file or the
  ///     current folder.
  ///   - project: The path of the project file.
  ///   - range: The revisions to compare.
  /// - Throws: A diagnostic if neither revision has the configuration, or a revision cannot be
  ///   read.
  package mutating func compare(
    paths: [String], project: String, in range: RevisionRange
  ) throws(Diagnostic) -> ConfigDiff {
    let (from, to) = try range.revisions(in: GitRepository(containing: paths.first ?? project))
    let old = try state(paths, project, .revision(from))
    let new = try state(paths, project, to.map(ConfigurationSource.revision) ?? .workingTree)
    guard old != nil || new != nil else {
      throw Diagnostic(
        .error, "missing-base",
        "no configuration was found in '\(from)' or \(to.map { "'\($0)'" } ?? "the working tree")",
        hint: "specify the folder of Configuration.plist or Configuration.json",
        kind: .unreadable)
    }
    addProblems(of: old?.matrix.columns ?? [])
    addProblems(of: new?.matrix.columns ?? [])
    return ConfigDiff(from: old?.matrix, to: new?.matrix)
  }

  /// Reads a version of the configuration, or returns `nil` if it has no files.
  private mutating func state(
    _ paths: [String], _ project: String, _ source: ConfigurationSource
  ) throws(Diagnostic) -> LoadedConfiguration? {
    var set: ConfigurationSet?
    if paths.isEmpty, try source.hasFile(project) {
      set = try declared(project, source)
    } else if paths.count == 1, try source.isFolder(paths[0]) {
      set = try ConfigurationSet(paths: paths, from: source)
    } else {
      var present: [String] = []
      for path in paths where try source.hasFile(path) { present.append(path) }
      if !paths.isEmpty, present.isEmpty { return nil }
      set = try ConfigurationSet(paths: present, from: source)
    }
    guard let set, !set.files.layers.isEmpty else { return nil }
    return try read(set)
  }

  /// Returns the configuration that a version of `trema.json` describes, or the current folder's
  /// configuration if it doesn't describe one.
  private mutating func declared(
    _ path: String, _ source: ConfigurationSource
  ) throws(Diagnostic) -> ConfigurationSet? {
    let name = try source.open(path)
    let bytes = try InputFile(path: name).contents(limit: 1 << 24)
    var (project, problems) = ProjectFile.decode(bytes, file: name)
    self.problems += problems
    // The paths in the file are relative to its folder, not to the name used to open the file in a
    // revision.
    project?.file = path
    guard let project, let configuration = project.configuration else {
      if let error = problems.first(where: { $0.severity == .error }) { throw error }
      return try ConfigurationSet(paths: [], from: source)
    }
    return try ConfigurationSet(configuration, of: project, from: source)
  }

  /// Reads a configuration.
  ///
  /// - Throws: The error of the first file that cannot be read, because its environments would
  ///   appear to be removed.
  private mutating func read(_ set: ConfigurationSet) throws(Diagnostic) -> LoadedConfiguration {
    var set = set
    if let rule { set.rule = rule }
    let loaded = try LoadedConfiguration(set)
    secrets.formUnion(loaded.secrets)
    if let error = loaded.problems.first(where: { $0.kind == .unreadable }) { throw error }
    // Without the schema, the secrets are unknown, so values could not be shown.
    if set.files.schema != nil, loaded.matrix.contract == nil,
      let error = loaded.problems.first(where: { $0.severity == .error })
    {
      throw error
    }
    problems += loaded.problems
    return loaded
  }
}
