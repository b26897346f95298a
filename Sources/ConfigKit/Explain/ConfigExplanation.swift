import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// Why a key has the value it has: what each layer says of it, and what the merge made of that.
package struct ConfigExplanation: Sendable {
  package struct Environment: Sendable {
    package let name: String
    /// The value that the app gets; `nil` when the key is not set.
    package let value: ConfigValue?
    /// One a layer, the base first.
    package let steps: [Step]
    /// Whether the value is what the layers say with references put in.
    package let isInterpolated: Bool
  }

  package struct Step: Sendable {
    package let role: ConfigLayer.Role
    /// The path of the layer's file, or what else the layer is.
    package let layer: String
    /// The place of the key in the layer.
    package let place: ConfigPlace?
    /// The value of the layer; `nil` when it has none for the key.
    package let value: ConfigValue?
    package let effect: Effect
    /// Whether some of it is in what the app gets.
    package var isInResult = false
  }

  /// The effect of a layer's value.
  package enum Effect: Hashable, Sendable {
    /// It says nothing of the key.
    case silent
    /// No layer below has the key.
    case sets
    /// The later layer wins.
    case overrides
    /// It says what the layers below say.
    case repeats
    /// It is an integer, and a real number below.
    case widens
    /// Dictionaries are merged key by key.
    case merges
    /// An array with the layers below, as the schema says.
    case combines(ConfigContract.ArrayRule)
    /// `$replace`: nothing of what is below the path stays.
    case replaces(ConfigKeyPath)
    /// The seed's rule: a key at the top hides the whole of what is below.
    case takesWhole(ConfigKeyPath)
    /// `$remove` or `null`, of the key or of what it is in.
    case removes(ConfigKeyPath)
    /// Its value of a key that contains this one leaves no room for it.
    case hides(ConfigKeyPath)
    /// It may not say so: the code and the words of the error.
    case refused(code: String, message: String)
  }

  /// The path as it was found.
  package let asked: ConfigKeyPath
  /// The path without places in arrays: an array has its value as a whole.
  package let path: ConfigKeyPath
  /// The contract of the schema for the key; `nil` where there is none, or the schema does not name the
  /// key.
  package let contract: ConfigContract?
  /// Whether the schema demands the key wherever there is the dictionary that it is in.
  package let isRequired: Bool
  package let environments: [Environment]
  /// How the values are shown.
  package let redaction: ConfigRedaction

  /// - Parameter environments: the names of those to look at.
  package init(_ path: ConfigKeyPath, in matrix: ConfigMatrix, environments: [String]) {
    let keys = path.components.prefix { if case .key = $0 { true } else { false } }
    asked = path
    let path = ConfigKeyPath(Array(keys))
    self.path = path
    redaction = ConfigSecrets(in: matrix).redaction
    contract = matrix.contract?[path]
    var outside = path
    if case .key(let key)? = outside.components.popLast() {
      isRequired =
        matrix.contract?[outside]?.node.required.contains { $0.isExactly(key) } ?? false
    } else {
      isRequired = false
    }
    self.environments = matrix.columns.filter { environments.contains($0.name) }.map { column in
      Environment(path, column, matrix)
    }
  }

  /// Returns the value of a requested element; `nil` where there is none.
  package func element(in environment: Environment) -> ConfigValue? {
    let inside = ConfigKeyPath(Array(asked.components.dropFirst(path.components.count)))
    return environment.value?[inside]
  }

  /// Whether a layer speaks of the key, or the schema names it.
  package var isKnown: Bool {
    contract != nil
      || environments.contains { $0.value != nil || $0.steps.contains { $0.place != nil } }
  }
}

