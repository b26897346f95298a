import ConfigKit
import TremaSupport

/// Which files a configuration is made of, by their names: `Configuration.plist` is the base,
/// `Configuration-staging.plist` the environment `staging`, `Configuration-local.plist` the local
/// layer, `Configuration.schema.json` the schema, `Configuration.baseline.json` the baseline. Any form that ``ConfigFormat`` knows may mean
/// `.plist`.
package struct ConfigurationFiles: Sendable {
  static let stem = "Configuration"
  static let local = "local"
  package static let production = "production"
  static let schemaName = "\(stem).schema.json"
  static let baselineName = "\(stem).baseline.json"

  /// The file of one layer.
  package struct Layer: Hashable, Sendable {
    package var path: String
    /// Nil for the base.
    package var environment: String?
    package var format: ConfigFormat

    func isSameLayer(as other: Layer) -> Bool {
      guard let environment, let name = other.environment else {
        return environment == nil && other.environment == nil
      }
      return environment.isExactly(name)
    }

    var isLocal: Bool { environment?.isExactly(ConfigurationFiles.local) == true }
  }

  /// In the order of their names.
  package private(set) var layers: [Layer] = []
  package var schema: String?
  /// The file with the findings that are muted.
  package var baseline: String?
  /// The places that were searched, for messages: a folder, or the files that were named.
  package private(set) var searched: String

  /// Files that would be layers if they were named so.
  private(set) var misnamed: [MisnamedLayer] = []

  /// The folder of files that these include.
  let source: ConfigurationSource

  /// All files of a folder that are named so.
  ///
  /// - Throws: kind `.unreadable`.
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
    // What is beside a base of another name is hardly another base.
    if base != nil { misnamed.removeAll(where: \.isBase) }
  }

  /// Files that were named.
  ///
  /// - Throws: kind `.usage`, when the name of one does not tell what it is.
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
        throw SystemCalls.unreadable(path, SystemError(code: ENOENT))
      } else {
        throw Diagnostic(
          .error, "usage", "the name of '\(path)' does not tell which layer it is",
          hint: "layers are called Configuration.plist and Configuration-staging.plist",
          kind: .usage)
      }
    }
  }

  /// - Returns: nil when the name is no layer's.
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

  /// The path of the base, and of the files beside it.
  var folder: String {
    let path = base?.path ?? searched
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package var base: Layer? { layers.first { $0.environment == nil } }

  /// Leaves out what only this machine has.
  package mutating func removeLocal() { layers.removeAll { $0.isLocal } }

  package func layer(of environment: String) -> Layer? {
    layers.first { $0.environment?.isExactly(environment) == true }
  }

  /// The layer that a file would be if it were written where these files were looked for.
  ///
  /// - Returns: nil when it would be none.
  package func layer(ofNew path: String) -> Layer? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard FolderListing.areSame(OutputFolders.parent(of: path), searched) else { return nil }
    return Self.layer(path, name)
  }

  /// Returns the existing file of a project that a new one would be read beside.
  ///
  /// - Returns: nil when it would be nothing.
  package func companion(ofNew path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if name == ProjectFile.name { return "the project file" }
    if let baseline, OutputTransaction.isSame(baseline, path) { return "the baseline" }
    let parent = OutputFolders.parent(of: path)
    guard [searched, folder].contains(where: { FolderListing.areSame(parent, $0) }) else {
      return nil
    }
    return switch name {
    case Self.schemaName: "the schema"
    case Self.baselineName: "the baseline"
    default: nil
    }
  }

  /// The environments that have files, and production, which needs none, unless one of them is.
  var environments: [String] {
    var named: [String] = []
    for name in layers.compactMap(\.environment)
    where !name.isExactly(Self.local) && !named.contains(where: name.isExactly) {
      named.append(name)
    }
    return named.contains(where: ProductionName.isOne) ? named : named + [Self.production]
  }

  /// Returns the possible names of the file of a layer, for messages.
  ///
  /// - Parameter environment: nil for the base.
  static func names(of environment: String?) -> String {
    let name = environment.map { "\(stem)-\($0)" } ?? stem
    return ConfigFormat.allCases.map { "\(name).\($0.rawValue)" }.joined(separator: ", ")
  }

  /// The environments whose files leave open what is in them: there are two, or one is misnamed.
  var unclear: [String] {
    layers.indices.dropFirst().compactMap { index in
      layers[..<index].contains { $0.isSameLayer(as: layers[index]) }
        ? layers[index].environment : nil
    } + misnamed.compactMap(\.environment)
  }

  /// Whether two files claim to be the base.
  var hasTwoBases: Bool { layers.filter { $0.environment == nil }.count > 1 }

  /// Layers that two files claim to be.
  var duplicates: [Diagnostic] {
    layers.indices.dropFirst().compactMap { index in
      let layer = layers[index]
      guard let first = layers[..<index].first(where: { $0.isSameLayer(as: layer) })
      else { return nil }
      let what =
        layer.isLocal
        ? "the local layer" : layer.environment.map { "the environment '\($0)'" } ?? "the base"
      var diagnostic = Diagnostic(
        .error, "duplicate-layer", "\(what) has two files",
        at: SourceLocation(file: layer.path), hint: "keep one of them", subject: what)
      diagnostic.related = [
        Diagnostic.Related("the other", at: SourceLocation(file: first.path), role: .duplicate)
      ]
      return diagnostic
    }
  }
}
