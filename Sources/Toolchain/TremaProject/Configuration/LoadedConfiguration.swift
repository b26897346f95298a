import ConfigKit
import TremaConfigValues
import TremaJSON
import TremaSupport

/// A configuration whose files have been read.
package struct LoadedConfiguration: Sendable {
  /// The environments with their layers and merged values.
  package var matrix: ConfigMatrix
  /// The problems in the files, excluding the matrix problems.
  package var problems: [Diagnostic]
  /// The secrets, including secrets in layers that no environment uses because another file cannot
  /// be read.
  package internal(set) var secrets: ConfigSecrets

  /// The maximum size of a file in bytes.
  static let fileLimit = 64 << 20

  /// Reads all files, each only once.
  ///
  /// A file that cannot be read is reported among the problems, and its environments are excluded
  /// because their values are unknown.
  ///
  /// - Parameters:
  ///   - set: The configuration.
  ///   - overrides: The values set outside the files, for all environments.
  ///   - isContinuousIntegration: Whether the process runs in continuous integration, where the
  ///     local layer is ignored and reported.
  /// - Throws: An `.unreadable` diagnostic if there is no base, or a `.usage` diagnostic if a key
  ///   path of the overrides is invalid.
  package init(
    _ set: ConfigurationSet, overrides: ConfigOverrides = .none,
    isContinuousIntegration: Bool = ProcessEnvironment.isContinuousIntegration
  ) throws(Diagnostic) {
    guard let base = set.files.base else {
      if var problem = set.files.misnamed.first(where: \.isBase)?.diagnostic {
        problem.kind = .unreadable
        throw problem
      }
      throw Self.missingBase(set.files)
    }
    let (schema, schemaProblems) = set.files.schema.map(Self.schema(at:)) ?? (nil, [])
    var layers = LayerReader(set, schema?.contract)
    layers.read(set.files.layers)
    problems = set.problems + layers.problems + schemaProblems
    var local = set.files.layer(of: ConfigurationFiles.local)
    if isContinuousIntegration, let file = local {
      problems.append(Self.localLayerInCI(file.path))
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
        // A missing file is reported once rather than for every value that is missing because of
        // it.
        guard set.isUnambiguous(names) else { continue }
        let isProduction = set.isProduction(member.name)
        let localLayers = isProduction ? [] : [local].compactMap { $0 }
        let files = [base] + names.compactMap(set.files.layer(of:)) + localLayers
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
        environment.layers.contains { $0.name.equalsExactly(file) }
      }.map(\.name)
    }
    matrix = ConfigMatrix(
      environments, rule: set.rule, schema: schema, interpolates: set.interpolates)
    var secrets = ConfigSecrets(in: layers.sourceValues, contract: schema?.contract)
    secrets.formUnion(ConfigSecrets(in: matrix))
    self.secrets = secrets
  }

  /// Reads a schema.
  ///
  /// - Returns: The schema, or `nil` if it cannot be read, and its problems.
  static func schema(at path: String) -> (ConfigSchema?, [Diagnostic]) {
    do throws(Diagnostic) {
      let bytes = try InputFile(regular: path).contents(limit: fileLimit)
      return ConfigSchema.compile(try JSONValue.decode(bytes, file: path))
    } catch {
      return (nil, [error])
    }
  }

  /// Returns the error for a configuration without a base.
  private static func missingBase(_ files: ConfigurationFiles) -> Diagnostic {
    Diagnostic(
      .error, "missing-base", "no base configuration was found in '\(files.searched)'",
      hint: "create one of \(ConfigurationFiles.names(of: nil)), or specify its folder as an "
        + "argument or in \"directory\" of \"configuration\" in trema.json", kind: .unreadable)
  }

  /// Returns the error for a local layer in continuous integration.
  private static func localLayerInCI(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "local-layer-in-ci", "the local layer must not be used in continuous integration",
      at: SourceLocation(file: path),
      hint: "remove it from the repository, and add it to .gitignore; the variable CI is set")
  }
}

extension ConfigurationFiles.Layer {
  /// The role of the file in the merge.
  var role: ConfigLayer.Role {
    environment.map { isLocal ? .local : .environment($0) } ?? .base
  }
}

