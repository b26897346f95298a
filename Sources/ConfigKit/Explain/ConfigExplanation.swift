import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// The explanation of a key's value: the value in each layer, and its effect in the merge.
package struct ConfigExplanation: Sendable {
  /// The explanation for one environment.
  package struct Environment: Sendable {
    /// The name of the environment.
    package let name: String
    /// The value that the app receives, or `nil` if the key is not set.
    package let value: ConfigValue?
    /// The layers of the environment, the base first.
    package let steps: [Step]
    /// Whether references in the merged value have been replaced.
    package let isInterpolated: Bool
  }

  /// One layer.
  package struct Step: Sendable {
    /// The role of the layer.
    package let role: ConfigLayer.Role
    /// The path of the layer's file, or its source's name.
    package let layer: String
    /// The location of the key in the layer, or `nil` if the layer does not have it.
    package let location: ConfigLocation?
    /// The value of the layer, or `nil` if the layer does not set the key.
    package let value: ConfigValue?
    /// The effect of the layer on the key.
    package let effect: Effect
    /// Whether any part of the layer's value is in the result.
    package var isInResult = false
  }

  /// The effect of a layer on a key.
  package enum Effect: Hashable, Sendable {
    /// The layer does not have the key.
    case absent
    /// No lower layer has the key.
    case sets
    /// The value replaces the lower value.
    case overrides
    /// The value equals the lower value.
    case repeats
    /// The integer replaces a real number and is converted to a real number.
    case widens
    /// Dictionaries are merged key by key.
    case merges
    /// The array is combined with the lower array as the schema specifies.
    case combines(ConfigContract.ArrayRule)
    /// `$replace`: the dictionary at the path replaces the whole lower dictionary.
    case replaces(ConfigKeyPath)
    /// The `girders` rule: the top-level key replaces the whole lower value.
    case replacesTopLevelKey(ConfigKeyPath)
    /// `$remove` or `null`, for the key itself or an enclosing dictionary.
    case removes(ConfigKeyPath)
    /// The value at the path, which is a prefix of the key, is not a dictionary, so the key has no
    /// value.
    case hides(ConfigKeyPath)
    /// The value is rejected with an error.
    case refused(code: String, message: String)
  }

  /// The path that was requested.
  package let requestedPath: ConfigKeyPath
  /// The path up to the first index, because an array is merged as a whole.
  package let path: ConfigKeyPath
  /// The contract of the key, or `nil` without a schema, or if the schema has no rule for the key.
  package let contract: ConfigContract?
  /// Whether the schema requires the key in its dictionary.
  package let isRequired: Bool
  /// The requested environments, in the order of the matrix.
  package let environments: [Environment]
  /// The redaction of values.
  package let redaction: ConfigRedaction

  /// Explains a key.
  ///
  /// - Parameters:
  ///   - path: The path of a key or an array element.
  ///   - environments: The names of the environments to explain.
  package init(_ path: ConfigKeyPath, in matrix: ConfigMatrix, environments: [String]) {
    let keys = path.components.prefix { if case .key = $0 { true } else { false } }
    requestedPath = path
    let path = ConfigKeyPath(Array(keys))
    self.path = path
    redaction = ConfigSecrets(in: matrix).redaction
    contract = matrix.contract?[path]
    var outside = path
    // The root is not in a dictionary that could require it.
    if case .key(let key)? = outside.components.popLast() {
      isRequired =
        matrix.contract?[outside]?.node.required.contains { $0.equalsExactly(key) } ?? false
    } else {
      isRequired = false
    }
    self.environments = matrix.columns.filter { environments.contains($0.name) }.map { column in
      Environment(path, column, matrix)
    }
  }

  /// Returns the value of the requested element, or the key's value if no element was requested, or
  /// `nil` if there is none.
  package func element(in environment: Environment) -> ConfigValue? {
    let inside = ConfigKeyPath(Array(requestedPath.components.dropFirst(path.components.count)))
    return environment.value?[inside]
  }

  /// Whether a layer has the key, or the schema has a rule for it.
  package var isKnown: Bool {
    contract != nil
      || environments.contains { $0.value != nil || $0.steps.contains { $0.location != nil } }
  }
}

