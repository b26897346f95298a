import ConfigKit
import TremaSupport

/// The files of a configuration, recognized by name.
///
/// `Configuration.plist` is the base, `Configuration-staging.plist` the environment `staging`,
/// `Configuration-local.plist` the local layer, `Configuration.schema.json` the schema, and
/// `Configuration.baseline.json` the baseline. Instead of `.plist`, the extension can be that of
/// any ``ConfigFormat``.
package struct ConfigurationFiles: Sendable {
  /// The prefix of all file names.
  static let stem = "Configuration"
  /// The name of the local layer, which cannot be an environment.
  static let local = "local"
  /// The name of the production environment if no other name is known.
  package static let production = "production"
  /// The file name of the schema.
  static let schemaName = "\(stem).schema.json"
  /// The file name of the baseline.
  static let baselineName = "\(stem).baseline.json"

  /// The file of one layer.
  package struct Layer: Hashable, Sendable {
    /// The path of the file.
    package var path: String
    /// The environment, or `nil` for the base.
    package var environment: String?
    /// The format of the file.
    package var format: ConfigFormat

    /// Returns whether the two files are for the same environment or are both the base.
    func isSameLayer(as other: Layer) -> Bool {
      guard let environment, let name = other.environment else {
        return environment == nil && other.environment == nil
      }
      return environment.equalsExactly(name)
    }

    /// Whether the file is the local layer.
    var isLocal: Bool { environment?.equalsExactly(ConfigurationFiles.local) == true }
  }

  /// The layers, sorted by name.
  package private(set) var layers: [Layer] = []
  /// The path of the schema; or `nil` if there is none.
  package var schema: String?
  /// The path of the baseline with muted findings, or `nil` if there is none.
  package var baseline: String?
  /// The searched folder, or the specified files, for messages.
  package private(set) var searched: String

  /// The files that are not read because their names differ slightly from the names of layers.
  private(set) var misnamed: [MisnamedLayer] = []

  /// The source for the files and the files they include.
  let source: ConfigurationSource

  /// Finds the files of a configuration in a folder.
  ///
  /// - Throws: An `.unreadableFile` diagnostic.
  package init(
    inFolder folder: String, from source: ConfigurationSource = .disk
  ) throws(Diagnostic) {
    searched = folder
    self.source = source
    for name in try source.files(in: folder) {
      let path = folder == "." ? name : "\(folder)/\(name)"
      if name == Self.schemaName {
        schema = try source.open(path)
      } else if name == Self.baselineName {
        baseline = path
      } else if var layer = Self.layer(path, name) {
        layer.path = try source.open(path)
        layers.append(layer)
      } else if let file = MisnamedLayer(path, name) {
        misnamed.append(file)
      }
    }
    // If there is a base, a file with a similar name is probably not meant to be another base.
    if base != nil { misnamed.removeAll(where: \.isBase) }
  }

  /// Assigns the specified files.
  ///
  /// - Throws: A `.usage` diagnostic if the name of a file does not identify its layer.
  package init(
    named paths: [String], from source: ConfigurationSource = .disk
  ) throws(Diagnostic) {
    searched = paths.joined(separator: ", ")
    self.source = source
    for path in paths {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      if name.hasSuffix(".schema.json") {
        schema = try source.open(path)
      } else if name.hasSuffix(".baseline.json") {
        baseline = path
      } else if var layer = Self.layer(path, name) {
        layer.path = try source.open(path)
        layers.append(layer)
      } else if try source.isMissing(path) {
        throw SystemCalls.unreadableFile(path, SystemError(code: ENOENT))
      } else {
        throw Diagnostic(
          .error, "usage", "the name of '\(path)' does not identify a layer",
          hint: "use a name such as Configuration.plist or Configuration-staging.plist",
          kind: .usage)
      }
    }
  }

  /// Returns the layer of a file, or `nil` if the name does not belong to a layer.
  private static func layer(_ path: String, _ name: String) -> Layer? {
    guard let format = ConfigFormat(path: name), name.hasPrefix(stem) else { return nil }
    let rest = name.utf8.dropFirst(stem.utf8.count)
    guard let dot = rest.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let middle = rest[..<dot]
    if middle.isEmpty { return Layer(path: path, environment: nil, format: format) }
    guard middle.first == UInt8(ascii: "-"), middle.count > 1 else { return nil }
    let environment = String(decoding: middle.dropFirst(), as: UTF8.self)
    return Layer(path: path, environment: environment, format: format)
  }

  /// The folder that contains the base and the other files.
  var folder: String {
    let path = base?.path ?? searched
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The base, or `nil` if it is missing.
  package var base: Layer? { layers.first { $0.environment == nil } }

  /// Removes the local layer so that the result does not depend on the machine.
  package mutating func removeLocal() { layers.removeAll { $0.isLocal } }

  /// Returns the layer of an environment, or `nil` if it has no file.
  package func layer(of environment: String) -> Layer? {
    layers.first { $0.environment?.equalsExactly(environment) == true }
  }

  /// Returns the layer that a new file would be, or `nil` if it would not be a layer of this
  /// configuration.
  package func layer(ofNew path: String) -> Layer? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard FolderListing.isSameFile(OutputFolders.parent(of: path), searched) else { return nil }
    return Self.layer(path, name)
  }

  /// Returns a description of the project file other than a layer that a new file would be, or
  /// `nil` if there is none.
  package func companion(ofNew path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if name == ProjectFile.name { return "the project file" }
    if let baseline, OutputTransaction.isSame(baseline, path) { return "the baseline" }
    let parent = OutputFolders.parent(of: path)
    guard [searched, folder].contains(where: { FolderListing.isSameFile(parent, $0) }) else {
      return nil
    }
    return switch name {
    case Self.schemaName: "the schema"
    case Self.baselineName: "the baseline"
    default: nil
    }
  }

  /// The environments that have files, and `production`, which needs no file, if none of them is a
  /// production environment.
  var environments: [String] {
    var named: [String] = []
    for name in layers.compactMap(\.environment)
    where !name.equalsExactly(Self.local) && !named.contains(where: name.equalsExactly) {
      named.append(name)
    }
    return named.contains(where: ProductionName.matches) ? named : named + [Self.production]
  }

  /// Returns the possible file names of a layer, for messages.
  ///
  /// - Parameter environment: The environment, or `nil` for the base.
  static func names(of environment: String?) -> String {
    let name = environment.map { "\(stem)-\($0)" } ?? stem
    return ConfigFormat.allCases.map { "\(name).\($0.rawValue)" }.joined(separator: ", ")
  }

  /// The environments whose values are uncertain, because they have two files or a misnamed file.
  var ambiguousEnvironments: [String] {
    layers.indices.dropFirst().compactMap { index in
      layers[..<index].contains { $0.isSameLayer(as: layers[index]) }
        ? layers[index].environment : nil
    } + misnamed.compactMap(\.environment)
  }

  /// Whether there are two files for the base.
  var hasTwoBases: Bool { layers.filter { $0.environment == nil }.count > 1 }

  /// The errors for layers with two files.
  var duplicates: [Diagnostic] {
    layers.indices.dropFirst().compactMap { index in
      let layer = layers[index]
      guard let first = layers[..<index].first(where: { $0.isSameLayer(as: layer) })
      else { return nil }
      let description =
        layer.isLocal
        ? "the local layer" : layer.environment.map { "the environment '\($0)'" } ?? "the base"
      var diagnostic = Diagnostic(
        .error, "duplicate-layer", "\(description) has two files",
        at: SourceLocation(file: layer.path), hint: "remove one of them", subject: description)
      diagnostic.related = [
        Diagnostic.Related(
          "the other file is "
            + "here", at: SourceLocation(file: first.path), role: .duplicate)
      ]
      return diagnostic
    }
  }
}
