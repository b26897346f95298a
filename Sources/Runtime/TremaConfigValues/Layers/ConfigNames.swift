import TremaSupport

/// Matches names such as `API__TIMEOUT` with the keys of the schema and the lower layers.
///
/// A name does not preserve case and punctuation, so it may match more than one key.
package final class ConfigNames {
  /// The keys of a dictionary in the schema and all layers. Deeper levels are created on demand.
  private final class Level {
    /// The dictionary's contract.
    let contract: ConfigContract?
    /// The dictionary in each layer that has it.
    let dictionaries: [ConfigDictionary]
    /// The levels created so far, by key.
    private var children: [ExactKey: Level] = [:]
    /// The keys by the part of a name that matches them. The same part may match more than one key.
    lazy var keys: [[UInt8]: [String]] = {
      var keys: [[UInt8]: [String]] = [:]
      let declared = contract?.node.properties.map(\.key) ?? []
      for key in declared + dictionaries.flatMap({ $0.entries.map(\.key) }) {
        let part = ConfigNames.part(key)
        if keys[part]?.contains(where: key.equalsExactly) != true {
          keys[part, default: []].append(key)
        }
      }
      return keys
    }()

    /// Creates the level of a dictionary.
    init(_ contract: ConfigContract?, _ dictionaries: [ConfigDictionary]) {
      self.contract = contract
      self.dictionaries = dictionaries
    }

    /// Returns the level of a key.
    func child(_ key: String) -> Level {
      if let level = children[ExactKey(key)] { return level }
      let level = Level(contract?[key], dictionaries.compactMap { $0[key]?.dictionary })
      children[ExactKey(key)] = level
      return level
    }
  }

  /// The level of the outermost keys.
  private let root: Level
  /// The number of steps that the current search may still take.
  private var remainingSteps = 0

  /// Creates the names of a configuration.
  ///
  /// - Parameters:
  ///   - contract: The root's contract.
  ///   - values: The values of the layers.
  package init(contract: ConfigContract?, values: [ConfigValue]) {
    root = Level(contract, values.compactMap(\.dictionary))
  }

  /// Returns the name of a path, such as `API__TIMEOUT` for `api.timeout`: ASCII letters in
  /// uppercase, digits unchanged, and `_` for any other character.
  package static func name(of keys: [String]) -> String {
    keys.map { String(decoding: part($0), as: UTF8.self) }.joined(separator: "__")
  }

  /// Returns the part of a name for one key, as ASCII.
  private static func part(_ key: String) -> [UInt8] {
    key.unicodeScalars.map { scalar in
      switch scalar {
      case "A"..."Z", "0"..."9": UInt8(truncatingIfNeeded: scalar.value)
      case "a"..."z": UInt8(truncatingIfNeeded: scalar.value) & ~0x20
      default: UInt8(ascii: "_")
      }
    }
  }

  /// Returns the paths that an uppercase name matches. There is more than one if the name is
  /// ambiguous. The search stops after 1000 steps.
  package func paths(of name: String) -> [[String]] {
    var paths: [[String]] = []
    remainingSteps = 1_000
    find(Array(name.utf8)[...], root, [], &paths)
    return paths
  }

  /// Adds the paths that match the rest of a name. Keys may also contain `__`, so each separator is
  /// tried both as the end of a key and as a part of it.
  private func find(
    _ name: ArraySlice<UInt8>, _ level: Level, _ keys: [String], _ paths: inout [[String]]
  ) {
    for end in name.startIndex...name.endIndex {
      let isEnd = end == name.endIndex
      let isSeparator =
        end + 1 < name.endIndex && name[end] == UInt8(ascii: "_") && name[end + 1] == name[end]
      // Names with many separators have exponentially many interpretations.
      guard remainingSteps > 0, keys.count < ConfigPaths.depthLimit else { return }
      guard isEnd || isSeparator else { continue }
      remainingSteps -= 1
      for key in level.keys[Array(name[..<end])] ?? [] {
        if isEnd {
          paths.append(keys + [key])
        } else {
          find(name[(end + 2)...], level.child(key), keys + [key], &paths)
        }
      }
    }
  }

  /// Returns whether the schema or a layer has exactly this path.
  func contains(_ keys: [String]) -> Bool {
    var level = root
    for key in keys {
      guard level.keys[Self.part(key)]?.contains(where: key.equalsExactly) == true else {
        return false
      }
      level = level.child(key)
    }
    return true
  }

  /// Returns the known name that is closest to a misspelled one, or `nil` if none is close. At most
  /// 2000 names from 16 levels are compared.
  package func closestName(to name: String) -> String? {
    var names: [String] = []
    func collect(_ level: Level, _ keys: [String]) {
      guard keys.count < 16 else { return }
      for key in level.keys.values.joined() where names.count < 2000 {
        names.append(Self.name(of: keys + [key]))
        collect(level.child(key), keys + [key])
      }
    }
    collect(root, [])
    return TremaSupport.closestMatch(to: name, among: names.sorted())
  }

  /// Moves the values of a line-based file to the keys that their names match. A name without a
  /// match is kept.
  ///
  /// - Returns: The value, and an `ambiguous-variable` problem for each name that matches more than
  ///   one key.
  package func resolved(_ value: ConfigValue) -> (value: ConfigValue, problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    var entries = ConfigPaths.entries(of: value)
    for index in entries.indices where !contains(entries[index].keys) {
      let found = paths(of: Self.name(of: entries[index].keys))
      if found.count == 1 { entries[index].keys = found[0] }
      if found.count > 1 {
        let key = ConfigKeyPath(keys: entries[index].keys)
        problems.append(Self.ambiguousName("'\(key)'", found, at: entries[index].keyLocation))
      }
    }
    let tree = ConfigPaths.tree(entries, problems: &problems)
    return (ConfigValue(.dictionary(tree), at: value.location), problems)
  }

  /// Returns the error for a name that matches more than one path.
  ///
  /// - Parameter subject: The name as the subject of the message.
  static func ambiguousName(_ subject: String, _ paths: [[String]], at location: ConfigLocation)
    -> Diagnostic
  {
    let names = paths.map { ConfigKeyPath(keys: $0).description }
    return Diagnostic(
      .error, "ambiguous-variable",
      "\(subject) matches several keys: \(names.map { "'\($0)'" }.joined(separator: ", "))",
      at: location.diagnosticLocation, hint: "rename one of the keys, or set it in another layer",
      subject: names.joined(separator: ", "))
  }
}
