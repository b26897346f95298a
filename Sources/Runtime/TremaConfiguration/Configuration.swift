public import Foundation
public import TremaConfigValues
import TremaSupport

/// The configuration of an app in one environment. It is immutable and can be read from any thread
/// without a lock.
///
/// A release bundle contains a single file, `Configuration.plist`, created by `trema config merge`
/// or the build for its environment. During development, the bundle may also contain environment
/// files, which are merged over it at launch with the same rules.
public struct Configuration: Sendable {
  /// The immutable state, which all copies share.
  private final class Snapshot: Sendable {
    /// The environment's name.
    let environment: String
    /// The layers before the merge, the base first.
    let layers: [ConfigLayer]
    /// The merged values; an empty dictionary if there is a problem.
    let root: ConfigValue
    /// The error that prevented the configuration from loading, or `nil` if there is none.
    let problem: ConfigurationError?
    /// The keys whose value has a different kind than in the layer below.
    let conflicts: [ConfigurationConflict]

    /// Creates a snapshot.
    init(
      _ environment: String, _ layers: [ConfigLayer], _ root: ConfigValue,
      _ problem: ConfigurationError? = nil, conflicts: [ConfigurationConflict] = []
    ) {
      self.conflicts = conflicts
      self.environment = environment
      self.layers = layers
      self.root = root
      self.problem = problem
    }
  }

  /// The name of the base file without its extension.
  static let stem = "Configuration"
  /// The environment that by default does not need its own file.
  public static let production = "production"

  private let snapshot: Snapshot

  /// Reads the files of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: The bundle that contains `Configuration.plist` or `Configuration.json`.
  ///   - environment: The environment whose `Configuration-<environment>.plist` is merged over the
  ///     base, or `nil` for the build's environment or, in debug builds, the one in the
  ///     `TREMA_ENVIRONMENT` variable.
  ///   - parents: The environments whose files are merged before the environment's own file, the
  ///     most distant ancestor first.
  ///   - rule: The merge rule. Use `.girders` for apps whose files rely on GirdersSwift's top-level
  ///     override.
  ///   - overrides: Variables and arguments that are merged over all files.
  /// - Throws: ``ConfigurationError`` if the base or an environment file is missing or cannot be
  ///   used. A different environment is never used instead.
  public init(
    bundle: Bundle = .main, environment: String? = nil, extending parents: [String] = [],
    merging rule: ConfigMerge.Rule = .deep, overrides: ConfigurationOverrides = .none
  ) throws(ConfigurationError) {
    let environment = environment ?? ConfigurationEnvironment.chosen(by: bundle)
    guard let base = ConfigurationFile(Self.stem, in: bundle) else {
      throw .missingFile(ConfigurationFile.names(Self.stem), folder: bundle.bundlePath)
    }
    var layers = [try base.layer(.base, rule)]
    // The environment of the build is already merged into the base, so its file may be missing.
    for name in parents + [environment] {
      let stem = "\(Self.stem)-\(name)"
      if let file = ConfigurationFile(stem, in: bundle) {
        layers.append(try file.layer(.environment(name), rule))
      } else if name != ConfigurationEnvironment.merged(in: bundle) {
        throw .missingEnvironment(name, searched: ConfigurationFile.names(stem))
      }
    }
    try self.init(environment, layers, rule, overrides)
  }

  /// Reads files at URLs, such as a file that `trema config merge` created for a server.
  ///
  /// - Parameters:
  ///   - files: Property lists and JSON files. The first one is the base, and each of the others is
  ///     merged over its predecessors.
  ///   - environment: The environment that the values belong to.
  ///   - rule: The merge rule.
  ///   - overrides: Variables and arguments that are merged over all files.
  /// - Throws: ``ConfigurationError`` if a file is missing or cannot be used.
  public init(
    files: [URL], environment: String = Configuration.production,
    merging rule: ConfigMerge.Rule = .deep, overrides: ConfigurationOverrides = .none
  ) throws(ConfigurationError) {
    var layers: [ConfigLayer] = []
    for url in files {
      let role = layers.isEmpty ? ConfigLayer.Role.base : .environment(environment)
      layers.append(try ConfigurationFile(url).layer(role, rule))
    }
    try self.init(environment, layers, rule, overrides)
  }

  /// Creates a configuration from values, for tests and for apps that store the values elsewhere.
  ///
  /// - Throws: ``ConfigurationError/malformedFile(_:reason:)`` if the values are not a dictionary.
  public init(_ values: ConfigValue, environment: String = Configuration.production)
    throws(ConfigurationError)
  {
    guard values.kind == .dictionary else {
      throw .malformedFile(
        "the program", reason: "the top-level value must be a dictionary, not \(values.kind.title)")
    }
    try self.init(
      environment, [ConfigLayer(.base, name: "the program", values)], .deep, .none)
  }

