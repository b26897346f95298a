import TremaSupport

/// Converts between nested dictionaries and a list of values with complete paths, the form used by
/// variables and line-based files.
package enum ConfigPaths {
  /// The maximum number of keys in a path.
  package static let depthLimit = 512

  /// A value and its path.
  package struct Entry: Sendable {
    /// The keys of the path, outermost first. There is at least one.
    package var keys: [String]
    /// The key's location.
    package var keyLocation: ConfigLocation
    /// The value. It is not a dictionary.
    package var value: ConfigValue

    /// Creates an entry.
    package init(_ keys: [String], at keyLocation: ConfigLocation, _ value: ConfigValue) {
      self.keys = keys
      self.keyLocation = keyLocation
      self.value = value
    }
  }

  /// Returns the dictionary of all entries.
  ///
  /// If two entries have the same path, the first one is used. If one entry's path is a prefix of
  /// another, the entry with the shorter path is used. Each omitted entry is reported as
  /// `duplicate-key`.
  package static func tree(
    _ entries: [Entry], problems: inout [Diagnostic]
  ) -> ConfigDictionary {
    tree(entries[...], 0, &problems)
  }

  /// Builds the dictionary of entries whose first keys are equal.
  ///
  /// - Parameter level: The number of equal keys.
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
        // A value at this level hides entries with longer paths.
        guard let value = group.first(where: { $0.keys.count == level + 1 }) else {
          let nested = tree(group[...], level + 1, &problems)
          return ConfigDictionary.Entry(
            key, at: first.keyLocation, ConfigValue(.dictionary(nested), at: first.keyLocation))
        }
        var hasPassed = false
        for entry in group {
          // The chosen entry is the first one with this number of keys.
          if !hasPassed, entry.keys.count == level + 1 {
            hasPassed = true
          } else {
            problems.append(duplicateKey(entry, of: value))
          }
        }
        return ConfigDictionary.Entry(key, at: value.keyLocation, value.value)
      })
  }

  /// Returns the error for an entry that another one hides.
  private static func duplicateKey(_ entry: Entry, of first: Entry) -> Diagnostic {
    let path = ConfigKeyPath(keys: entry.keys)
    let line = first.keyLocation.start.map { " (first on line \($0.line))" } ?? ""
    var diagnostic = Diagnostic(
      .error, "duplicate-key",
      entry.keys.count == first.keys.count
        ? "key '\(path)' is defined twice\(line)"
        : "'\(path)' is inside '\(ConfigKeyPath(keys: first.keys))', which already has a value",
      at: entry.keyLocation.diagnosticLocation, hint: "rename or remove one of them",
      subject: path.description)
    diagnostic.setKeyPath(path)
    diagnostic.related =
      first.keyLocation.diagnosticLocation.map {
        [Diagnostic.Related("first defined here", at: $0, role: .duplicate)]
      } ?? []
    return diagnostic
  }

  /// Returns all values in nested dictionaries that are not themselves dictionaries, with their
  /// paths.
  static func entries(of value: ConfigValue) -> [Entry] {
    var entries: [Entry] = []
    func collect(_ value: ConfigValue, _ keys: [String]) {
      for entry in value.dictionary?.entries ?? [] {
        if entry.value.kind == .dictionary {
          collect(entry.value, keys + [entry.key])
        } else {
          entries.append(Entry(keys + [entry.key], at: entry.keyLocation, entry.value))
        }
      }
    }
    collect(value, [])
    return entries
  }
}
