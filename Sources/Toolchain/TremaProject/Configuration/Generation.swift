import ConfigKit
import TremaAccessors
import TremaSupport

/// Generates code for a configuration: types, and the values of environments.
package struct Generation: Sendable {
  /// A file to write.
  package struct Output: Hashable, Sendable {
    /// The settings of the file.
    package var settings: ProjectFile.GeneratedConfiguration
    /// The path of the file.
    package var path: String

    package init(_ settings: ProjectFile.GeneratedConfiguration, path: String) {
      self.settings = settings
      self.path = path
    }
  }

  /// The configuration without its local layer.
  private var files: ConfigurationSet
  /// The secrets that messages must not contain, which are known after ``run(into:)``.
  package private(set) var secrets = ConfigSecrets()
  /// The files to write.
  package var outputs: [Output]

  /// Creates a generation.
  ///
  /// - Parameters:
  ///   - set: The configuration. Its local layer is ignored so that the files do not depend on the
  ///     machine.
  ///   - outputs: The files to write.
  package init(_ set: ConfigurationSet, outputs: [Output]) {
    files = set
    files.files.removeLocal()
    self.outputs = outputs
  }

  /// The paths of all files that are read.
  package var inputs: [String] { files.paths }

  /// Writes the files unless the configuration has errors.
  ///
  /// - Parameter transaction: The transaction that receives the files.
  /// - Returns: The problems with the configuration and the outputs.
  /// - Throws: A diagnostic if there is no base, or an output cannot be written.
  package mutating func run(into transaction: OutputTransaction) throws(Diagnostic) -> [Diagnostic]
  {
    let loaded = try LoadedConfiguration(files)
    secrets = loaded.secrets
    var findings = ConfigFindings()
    findings.add(loaded.problems)
    for column in loaded.matrix.columns { findings.add(column.problems, in: column.name) }
    let problems = loaded.matrix.withoutSuppressed(findings.diagnostics)
    if problems.contains(where: { $0.severity == .error }) { return problems }
    findings = ConfigFindings()
    findings.add(problems)
    for output in outputs {
      let (bytes, problems) = source(of: output, loaded.matrix)
      findings.add(problems)
      guard let bytes, !problems.contains(where: { $0.severity == .error }) else { continue }
      if transaction.existingOutput(output.path) != nil {
        findings.add([Self.outputCollision(output)])
        continue
      }
      let file = transaction.file(output.path)
      file.format = output.settings.language == .swift ? .swift : .kotlin
      file.bytes = bytes
      try file.flushIfNeeded()
    }
    return findings.diagnostics
  }

  /// Returns the code of one output, and its problems. If there are errors, the code is `nil`.
  private func source(
    of output: Output, _ matrix: ConfigMatrix
  ) -> (bytes: [UInt8]?, problems: [Diagnostic]) {
    let settings = output.settings
    let unknown = (settings.environments ?? []).filter { matrix[$0.value] == nil }
    if !unknown.isEmpty {
      return (nil, unknown.map { Self.unknownEnvironment($0, among: matrix.columns.map(\.name)) })
    }
    switch settings.language {
    case .swift:
      var options = SwiftConfiguration.Options()
      if let type = settings.type { options.type = type.value }
      if let access = settings.access { options.access = access }
      options.sources = sources
      let code = SwiftConfiguration(
        matrix, environments: environments(of: settings, matrix), options: options)
      return (code.source(), code.diagnostics)
    case .kotlin:
      var options = KotlinConfiguration.Options()
      if let type = settings.type { options.type = type.value }
      options.package = settings.package?.value
      options.sources = sources
      let code = KotlinConfiguration(
        matrix, environments: environments(of: settings, matrix).map(\.name), options: options)
      return (code.source(), code.diagnostics)
    }
  }

  /// Returns the environments whose values are included in a file.
  ///
  /// These are the specified environments. By default, they are the production environments and, in
  /// Swift, also the others for debug builds. Kotlin has no conditional compilation that would
  /// exclude them from a release.
  private func environments(
    of settings: ProjectFile.GeneratedConfiguration, _ matrix: ConfigMatrix
  ) -> [SwiftConfiguration.Environment] {
    if let named = settings.environments {
      return matrix.columns.map(\.name).filter { name in named.contains { $0.value == name } }
        .map { SwiftConfiguration.Environment($0) }
    }
    return matrix.columns.filter { $0.environment.isProduction || settings.language == .swift }
      .map { SwiftConfiguration.Environment($0.name, isDebugOnly: !$0.environment.isProduction) }
  }

  /// The names of the sources for the file header, without their folders, which differ between
  /// machines.
  private var sources: [String] {
    [files.files.schema, files.files.base?.path].compactMap { path in
      path?.split(separator: "/").last.map(String.init)
    }
  }

  /// Returns the error for an unknown environment.
  private static func unknownEnvironment(_ name: Located<String>, among names: [String])
    -> Diagnostic
  {
    Diagnostic(
      .error, "unknown-environment", "unknown environment '\(name.value)'",
      at: name.location,
      hint: closestMatch(to: name.value, among: names).map { "did you mean '\($0)'?" }
        ?? "use one of \(names.map { "'\($0)'" }.joined(separator: ", "))", subject: name.value)
  }

  /// Returns the error for two outputs with the same path.
  private static func outputCollision(_ output: Output) -> Diagnostic {
    Diagnostic(
      .error, "output-collision", "two outputs write to '\(output.path)'",
      at: output.settings.type?.location ?? output.settings.directory?.location,
      hint: "give one of them a different \"type\" or \"directory\"", subject: output.path)
  }
}