/// Reads the files of layers and prepares them for the merge: names become key paths, values are
/// converted to the kinds in the schema, and directives are decoded.
struct LayerReader {
  /// The values, by file path. A file that cannot be read has no values.
  private(set) var values: [String: ConfigValue] = [:]
  /// The problems of the files.
  private(set) var problems: [Diagnostic] = []
  /// The original layers, including values that are not used. They are searched for secrets.
  private(set) var sourceValues: [ConfigValue] = []
  /// The configuration.
  private let set: ConfigurationSet
  /// The contract of the schema, or `nil` if there is none.
  private let contract: ConfigContract?

  init(_ set: ConfigurationSet, _ contract: ConfigContract?) {
    self.set = set
    self.contract = contract
  }

  /// Reads all layers.
  mutating func read(_ layers: [ConfigurationFiles.Layer]) {
    var readings: [(layer: ConfigurationFiles.Layer, value: ConfigValue)] = []
    for layer in layers where !readings.contains(where: { $0.layer.path.equalsExactly(layer.path) })
    {
      do throws(Diagnostic) {
        if let value = try decoded(layer) { readings.append((layer, value)) }
      } catch {
        problems.append(error)
      }
    }
    // Line-based files such as `.env` refer to keys of other layers. Other formats are therefore
    // read first, followed by the line-based base and the line-based environments.
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

  /// Decodes a layer.
  ///
  /// - Returns: `nil` if part of the layer could not be read, which is reported.
  /// - Throws: A diagnostic if the file cannot be read, is empty, or is not a dictionary.
  private mutating func decoded(
    _ layer: ConfigurationFiles.Layer
  ) throws(Diagnostic) -> ConfigValue? {
    let bytes = try InputFile(regular: layer.path).contents(limit: LoadedConfiguration.fileLimit)
    guard !Self.isBlank(bytes) else { throw Self.emptyFile(layer.path) }
    let source = set.files.source
    let reading = try layer.format.decode(bytes, file: layer.path) {
      path, isOptional throws(Diagnostic) in
      try source.contents(ofIncluded: path, from: layer.path, isOptional: isOptional)
    }
    problems += reading.problems
    guard !reading.problems.contains(where: { $0.kind == .unreadable }) else {
      // Messages quote lines of the file, so the secrets among the values that could be read must
      // be known.
      sourceValues.append(reading.value)
      return nil
    }
    guard reading.value.kind == .dictionary else { throw Self.wrongRoot(reading.value) }
    return reading.value
  }

  /// Converts the names in line-based files to key paths.
  ///
  /// - Parameters:
  ///   - value: The decoded lines.
  ///   - known: The values of other layers, which contain the keys that the names refer to.
  private mutating func named(_ value: ConfigValue, _ known: [ConfigValue]) -> ConfigValue {
    let (value, found) = ConfigNames(contract: contract, values: known).resolved(value)
    problems += found
    return value
  }

  /// Decodes a layer's directives and converts its values to the schema's kinds.
  private mutating func finished(
    _ value: ConfigValue, _ layer: ConfigurationFiles.Layer
  ) -> ConfigValue {
    sourceValues.append(value)
    var value = value
    if layer.format.typing != .text {
      // GirdersSwift's rule applies to environment files, which have no directives.
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

  /// Returns whether a file contains only whitespace and a byte order mark.
  private static func isBlank(_ bytes: [UInt8]) -> Bool {
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
    let mark = marks.first { bytes.starts(with: $0) }
    return bytes.dropFirst(mark?.count ?? 0).allSatisfy { byte in
      byte == 0x20 || (0x09...0x0D).contains(byte)
    }
  }

  /// Returns the error for an empty file.
  private static func emptyFile(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "empty-layer", "the file is empty", at: SourceLocation(file: path),
      hint: "add an empty dictionary, or remove the file", kind: .unreadable)
  }

  /// Returns the error for a file whose root is not a dictionary.
  private static func wrongRoot(_ value: ConfigValue) -> Diagnostic {
    Diagnostic(
      .error, "wrong-root", "the top-level value must be a dictionary, not \(value.kind.title)",
      at: value.location.diagnosticLocation, hint: "put the values in a dictionary",
      kind: .unreadable)
  }
}
