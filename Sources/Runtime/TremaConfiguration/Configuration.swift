public import Foundation
public import TremaConfigValues
import TremaSupport

/// The configuration of an app in one environment: values that do not change, to be read from any
/// thread without a lock.
///
/// A release bundle holds one file, `Configuration.plist`, which `trema config merge` or the build
/// made for its environment. While an app is being worked on, files of environments may be beside
/// it, and are merged over it here by the same rules.
public struct Configuration: Sendable {
  /// Made once and shared by all copies.
  private final class Snapshot: Sendable {
    let environment: String
    let layers: [ConfigLayer]
    let root: ConfigValue
    /// Why there are no values.
    let problem: ConfigurationError?
    let conflicts: [ConfigurationConflict]

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

  static let stem = "Configuration"
  /// The environment that needs no file of its own.
  public static let production = "production"

  private let snapshot: Snapshot

  /// Reads the files of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: where `Configuration.plist` is, or `Configuration.json`.
  ///   - environment: whose `Configuration-<environment>.plist` is merged over it; nil for what
  ///     the build chose (``ConfigurationEnvironment``).
  ///   - parents: environments whose files come before its own, the farthest first.
  ///   - rule: how; `.girders` for apps whose files rely on the top-level override of GirdersSwift.
  ///   - overrides: variables and arguments, over all files.
  /// - Throws: ``ConfigurationError``, when the base or the file of the environment is missing or
  ///   cannot be used: one is never taken for the other.
  public init(
    bundle: Bundle = .main, environment: String? = nil, extending parents: [String] = [],
    merging rule: ConfigMerge.Rule = .deep, overrides: ConfigurationOverrides = .none
  ) throws(ConfigurationError) {
    let environment = environment ?? ConfigurationEnvironment.chosen(by: bundle)
    guard let base = ConfigurationFile(Self.stem, in: bundle) else {
      throw .missingFile(ConfigurationFile.names(Self.stem), folder: bundle.bundlePath)
    }
    var layers = [try base.layer(.base, rule)]
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

  /// Reads files that are named, such as one that `trema config merge` wrote for a server.
  ///
  /// - Parameters:
  ///   - files: property lists and JSON, the base first; each is merged over those before it.
  ///   - environment: what the values are for.
  ///   - rule: how files are merged.
  ///   - overrides: variables and arguments, over all files.
  /// - Throws: ``ConfigurationError``, when one of them is missing or cannot be used.
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

  /// A configuration of values, for tests and for apps that keep theirs elsewhere.
  public init(_ values: ConfigValue, environment: String = Configuration.production)
    throws(ConfigurationError)
  {
    guard values.kind == .dictionary else {
      throw .malformedFile("the program", reason: "a configuration is a dictionary")
    }
    try self.init(
      environment, [ConfigLayer(.base, name: "the program", values)], .deep, .none)
  }

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

  /// One that has no values, and says why whenever it is asked for one.
  init(_ problem: ConfigurationError, environment: String) {
    snapshot = Snapshot(environment, [], ConfigValue(.dictionary([])), problem)
  }

  /// The environment that the values are for.
  public var environment: String { snapshot.environment }

  /// Why there are no values; nil when there are.
  public var problem: ConfigurationError? { snapshot.problem }

  /// Keys whose value is of another kind in an environment than in the layer below. Every lookup of
  /// such a key throws the error, and the subscript returns nil; all other keys have their values.
  public var conflicts: [ConfigurationError] { snapshot.conflicts.map(\.error) }

  /// The names of the files, the base first.
  public var files: [String] { snapshot.layers.map(\.name) }

  var layers: [ConfigLayer] { snapshot.layers }

  /// All values, as one dictionary.
  public var values: ConfigValue { snapshot.root }

  /// The value of a key, or nil: first of a key that is spelled so, dots and all, then of the key at
  /// the end of a path (`api.host`, `servers[0]`).
  public subscript(key: String) -> ConfigValue? {
    conflict(around: key) == nil ? values.value(named: key) : nil
  }

  /// The conflict of the key itself or of a dictionary that holds it.
  func conflict(around key: String) -> ConfigurationError? {
    snapshot.conflicts.first { $0.contains(key) }?.error
  }

  /// The conflict of any part of the value of a key, or of the whole configuration.
  func conflict(within key: String?) -> ConfigurationError? {
    guard let key else { return snapshot.conflicts.first?.error }
    return snapshot.conflicts.first { $0.contains(key) || $0.isInside(key) }?.error
  }

  var place: ConfigurationError.Place {
    ConfigurationError.Place(environment: environment, files: files)
  }

  /// The same, with other values for some keys. One that has no values for a reason still has none.
  ///
  /// - Parameter values: by key or path; a path makes the dictionaries that it needs. A path that
  ///   leads into a value without parts, or behind the end of an array, changes nothing.
  public func overriding(_ values: [String: ConfigValue]) -> Configuration {
    if problem != nil { return self }
    let layer = ConfigLayer(
      .options, name: "overrides", ConfigValue(.dictionary([])).setting(values))
    return Configuration(
      snapshot: Snapshot(
        environment, layers + [layer], self.values.setting(values),
        conflicts: snapshot.conflicts.filter { conflict in
          !values.keys.contains(where: conflict.contains)
        }))
  }

  private init(snapshot: Snapshot) { self.snapshot = snapshot }
}

extension Configuration: CustomStringConvertible, CustomReflectable {
  /// A summary without values, one of which may be a secret.
  public var description: String {
    problem.map { "no configuration: \($0)" }
      ?? "the configuration of '\(environment)' from \(files.joined(separator: ", "))"
  }

  /// A mirror with the environment and the files, without values.
  public var customMirror: Mirror {
    Mirror(self, children: ["environment": environment, "files": files])
  }
}

extension Configuration {
  // A message for a mistake that the compiler could not explain otherwise.
  /// Unavailable: explains that a type to decode is missing.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "say which type it becomes: decode(APISettings.self, at: \"api\")"
  )
  public func decode(at key: String? = nil) throws(ConfigurationError) -> Never {
    preconditionFailure("unavailable")
  }
}

extension Configuration {
  /// The origin of the value of a key.
  public struct Explanation: Hashable, Sendable {
    /// A layer of the configuration.
    public struct Layer: Hashable, Sendable {
      /// The name of its file, or `overrides`.
      public var name: String
      /// The value of the layer; `nil` when the layer does not have the key.
      public var value: ConfigValue?
    }

    /// The key path that is missing.
    public var key: String
    /// The name of the environment.
    public var environment: String
    /// The base first.
    public var layers: [Layer]
    /// The merged value.
    public var value: ConfigValue?
  }

  /// The layers that speak of a key, for a screen that testers look at.
  ///
  /// - Returns: `nil` unless ``Runtime/isDebug`` is set: the configuration of an app is not shown
  ///   to its users.
  public func explain(_ key: String) -> Explanation? {
    guard Runtime.isDebug else { return nil }
    return Explanation(
      key: key, environment: environment,
      layers: layers.map { Explanation.Layer(name: $0.name, value: $0.value.value(named: key)) },
      value: self[key])
  }
}