extension ConfigExplanation.Environment {
  fileprivate init(
    _ path: ConfigKeyPath, _ column: ConfigMatrix.Column, _ matrix: ConfigMatrix
  ) {
    let layers = column.environment.layers.map { layer in
      var layer = layer
      layer.value = layer.value.along(path.components[...])
      return layer
    }
    var steps: [ConfigExplanation.Step] = []
    var below: ConfigValue?
    let names = path.components.indices.map {
      ConfigKeyPath(Array(path.components[...$0])).description
    }
    var known = Set<Diagnostic>()
    for (index, layer) in layers.enumerated() {
      var merge = ConfigMerge(matrix.rule, contract: matrix.contract)
      let after = merge(Array(layers[...index]))[path]
      let problem = merge.problems.first { problem in
        !known.contains(problem) && problem.key.map(names.contains) == true
      }
      known.formUnion(merge.problems)
      let word = LayerWord(layer.value, of: path)
      let effect = word.effect(
        over: below, giving: after, problem: problem, rule: matrix.rule,
        arrays: matrix.contract?[path]?.node.marks.arrays ?? .replace)
      steps.append(
        ConfigExplanation.Step(
          role: layer.role, layer: layer.name, place: effect == .silent ? nil : word.place,
          value: word.value,
          effect: effect))
      below = after
    }
    var isOver = below == nil
    for index in steps.indices.reversed() where steps[index].value != nil && !isOver {
      switch steps[index].effect {
      case .sets, .overrides, .repeats, .widens, .replaces, .takesWhole:
        steps[index].isInResult = true
        isOver = true
      case .merges, .combines: steps[index].isInResult = true
      case .silent, .removes, .hides, .refused: break
      }
    }
    name = column.name
    value = column.value[path]
    self.steps = steps
    isInterpolated = value != below
  }
}

extension ConfigValue {
  /// The value with nothing in it but what lies on a path and what it says of that to the merge.
  fileprivate func along(_ components: ArraySlice<ConfigKeyPath.Component>) -> ConfigValue {
    guard case .key(let key)? = components.first, case .dictionary(let dictionary) = content else {
      return self
    }
    let entry = dictionary.entry(key).map { entry in
      var entry = entry
      entry.value = entry.value.along(components.dropFirst())
      return entry
    }
    var part = ConfigDictionary(
      entry.map { [$0] } ?? [], removals: dictionary.removals.filter { $0.key.isExactly(key) })
    part.replacesBelow = dictionary.replacesBelow
    return ConfigValue(.dictionary(part), at: place)
  }
}

/// The statement of one layer about a key.
struct LayerWord {
  /// The place of the statement.
  private(set) var place: ConfigPlace?
  private(set) var value: ConfigValue?
  private var removed: ConfigKeyPath?
  /// The outermost dictionary on the way that takes the place of the one below.
  private var replaced: ConfigKeyPath?
  /// The key on the way at which the path ends.
  private var end = ConfigKeyPath()

  /// - Parameter layer: the whole of it.
  init(_ layer: ConfigValue, of path: ConfigKeyPath) {
    var value = layer
    for case .key(let key) in path.components {
      guard let dictionary = value.dictionary else {
        place = value.place
        return
      }
      if dictionary.replacesBelow, replaced == nil {
        replaced = end
        place = value.place
      }
      if let removal = dictionary.removals.first(where: { $0.key.isExactly(key) }) {
        removed = end.appending(key)
        place = removal.place
      }
      guard let entry = dictionary.entry(key) else { return }
      end = end.appending(key)
      place = entry.keyPlace.source == .code ? entry.value.place : entry.keyPlace
      value = entry.value
    }
    if value.dictionary?.replacesBelow == true, replaced == nil { replaced = path }
    self.value = value
  }

  /// Returns the effect of the statement.
  ///
  /// - Parameters:
  ///   - below: what the layers below make of the key.
  ///   - result: what they and this one make of it.
  ///   - problem: what the merge has against this layer's word.
  func effect(
    over below: ConfigValue?, giving result: ConfigValue?, problem: Diagnostic?,
    rule: ConfigMerge.Rule, arrays: ConfigContract.ArrayRule
  ) -> ConfigExplanation.Effect {
    if let problem { return .refused(code: problem.code, message: problem.message) }
    let isGirders = rule == .girders && !end.components.isEmpty
    let top = ConfigKeyPath(Array(end.components.prefix(1)))
    guard let value else {
      guard below != nil, result == nil else { return .silent }
      if isGirders { return .takesWhole(top) }
      if let removed { return .removes(removed) }
      if let replaced { return .replaces(replaced) }
      return .hides(end)
    }
    guard let below else { return .sets }
    if let replaced { return .replaces(replaced) }
    if isGirders { return below == value ? .repeats : .takesWhole(top) }
    switch (below.kind, value.kind) {
    case (.dictionary, .dictionary): return .merges
    case (.array, .array) where arrays != .replace: return .combines(arrays)
    case (.real, .integer): return .widens
    default: return below == value ? .repeats : .overrides
    }
  }
}
