import TremaConfigValues
import TremaSupport

/// One key that says something else than it did.
package struct ConfigChange: Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case added, removed, changed
    /// The new value is of another kind: an app that reads the old one fails.
    case kindChanged
  }

  package let path: ConfigKeyPath
  /// Nil when there was no such key.
  package let old: ConfigValue?
  /// Nil when there is no such key any more.
  package let new: ConfigValue?
  /// The place of the key in the new state: the dictionary that it is missing in.
  let surroundings: ConfigPlace

  package var kind: Kind {
    switch (old?.kind, new?.kind) {
    case (nil, _): .added
    case (_, nil): .removed
    case (let old, let new): old == new ? .changed : .kindChanged
    }
  }

  /// The place in the new state; nil where it is in no file.
  package var location: SourceLocation? { (new?.place ?? surroundings).location }

  /// Returns the differences between two states, in the order of the keys; of an added or removed
  /// dictionary each key in it, and of arrays the elements.
  package static func all(from old: ConfigValue, to new: ConfigValue) -> [ConfigChange] {
    var walk = Walk()
    walk.compare(old, new, new.place)
    return walk.changes
  }

  private struct Walk {
    var changes: [ConfigChange] = []
    private var path = ConfigKeyPath()

    mutating func compare(_ old: ConfigValue?, _ new: ConfigValue?, _ place: ConfigPlace) {
      if old == new { return }
      switch (old?.content, new?.content) {
      case (.dictionary(let old)?, .dictionary(let new)?):
        compare(old.entries, new.entries, place)
      case (.dictionary(let old)?, nil) where !old.entries.isEmpty:
        compare(old.entries, [], place)
      case (nil, .dictionary(let new)?) where !new.entries.isEmpty:
        compare([], new.entries, place)
      case (.array(let old)?, .array(let new)?): compare(old, new, place)
      default:
        changes.append(ConfigChange(path: path, old: old, new: new, surroundings: place))
      }
    }

    /// Both are sorted, so that one walk meets all keys.
    private mutating func compare(
      _ old: [ConfigDictionary.Entry], _ new: [ConfigDictionary.Entry], _ place: ConfigPlace
    ) {
      var (old, new) = (old[...], new[...])
      while let key = [old.first?.key, new.first?.key].compactMap({ $0 })
        .min(by: ConfigDictionary.precedes)
      {
        let before = old.first?.key.isExactly(key) == true ? old.popFirst()?.value : nil
        let after = new.first?.key.isExactly(key) == true ? new.popFirst()?.value : nil
        step(.key(key), before, after, after?.place ?? place)
      }
    }

    /// Compares two arrays: equal elements at both ends are skipped, and the others are compared in
    /// order.
    private mutating func compare(
      _ old: [ConfigValue], _ new: [ConfigValue], _ place: ConfigPlace
    ) {
      let start = zip(old, new).prefix { $0 == $1 }.count
      let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
      let (before, after) = (old[start..<(old.count - end)], new[start..<(new.count - end)])
      for index in start..<max(before.endIndex, after.endIndex) {
        step(
          .index(index), before.indices.contains(index) ? before[index] : nil,
          after.indices.contains(index) ? after[index] : nil, place)
      }
    }

    private mutating func step(
      _ component: ConfigKeyPath.Component, _ old: ConfigValue?, _ new: ConfigValue?,
      _ place: ConfigPlace
    ) {
      path.components.append(component)
      compare(old, new, new?.place ?? place)
      path.components.removeLast()
    }
  }
}

/// Two are equal when they say the same of the same key, wherever that is.
extension ConfigChange: Hashable {
  package static func == (a: ConfigChange, b: ConfigChange) -> Bool {
    a.path == b.path && a.old == b.old && a.new == b.new
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(old)
    hasher.combine(new)
  }
}
