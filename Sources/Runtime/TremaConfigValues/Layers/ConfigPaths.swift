import TremaSupport

/// Values that are named by whole paths, one a line or a variable, made into dictionaries and back.
package enum ConfigPaths {
  /// How many keys may be in one another.
  package static let depthLimit = 512

  package struct Entry: Sendable {
    /// The keys from the outside to the inside; at least one.
    package var keys: [String]
    package var keyPlace: ConfigPlace
    package var value: ConfigValue

    package init(_ keys: [String], at keyPlace: ConfigPlace, _ value: ConfigValue) {
      self.keys = keys
      self.keyPlace = keyPlace
      self.value = value
    }
  }

  /// The dictionary of all entries. Of two with one path it has the first, of one inside another the
  /// other; `problems` gets `duplicate-key` for what is left out.
  package static func tree(
    _ entries: [Entry], problems: inout [Diagnostic]
  ) -> ConfigDictionary {
    tree(entries[...], 0, &problems)
  }

  private static func tree(
    _ entries: ArraySlice<Entry>, _ level: Int, _ problems: inout [Diagnostic]
  ) -> ConfigDictionary {
    var order: [String] = []
    var groups: [ExactKey: [Entry]] = [:]
    for entry in entries {
      let key = entry.keys[level]
      if groups[ExactKey(key), default: []].isEmpty { order.append(key) }
      groups[ExactKey(key), default: []].append(entry)
    }
    return ConfigDictionary(
      order.compactMap { key in
        guard let group = groups[ExactKey(key)], let first = group.first else { return nil }
        guard let value = group.first(where: { $0.keys.count == level + 1 }) else {
          let inside = tree(group[...], level + 1, &problems)
          return ConfigDictionary.Entry(
            key, at: first.keyPlace, ConfigValue(.dictionary(inside), at: first.keyPlace))
        }
        var hasPassed = false
        for entry in group {
          // The entry itself is the first of its length.
          if !hasPassed, entry.keys.count == level + 1 {
            hasPassed = true
          } else {
            problems.append(duplicate(entry, of: value))
          }
        }
        return ConfigDictionary.Entry(key, at: value.keyPlace, value.value)
      })
  }

  private static func duplicate(_ entry: Entry, of first: Entry) -> Diagnostic {
    let path = ConfigKeyPath(keys: entry.keys)
    let line = first.keyPlace.start.map { " (first on line \($0.line))" } ?? ""
    var diagnostic = Diagnostic(
      .error, "duplicate-key",
      entry.keys.count == first.keys.count
        ? "key '\(path)' is defined twice\(line)"
        : "'\(path)' is inside '\(ConfigKeyPath(keys: first.keys))', which has a value itself",
      at: entry.keyPlace.location, hint: "remove one of the two", subject: path.description)
    diagnostic.about(path)
    diagnostic.related =
      first.keyPlace.location.map {
        [Diagnostic.Related("the first", at: $0, role: .duplicate)]
      } ?? []
    return diagnostic
  }

  /// All values of a dictionary that are no dictionaries themselves, with their paths.
  static func entries(of value: ConfigValue) -> [Entry] {
    var entries: [Entry] = []
    func collect(_ value: ConfigValue, _ keys: [String]) {
      for entry in value.dictionary?.entries ?? [] {
        if entry.value.kind == .dictionary {
          collect(entry.value, keys + [entry.key])
        } else {
          entries.append(Entry(keys + [entry.key], at: entry.keyPlace, entry.value))
        }
      }
    }
    collect(value, [])
    return entries
  }
}
