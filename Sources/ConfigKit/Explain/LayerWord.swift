import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// What one layer says of a key.
struct LayerWord {
  /// Where it says so.
  private(set) var place: ConfigPlace?
  private(set) var value: ConfigValue?
  private var removed: ConfigKeyPath?
  /// The outermost dictionary on the way that takes the place of the one below.
  private var replaced: ConfigKeyPath?
  /// What stands on the way and leads no farther.
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

  /// What became of it.
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
