import ConfigKit
import TremaConfigValues
import TremaDiagnostics
import TremaJSON
import TremaSupport

/// The first files for checking an existing configuration: a schema inferred from its values, and a
/// baseline with its current findings.
package struct ConfigBootstrap {
  /// A file to write: the schema, the baseline, or `trema.json` if it does not exist.
  package struct Output: Sendable {
    /// The path of the file.
    package var path: String
    /// The contents of the file.
    package var bytes: [UInt8]
  }

  /// The files to write, or empty if there are errors.
  package private(set) var outputs: [Output] = []
  /// A summary of the inferred schema.
  package private(set) var summary = ConfigInference.Summary()
  /// The number of findings in the baseline.
  package private(set) var mutedCount = 0
  /// The names of the environments.
  package private(set) var environments: [String] = []
  /// The `configuration` member for `trema.json`, or `nil` if the file already has it.
  package private(set) var declaration: JSONObject.Member?
  /// The errors that prevent files from being written.
  package private(set) var problems: [Diagnostic] = []
  /// The secrets that messages must not contain.
  package private(set) var secrets = ConfigSecrets()

  /// Infers the schema and creates the baseline.
  ///
  /// - Parameters:
  ///   - set: The configuration, which is declared or derived from the file names.
  ///   - isDeclared: Whether `trema.json` declares the configuration.
  ///   - isForced: Whether to replace an existing schema and baseline.
  ///   - findings: Returns the findings of `trema config check` in a configuration.
  /// - Throws: A diagnostic if the files cannot be read, or would be replaced.
  package init(
    _ set: ConfigurationSet, isDeclared: Bool, isForced: Bool,
    findings: (ConfigurationSet) throws(Diagnostic) -> [Diagnostic]
  ) throws(Diagnostic) {
    var set = set
    let folder = set.files.folder
    let schema = set.files.schema ?? Self.path(folder, ConfigurationFiles.schemaName)
    let baseline = set.files.baseline ?? Self.path(folder, ConfigurationFiles.baselineName)
    if !isForced {
      for path in [schema, baseline] where FolderListing.kind(of: path) != .absent {
        throw Self.existingFile(path)
      }
    }
    set.files.schema = nil
    let loaded = try LoadedConfiguration(set)
    secrets = loaded.secrets
    problems = loaded.problems.filter { $0.kind != .finding }
    // A schema inferred from only some of the environments would reject values from the others.
    problems += set.problems.filter { $0.severity == .error && !problems.contains($0) }
    if !problems.isEmpty { return }
    if loaded.matrix.columns.isEmpty { throw Self.missingEnvironment(set.files.searched) }
    var inference = ConfigInference(
      loaded.matrix, descriptions: try Self.descriptions(set.files.layers), secrets: secrets)
    let bytes = JSONWriter().bytes(of: inference.schema())
    summary = inference.summary
    environments = loaded.matrix.columns.map(\.name)
    // The check uses the new schema so that the baseline contains the findings of subsequent
    // checks.
    try InputFile.replace(schema, by: bytes)
    set.files.schema = schema
    let found = try findings(set)
    problems = found.filter { $0.kind != .finding }
    if !problems.isEmpty { return }
    let muting = Baseline(of: found).hiding(secrets)
    mutedCount = muting.entries.reduce(0) { $0 + $1.count }
    outputs = [
      Output(path: schema, bytes: bytes), Output(path: baseline, bytes: muting.encoded()),
    ]
    if !isDeclared { declare(set, folder) }
  }

  /// Sets the configuration's declaration, and adds `trema.json` to the outputs if it does not
  /// exist.
  private mutating func declare(_ set: ConfigurationSet, _ folder: String) {
    var members: [JSONObject.Member] = []
    if folder != "." { members.append(.init("directory", JSONValue(.string(folder)))) }
    members.append(
      .init(
        "environments",
        JSONValue(.array(set.lineage.members.map { JSONValue(.string($0.name)) }))))
    let declaration = JSONObject.Member(
      "configuration", JSONValue(.object(JSONObject(members))))
    self.declaration = declaration
    if FolderListing.kind(of: ProjectFile.name) == .absent {
      let whole = JSONValue(.object(JSONObject([declaration])))
      outputs.append(Output(path: ProjectFile.name, bytes: JSONWriter().bytes(of: whole)))
    }
  }

  /// Returns the comments about keys. If multiple files comment on the same key, the comment in the
  /// base is used, otherwise the first comment.
  private static func descriptions(
    _ layers: [ConfigurationFiles.Layer]
  ) throws(Diagnostic) -> [ConfigKeyPath: String] {
    var texts: [ConfigKeyPath: String] = [:]
    for layer in layers.filter({ $0.environment == nil }) + layers.filter({ $0.isEnvironment }) {
      let bytes = try InputFile(regular: layer.path).contents(limit: LoadedConfiguration.fileLimit)
      texts.merge(ConfigComments.read(bytes, file: layer.path)) { first, _ in first }
    }
    return texts
  }

  /// Returns the path of a file in a folder.
  private static func path(_ folder: String, _ name: String) -> String {
    folder == "." ? name : "\(folder)/\(name)"
  }

  /// Returns the error for a file that would be replaced.
  private static func existingFile(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "already-there", "'\(path)' already exists", at: SourceLocation(file: path),
      hint: "replace the schema and the baseline with --force", kind: .unwritable)
  }

  /// Returns the error for a configuration without environments.
  private static func missingEnvironment(_ searched: String) -> Diagnostic {
    Diagnostic(
      .error, "no-environment", "no environment was found in '\(searched)'",
      hint: "declare one in \"environments\" of trema.json", kind: .unreadable)
  }
}

extension Baseline {
  /// Returns the baseline with secrets masked in the subjects of its entries.
  package func hiding(_ secrets: ConfigSecrets) -> Baseline {
    Baseline(
      entries.map { entry in
        var entry = entry
        entry.subject = secrets.masked(entry.subject)
        return entry
      })
  }
}

extension ConfigurationFiles.Layer {
  /// Whether the layer belongs to an environment and is not local.
  fileprivate var isEnvironment: Bool { environment != nil && !isLocal }
}
