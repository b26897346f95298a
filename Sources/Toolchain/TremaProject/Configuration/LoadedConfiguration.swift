import ConfigKit
import TremaConfigValues
import TremaJSON
import TremaSupport

/// The environments of a configuration, read.
package struct LoadedConfiguration: Sendable {
  package var matrix: ConfigMatrix
  /// What is wrong with the files, beside what the matrix knows.
  package var problems: [Diagnostic]
  /// Also those of layers that no environment has, as another of its files cannot be read.
  package internal(set) var secrets: ConfigSecrets

  /// The longest file that is read, in bytes.
  static let fileLimit = 64 << 20

  /// Reads all files, each once.
  ///
  /// - Parameters:
  ///   - overrides: what is set from outside the files, in all environments.
  ///   - isContinuousIntegration: whether nobody sits before it, so that there is no local layer.
  /// - Throws: kind `.unreadable`, when there is no base; `.usage`, when a path of the overrides is
  ///   none. A file that cannot be read is among the problems, and its environments are left out: what
  ///   is missing in them is not known.
  package init(
    _ set: ConfigurationSet, overrides: ConfigOverrides = .none,
    isContinuousIntegration: Bool = ProcessEnvironment.isContinuousIntegration
  ) throws(Diagnostic) {
    guard let base = set.files.base else {
      if var problem = set.files.misnamed.first(where: \.isBase)?.diagnostic {
        problem.kind = .unreadable
        throw problem
      }
      throw Self.noBase(set.files)
    }
    let (schema, faults) = set.files.schema.map(Self.schema(at:)) ?? (nil, [])
    var layers = LayerReading(set, schema?.contract)
    layers.read(set.files.layers)
    problems = set.problems + layers.problems + faults
    var local = set.files.layer(of: ConfigurationFiles.local)
    if isContinuousIntegration, let file = local {
      problems.append(Self.localInCI(file.path))
      local = nil
    }
    let outside = try overrides.layers(
      over: set.files.layers.compactMap { layers.values[$0.path] }, contract: schema?.contract,
      interpolates: set.interpolates)
    problems += outside.problems
    var environments: [ConfigEnvironment] = []
    for member in set.lineage.members {
      do throws(Diagnostic) {
        let names = try set.lineage.ancestry(of: member.name)
        // What follows from a file that is not there is no finding of its own.
        guard set.isClear(names) else { continue }
        let isProduction = set.isProduction(member.name)
        let own = isProduction ? [] : [local].compactMap { $0 }
        let files = [base] + names.compactMap(set.files.layer(of:)) + own
        let read = files.compactMap { file in
          layers.values[file.path].map { ConfigLayer(file.role, name: file.path, $0) }
        }
        guard read.count == files.count else { continue }
        environments.append(
          ConfigEnvironment(
            member.name, isProduction: isProduction, layers: read + outside.layers))
      } catch {
        if !problems.contains(error) { problems.append(error) }
      }
    }
    for index in problems.indices where problems[index].key != nil {
      guard let file = problems[index].location?.file, problems[index].environments.isEmpty else {
        continue
      }
      problems[index].environments = environments.filter { environment in
        environment.layers.contains { $0.name.isExactly(file) }
      }.map(\.name)
    }
    matrix = ConfigMatrix(
      environments, rule: set.rule, schema: schema, interpolates: set.interpolates)
    var secrets = ConfigSecrets(in: layers.written, contract: schema?.contract)
    secrets.formUnion(ConfigSecrets(in: matrix))
    self.secrets = secrets
  }

  /// - Returns: no schema when it cannot be read: then the problems say why.
  static func schema(at path: String) -> (ConfigSchema?, [Diagnostic]) {
    do throws(Diagnostic) {
      let bytes = try InputFile(regular: path).contents(limit: fileLimit)
      return ConfigSchema.compile(try JSONValue.decode(bytes, file: path))
    } catch {
      return (nil, [error])
    }
  }

  private static func noBase(_ files: ConfigurationFiles) -> Diagnostic {
    Diagnostic(
      .error, "missing-base", "there is no base configuration in '\(files.searched)'",
      hint: "looked for \(ConfigurationFiles.names(of: nil)); name its folder, or "
        + "\"directory\" of \"configuration\" in trema.json", kind: .unreadable)
  }

  private static func localInCI(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "local-layer-in-ci", "the file of one machine is not for continuous integration",
      at: SourceLocation(file: path),
      hint: "remove it from the repository, and name it in .gitignore; CI is set here")
  }
}

extension ConfigurationFiles.Layer {
  var role: ConfigLayer.Role {
    environment.map { isLocal ? .local : .environment($0) } ?? .base
  }
}
