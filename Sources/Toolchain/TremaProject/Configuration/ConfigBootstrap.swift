import ConfigKit
import TremaConfigValues
import TremaDiagnostics
import TremaJSON
import TremaSupport

/// The files of a project that begins to check its configuration: a schema of its values, and a baseline
/// of its present findings.
package struct ConfigBootstrap {
  /// The schema and the baseline, and `trema.json` where there was none.
  package struct Output: Sendable {
    package var path: String
    package var bytes: [UInt8]
  }

  /// The files that it makes; empty where there are errors.
  package private(set) var outputs: [Output] = []
  package private(set) var summary = ConfigInference.Summary()
  /// How many findings the baseline has.
  package private(set) var muted = 0
  package private(set) var environments: [String] = []
  /// The member `configuration` for `trema.json`; `nil` when the file has one.
  package private(set) var declaration: JSONObject.Member?
  /// Why there is nothing to write.
  package private(set) var problems: [Diagnostic] = []
  /// The secrets that no message may show.
  package private(set) var secrets = ConfigSecrets()

  /// - Parameters:
  ///   - set: what is declared, or what the names of the files say.
  ///   - isDeclared: whether `trema.json` has it.
  ///   - isForced: whether a schema and a baseline that are there are replaced.
  ///   - findings: what `trema config check` finds in a configuration.
  /// - Throws: when the files cannot be read, or would be replaced.
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
        throw Self.exists(path)
      }
    }
    set.files.schema = nil
    let loaded = try LoadedConfiguration(set)
    secrets = loaded.secrets
    problems = loaded.problems.filter { $0.kind != .finding }
    // A schema of some environments would call what the others have a mistake.
    problems += set.problems.filter { $0.severity == .error && !problems.contains($0) }
    if !problems.isEmpty { return }
    if loaded.matrix.columns.isEmpty { throw Self.noEnvironment(set.files.searched) }
    var inference = ConfigInference(
      loaded.matrix, descriptions: try Self.descriptions(set.files.layers), secrets: secrets)
    let bytes = JSONWriter().bytes(of: inference.schema())
    summary = inference.summary
    environments = loaded.matrix.columns.map(\.name)
    // What is checked now is what will be there.
    try InputFile.replace(schema, by: bytes)
    set.files.schema = schema
    let found = try findings(set)
    problems = found.filter { $0.kind != .finding }
    if !problems.isEmpty { return }
    let muting = Baseline(of: found).hiding(secrets)
    muted = muting.entries.reduce(0) { $0 + $1.count }
    outputs = [
      Output(path: schema, bytes: bytes), Output(path: baseline, bytes: muting.encoded()),
    ]
    if !isDeclared { declare(set, folder) }
  }

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

  /// The first file that says something of a key is believed: the base comes first.
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

  private static func path(_ folder: String, _ name: String) -> String {
    folder == "." ? name : "\(folder)/\(name)"
  }

  private static func exists(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "already-there", "'\(path)' is there already", at: SourceLocation(file: path),
      hint: "--force replaces the schema and the baseline by new ones", kind: .unwritable)
  }

  private static func noEnvironment(_ searched: String) -> Diagnostic {
    Diagnostic(
      .error, "no-environment", "there is no environment in '\(searched)'",
      hint: "name one in \"environments\" of trema.json", kind: .unreadable)
  }
}

extension Baseline {
  /// The same with no secret in the words that it has for people.
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
  fileprivate var isEnvironment: Bool { environment != nil && !isLocal }
}
