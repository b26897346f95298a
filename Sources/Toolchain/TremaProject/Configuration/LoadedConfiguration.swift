import ConfigKit
import TremaConfigValues
import TremaJSON
import TremaSupport

/// The environments of a configuration, read.
package struct LoadedConfiguration: Sendable {
  package var matrix: ConfigMatrix
  /// The problems of the files, beside those of the matrix.
  package var problems: [Diagnostic]
  /// Also those of layers that no environment has, as another of its files cannot be read.
  package internal(set) var secrets: ConfigSecrets

  /// The longest file that is read, in bytes.
  static let fileLimit = 64 << 20

  /// Reads all files, each once.
  ///
  /// - Parameters:
  ///   - overrides: what is set from outside the files, in all environments.
  ///   - isContinuousIntegration: whether there is no local layer, because the process runs in
  ///     continuous integration.
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

/// Reads the files of the layers, and brings each into the form in which it can be merged: its names
/// are keys, its values have the kinds that the schema wants, its directives are known.
struct LayerReading {
  /// The values by the path of the file; one that cannot be read has none.
  private(set) var values: [String: ConfigValue] = [:]
  private(set) var problems: [Diagnostic] = []
  /// The layers as they were written, with what is not taken over from them.
  private(set) var written: [ConfigValue] = []
  private let set: ConfigurationSet
  private let contract: ConfigContract?

  init(_ set: ConfigurationSet, _ contract: ConfigContract?) {
    self.set = set
    self.contract = contract
  }

  mutating func read(_ layers: [ConfigurationFiles.Layer]) {
    var readings: [(layer: ConfigurationFiles.Layer, value: ConfigValue)] = []
    for layer in layers where !readings.contains(where: { $0.layer.path.isExactly(layer.path) }) {
      do throws(Diagnostic) {
        if let value = try decoded(layer) { readings.append((layer, value)) }
      } catch {
        problems.append(error)
      }
    }
    // Lines name keys of other layers: first those of the base, then all that are no lines.
    let (lines, others) = (
      readings.filter { $0.layer.format.typing == .text },
      readings.filter { $0.layer.format.typing != .text }
    )
    for (layer, value) in others { values[layer.path] = finished(value, layer) }
    let base = lines.filter { $0.layer.environment == nil }
    for (layer, value) in base { values[layer.path] = finished(named(value, []), layer) }
    let known = layers.compactMap { values[$0.path] }
    for (layer, value) in lines where layer.environment != nil {
      values[layer.path] = finished(named(value, known), layer)
    }
  }

  /// - Returns: nil when lines of it are missing; the problems say which.
  private mutating func decoded(
    _ layer: ConfigurationFiles.Layer
  ) throws(Diagnostic) -> ConfigValue? {
    let bytes = try InputFile(regular: layer.path).contents(limit: LoadedConfiguration.fileLimit)
    guard !Self.isBlank(bytes) else { throw Self.empty(layer.path) }
    let source = set.files.source
    let reading = try layer.format.decode(bytes, file: layer.path) { path throws(Diagnostic) in
      try source.contents(ofIncluded: path, from: layer.path)
    }
    problems += reading.problems
    guard !reading.problems.contains(where: { $0.kind == .unreadable }) else {
      // Its lines are quoted all the same, so what could be read of them is to be known.
      written.append(reading.value)
      return nil
    }
    guard reading.value.kind == .dictionary else { throw Self.wrongRoot(reading.value) }
    return reading.value
  }

  private mutating func named(_ value: ConfigValue, _ known: [ConfigValue]) -> ConfigValue {
    let (value, found) = ConfigNames(contract: contract, values: known).resolved(value)
    problems += found
    return value
  }

  private mutating func finished(
    _ value: ConfigValue, _ layer: ConfigurationFiles.Layer
  ) -> ConfigValue {
    written.append(value)
    var value = value
    if layer.format.typing != .text {
      // The seed's rule is about files of environments, which have no directives.
      let (read, found) =
        set.rule == .girders && !layer.isLocal
        ? ConfigDirectives.literal(value)
        : ConfigDirectives.read(value, isOverlay: layer.environment != nil, contract: contract)
      value = read
      problems += found
    }
    guard let source = layer.format.typing else { return value }
    let (typed, found) = ConfigTyping.typed(
      value, from: source, contract: contract, interpolates: set.interpolates)
    problems += found
    return typed
  }

  /// Whether a file has nothing but white space, or the mark of an encoding.
  private static func isBlank(_ bytes: [UInt8]) -> Bool {
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
    let mark = marks.first { bytes.starts(with: $0) }
    return bytes.dropFirst(mark?.count ?? 0).allSatisfy { byte in
      byte == 0x20 || (0x09...0x0D).contains(byte)
    }
  }

  private static func empty(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "empty-layer", "the file is empty", at: SourceLocation(file: path),
      hint: "write an empty dictionary, or remove the file", kind: .unreadable)
  }

  private static func wrongRoot(_ value: ConfigValue) -> Diagnostic {
    Diagnostic(
      .error, "wrong-root", "a configuration is a dictionary, not \(value.kind.title)",
      at: value.place.location, hint: "put keys around the values", kind: .unreadable)
  }
}