  /// Merges file layers and the overrides. Kind conflicts are kept for lookups; any other problem
  /// is thrown.
  private init(
    _ environment: String, _ files: [ConfigLayer], _ rule: ConfigMerge.Rule,
    _ overrides: ConfigurationOverrides
  ) throws(ConfigurationError) {
    let layers = files + (try overrides.layers(over: files))
    var merge = ConfigMerge(rule, contract: overrides.rules)
    let root = merge(layers)
    let names = layers.map(\.name).joined(separator: ", ")
    if let problem = merge.problems.first(where: { $0.code != ConfigurationConflict.code }) {
      throw .malformedFile(names, reason: problem.message)
    }
    snapshot = Snapshot(
      environment, layers, root,
      conflicts: merge.problems.map { ConfigurationConflict($0, files: names) })
  }

  /// Creates a configuration without values, whose lookups throw an error.
  init(_ problem: ConfigurationError, environment: String) {
    snapshot = Snapshot(environment, [], ConfigValue(.dictionary([])), problem)
  }

  /// The environment that the values belong to.
  public var environment: String { snapshot.environment }

  /// The error that prevented the configuration from loading, or `nil` if there is none.
  public var problem: ConfigurationError? { snapshot.problem }

  /// The errors of keys whose value in an environment has a different kind than in the layer below.
  /// Each lookup of such a key throws its error, and the subscript returns `nil`. All other keys
  /// keep their values.
  public var conflicts: [ConfigurationError] { snapshot.conflicts.map(\.error) }

  /// The names of the layers: the files, starting with the base, followed by the sources of
  /// overrides.
  public var files: [String] { snapshot.layers.map(\.name) }

  /// The layers before the merge, the base first.
  var layers: [ConfigLayer] { snapshot.layers }

  /// All values, as one dictionary.
  public var values: ConfigValue { snapshot.root }

  /// A key's value, or `nil` if there is none. A key with exactly this name, including dots, takes
  /// precedence over a path (`api.host`, `servers[0]`).
  public subscript(key: String) -> ConfigValue? {
    conflict(around: key) == nil ? values.value(named: key) : nil
  }

  /// Returns the conflict of a key or an enclosing dictionary.
  func conflict(around key: String) -> ConfigurationError? {
    snapshot.conflicts.first { $0.contains(key) }?.error
  }

  /// Returns the conflict for a key, an enclosing dictionary, or any part of its value. Without a
  /// key, returns the first conflict.
  func conflict(within key: String?) -> ConfigurationError? {
    guard let key else { return snapshot.conflicts.first?.error }
    return snapshot.conflicts.first { $0.contains(key) || $0.isInside(key) }?.error
  }

  /// The environment and the files, for errors.
  var errorSource: ConfigurationError.Source {
    ConfigurationError.Source(environment: environment, files: files)
  }

  /// Returns a configuration with new values for some keys. A configuration without values is
  /// returned unchanged.
  ///
  /// - Parameter values: The values by key or path. Missing dictionaries on a path are created. A
  ///   path that leads into a scalar or beyond the end of an array has no effect.
  public func overriding(_ values: [String: ConfigValue]) -> Configuration {
    if problem != nil { return self }
    let layer = ConfigLayer(
      .options, name: "overrides", ConfigValue(.dictionary([])).setting(values))
    return Configuration(
      snapshot: Snapshot(
        environment, layers + [layer], self.values.setting(values),
        // A key that is set here no longer has a conflict.
        conflicts: snapshot.conflicts.filter { conflict in
          !values.keys.contains(where: conflict.contains)
        }))
  }

  /// Creates a configuration from a snapshot.
  private init(snapshot: Snapshot) { self.snapshot = snapshot }
}

extension Configuration: CustomStringConvertible, CustomReflectable {
  /// A summary without values, because a value may be secret.
  public var description: String {
    problem.map { "no configuration: \($0)" }
      ?? "the configuration of '\(environment)' from \(files.joined(separator: ", "))"
  }

  /// A mirror that shows the environment and the files, but no values.
  public var customMirror: Mirror {
    Mirror(self, children: ["environment": environment, "files": files])
  }
}

extension Configuration {
  // This overload exists for its message: the compiler's own error wouldn't describe the mistake.
  /// Unavailable. Specify the type to decode.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "specify the type to decode: decode(APISettings.self, at: \"api\")"
  )
  public func decode(at key: String? = nil) throws(ConfigurationError) -> Never {
    preconditionFailure("unavailable")
  }
}

extension Configuration {
  /// The origin of a key's value, layer by layer.
  public struct Explanation: Hashable, Sendable {
    /// A layer of the configuration.
    public struct Layer: Hashable, Sendable {
      /// The name of the file, or `overrides`.
      public var name: String
      /// The layer's value, or `nil` if the layer does not have the key.
      public var value: ConfigValue?
    }

    /// The key or path that was looked up.
    public var key: String
    /// The environment's name.
    public var environment: String
    /// The layers, the base first.
    public var layers: [Layer]
    /// The merged value, or `nil` if there is none.
    public var value: ConfigValue?
  }

  /// Returns the value of a key in each layer, for example for a screen for testers.
  ///
  /// - Returns: `nil` unless `Runtime.isDebug` is set, because the configuration of an app must
  ///   not be shown to its users.
  public func explain(_ key: String) -> Explanation? {
    guard Runtime.isDebug else { return nil }
    return Explanation(
      key: key, environment: environment,
      layers: layers.map { Explanation.Layer(name: $0.name, value: $0.value.value(named: key)) },
      value: self[key])
  }
}
