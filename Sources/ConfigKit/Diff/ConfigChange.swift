import TremaConfigValues
import TremaSupport

/// A change to the value of one key.
package struct ConfigChange: Sendable {
  /// The kind of a change.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The key was added, was removed, or has a different value of the same kind.
    case added, removed, changed
    /// The new value has a different kind. An app that expects the old kind fails.
    case kindChanged
  }

  /// The path of the key.
  package let path: ConfigKeyPath
  /// The old value, or `nil` if the key did not exist.
  package let old: ConfigValue?
  /// The new value, or `nil` if the key was removed.
  package let new: ConfigValue?
  /// The key's location in the new version, or the location of the enclosing dictionary if the key
  /// is missing.
  let enclosingLocation: ConfigLocation

  /// The kind of the change.
  package var kind: Kind {
    switch (old?.kind, new?.kind) {
    case (nil, _): .added
    case (_, nil): .removed
    case (let old, let new): old == new ? .changed : .kindChanged
    }
  }

  /// The location in the new version, or `nil` if it is not in a file.
  package var location: SourceLocation? { (new?.location ?? enclosingLocation).diagnosticLocation }

  /// Returns the differences between two versions, sorted by key. An added or removed dictionary is
  /// listed key by key, and a changed array element by element.
  package static func all(from old: ConfigValue, to new: ConfigValue) -> [ConfigChange] {
    var walk = Walk()
    walk.compare(old, new, new.location)
    return walk.changes
  }

  /// A traversal of both versions.
  private struct Walk {
    /// The changes so far.
    var changes: [ConfigChange] = []
    /// The path of the current values.
    private var path = ConfigKeyPath()

    /// Compares two values, where `nil` is a missing value.
    mutating func compare(
      _ old: ConfigValue?, _ new: ConfigValue?, _ enclosingLocation: ConfigLocation
    ) {
      if old == new { return }
      switch (old?.content, new?.content) {
      case (.dictionary(let old)?, .dictionary(let new)?):
        compare(old.entries, new.entries, enclosingLocation)
      case (.dictionary(let old)?, nil) where !old.entries.isEmpty:
        compare(old.entries, [], enclosingLocation)
      case (nil, .dictionary(let new)?) where !new.entries.isEmpty:
        compare([], new.entries, enclosingLocation)
      case (.array(let old)?, .array(let new)?): compare(old, new, enclosingLocation)
      default:
        changes.append(
          ConfigChange(path: path, old: old, new: new, enclosingLocation: enclosingLocation))
      }
    }

    /// Compares two sorted lists of entries in one pass.
    private mutating func compare(
      _ old: [ConfigDictionary.Entry], _ new: [ConfigDictionary.Entry],
      _ enclosingLocation: ConfigLocation
    ) {
      var (old, new) = (old[...], new[...])
      while let key = [old.first?.key, new.first?.key].compactMap({ $0 })
        .min(by: ConfigDictionary.precedes)
      {
        let before = old.first?.key.equalsExactly(key) == true ? old.popFirst()?.value : nil
        let after = new.first?.key.equalsExactly(key) == true ? new.popFirst()?.value : nil
        step(.key(key), before, after, after?.location ?? enclosingLocation)
      }
    }

    /// Compares two arrays. Equal elements at the start and end are skipped, and the others are
    /// compared by index.
    private mutating func compare(
      _ old: [ConfigValue], _ new: [ConfigValue], _ enclosingLocation: ConfigLocation
    ) {
      let start = zip(old, new).prefix { $0 == $1 }.count
      let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
      let (before, after) = (old[start..<(old.count - end)], new[start..<(new.count - end)])
      for index in start..<max(before.endIndex, after.endIndex) {
        step(
          .index(index), before.indices.contains(index) ? before[index] : nil,
          after.indices.contains(index) ? after[index] : nil, enclosingLocation)
      }
    }

    /// Compares two values with a component appended to the path.
    private mutating func step(
      _ component: ConfigKeyPath.Component, _ old: ConfigValue?, _ new: ConfigValue?,
      _ enclosingLocation: ConfigLocation
    ) {
      path.components.append(component)
      compare(old, new, new?.location ?? enclosingLocation)
      path.components.removeLast()
    }
  }
}

/// Changes are equal if they make the same change to the same key, regardless of location.
extension ConfigChange: Hashable {
  /// Returns whether the paths and values are equal.
  package static func == (a: ConfigChange, b: ConfigChange) -> Bool {
    a.path == b.path && a.old == b.old && a.new == b.new
  }

  /// Hashes the parts that `==` compares.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(old)
    hasher.combine(new)
  }
}