extension ConfigExplanation.Environment {
  /// Explains a key in one environment by merging its layers one at a time.
  fileprivate init(
    _ path: ConfigKeyPath, _ column: ConfigMatrix.Column, _ matrix: ConfigMatrix
  ) {
    let layers = column.environment.layers.map { layer in
      var layer = layer
      layer.value = layer.value.reduced(path.components[...])
      return layer
    }
    var steps: [ConfigExplanation.Step] = []
    var below: ConfigValue?
    let names = path.components.indices.map {
      ConfigKeyPath(Array(path.components[...$0])).description
    }
    // A merge problem is attributed to the layer in which it first occurs.
    var known = Set<Diagnostic>()
    for (index, layer) in layers.enumerated() {
      var merge = ConfigMerge(matrix.rule, contract: matrix.contract)
      let after = merge(Array(layers[...index]))[path]
      let problem = merge.problems.first { problem in
        !known.contains(problem) && problem.key.map(names.contains) == true
      }
      known.formUnion(merge.problems)
      let word = LayerContribution(layer.value, of: path)
      let effect = word.effect(
        over: below, giving: after, problem: problem, rule: matrix.rule,
        arrays: matrix.contract?[path]?.node.marks.arrayRule ?? .replace)
      steps.append(
        ConfigExplanation.Step(
          role: layer.role, layer: layer.name, location: effect == .absent ? nil : word.location,
          value: word.value,
          effect: effect))
      below = after
    }
    // From the last layer down, values are in the result until one replaces everything below.
    var isReplaced = below == nil
    for index in steps.indices.reversed() where steps[index].value != nil && !isReplaced {
      switch steps[index].effect {
      case .sets, .overrides, .repeats, .widens, .replaces, .replacesTopLevelKey:
        steps[index].isInResult = true
        isReplaced = true
      case .merges, .combines: steps[index].isInResult = true
      case .absent, .removes, .hides, .refused: break
      }
    }
    name = column.name
    value = column.value[path]
    self.steps = steps
    isInterpolated = value != below
  }
}

extension ConfigValue {
  /// The value reduced to the keys in a path and their directives so that repeated merges are
  /// cheap.
  fileprivate func reduced(_ components: ArraySlice<ConfigKeyPath.Component>) -> ConfigValue {
    guard case .key(let key)? = components.first, case .dictionary(let dictionary) = content else {
      return self
    }
    let entry = dictionary.entry(key).map { entry in
      var entry = entry
      entry.value = entry.value.reduced(components.dropFirst())
      return entry
    }
    var part = ConfigDictionary(
      entry.map { [$0] } ?? [], removals: dictionary.removals.filter { $0.key.equalsExactly(key) })
    part.replacesBelow = dictionary.replacesBelow
    return ConfigValue(.dictionary(part), at: location)
  }
}

/// The value and the directives of one layer for a key.
struct LayerContribution {
  /// The location of the value or the directive, or `nil` if the layer has neither.
  private(set) var location: ConfigLocation?
  /// The value of the layer for the key, or `nil` if there is none.
  private(set) var value: ConfigValue?
  /// The path that the layer removes: the key itself or an enclosing dictionary.
  private var removed: ConfigKeyPath?
  /// The path of the outermost enclosing dictionary that replaces the lower one.
  private var replaced: ConfigKeyPath?
  /// The longest prefix of the path that exists in the layer.
  private var existingPrefix = ConfigKeyPath()

  /// Reads the value and the directives of a layer.
  ///
  /// - Parameters:
  ///   - layer: The value of the whole layer.
  ///   - path: The path of the key.
  init(_ layer: ConfigValue, of path: ConfigKeyPath) {
    var value = layer
    for case .key(let key) in path.components {
      // A value that is not a dictionary hides the rest of the path.
      guard let dictionary = value.dictionary else {
        location = value.location
        return
      }
      // Only the outermost replacement matters, because it includes all others.
      if dictionary.replacesBelow, replaced == nil {
        replaced = existingPrefix
        location = value.location
      }
      if let removal = dictionary.removals.first(where: { $0.key.equalsExactly(key) }) {
        removed = existingPrefix.appending(key)
        location = removal.location
      }
      guard let entry = dictionary.entry(key) else { return }
      existingPrefix = existingPrefix.appending(key)
      // Keys created in code have no location, but their values may have one.
      location = entry.keyLocation.source == .code ? entry.value.location : entry.keyLocation
      value = entry.value
    }
    if value.dictionary?.replacesBelow == true, replaced == nil { replaced = path }
    self.value = value
  }

  /// Returns the effect of the layer.
  ///
  /// - Parameters:
  ///   - below: The merged value of the lower layers.
  ///   - result: The merged value including this layer.
  ///   - problem: The error that the merge reports for this layer's value.
  ///   - arrays: The array rule of the schema.
  func effect(
    over below: ConfigValue?, giving result: ConfigValue?, problem: Diagnostic?,
    rule: ConfigMerge.Rule, arrays: ConfigContract.ArrayRule
  ) -> ConfigExplanation.Effect {
    if let problem { return .refused(code: problem.code, message: problem.message) }
    // With the `girders` rule, only the top-level key matters.
    let isGirders = rule == .girders && !existingPrefix.components.isEmpty
    let top = ConfigKeyPath(Array(existingPrefix.components.prefix(1)))
    guard let value else {
      guard below != nil, result == nil else { return .absent }
      if isGirders { return .replacesTopLevelKey(top) }
      if let removed { return .removes(removed) }
      if let replaced { return .replaces(replaced) }
      return .hides(existingPrefix)
    }
    guard let below else { return .sets }
    if let replaced { return .replaces(replaced) }
    if isGirders { return below == value ? .repeats : .replacesTopLevelKey(top) }
    switch (below.kind, value.kind) {
    case (.dictionary, .dictionary): return .merges
    case (.array, .array) where arrays != .replace: return .combines(arrays)
    case (.real, .integer): return .widens
    default: return below == value ? .repeats : .overrides
    }
  }
}
