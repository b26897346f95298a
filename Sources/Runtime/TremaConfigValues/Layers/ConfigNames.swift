import TremaSupport

/// Finds the keys that names such as `API__TIMEOUT` mean: those of the schema, and those that
/// the layers below have.
package final class ConfigNames {
  /// The keys beside each other in one place.
  private final class Level {
    let contract: ConfigContract?
    let dictionaries: [ConfigDictionary]
    private var inside: [ExactKey: Level] = [:]
    /// The keys that each part of a name may mean.
    lazy var keys: [[UInt8]: [String]] = {
      var keys: [[UInt8]: [String]] = [:]
      let declared = contract?.node.properties.map(\.key) ?? []
      for key in declared + dictionaries.flatMap({ $0.entries.map(\.key) }) {
        let part = ConfigNames.part(key)
        if keys[part]?.contains(where: key.isExactly) != true {
          keys[part, default: []].append(key)
        }
      }
      return keys
    }()

    init(_ contract: ConfigContract?, _ dictionaries: [ConfigDictionary]) {
      self.contract = contract
      self.dictionaries = dictionaries
    }

    func inside(_ key: String) -> Level {
      if let level = inside[ExactKey(key)] { return level }
      let level = Level(contract?[key], dictionaries.compactMap { $0[key]?.dictionary })
      inside[ExactKey(key)] = level
      return level
    }
  }

  private let root: Level
  /// The steps that a search has left.
  private var steps = 0

  package init(contract: ConfigContract?, values: [ConfigValue]) {
    root = Level(contract, values.compactMap(\.dictionary))
  }

  /// `API__TIMEOUT` for `api.timeout`: ASCII letters in upper case, digits, `_` for all else.
  package static func name(of keys: [String]) -> String {
    keys.map { String(decoding: part($0), as: UTF8.self) }.joined(separator: "__")
  }

  private static func part(_ key: String) -> [UInt8] {
    key.unicodeScalars.map { scalar in
      switch scalar {
      case "A"..."Z", "0"..."9": UInt8(truncatingIfNeeded: scalar.value)
      case "a"..."z": UInt8(truncatingIfNeeded: scalar.value) & ~0x20
      default: UInt8(ascii: "_")
      }
    }
  }

  /// All paths of a name in upper case; two or more when it is ambiguous.
  package func paths(of name: String) -> [[String]] {
    var paths: [[String]] = []
    steps = 1_000
    find(Array(name.utf8)[...], root, [], &paths)
    return paths
  }

  private func find(
    _ name: ArraySlice<UInt8>, _ level: Level, _ keys: [String], _ paths: inout [[String]]
  ) {
    for end in name.startIndex...name.endIndex {
      let isEnd = end == name.endIndex
      let isSeparator =
        end + 1 < name.endIndex && name[end] == UInt8(ascii: "_") && name[end + 1] == name[end]
      guard steps > 0, keys.count < ConfigPaths.depthLimit else { return }
      guard isEnd || isSeparator else { continue }
      steps -= 1
      for key in level.keys[Array(name[..<end])] ?? [] {
        if isEnd {
          paths.append(keys + [key])
        } else {
          find(name[(end + 2)...], level.inside(key), keys + [key], &paths)
        }
      }
    }
  }

  /// Whether the schema or a layer has exactly this path.
  func knows(_ keys: [String]) -> Bool {
    var level = root
    for key in keys {
      guard level.keys[Self.part(key)]?.contains(where: key.isExactly) == true else { return false }
      level = level.inside(key)
    }
    return true
  }

  /// Returns the known name that is closest to a misspelled one.
  package func nearest(to name: String) -> String? {
    var names: [String] = []
    func collect(_ level: Level, _ keys: [String]) {
      guard keys.count < 16 else { return }
      for key in level.keys.values.joined() where names.count < 2000 {
        names.append(Self.name(of: keys + [key]))
        collect(level.inside(key), keys + [key])
      }
    }
    collect(root, [])
    return TremaSupport.nearest(to: name, among: names.sorted())
  }

  /// The values of a file of lines under the keys that their names mean; a name that no key has
  /// stays as it is.
  ///
  /// - Returns: also `ambiguous-variable`.
  package func resolved(_ value: ConfigValue) -> (value: ConfigValue, problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    var entries = ConfigPaths.entries(of: value)
    for index in entries.indices where !knows(entries[index].keys) {
      let found = paths(of: Self.name(of: entries[index].keys))
      if found.count == 1 { entries[index].keys = found[0] }
      if found.count > 1 {
        let key = ConfigKeyPath(keys: entries[index].keys)
        problems.append(Self.ambiguous("'\(key)'", found, at: entries[index].keyPlace))
      }
    }
    let tree = ConfigPaths.tree(entries, problems: &problems)
    return (ConfigValue(.dictionary(tree), at: value.place), problems)
  }

  static func ambiguous(_ what: String, _ paths: [[String]], at place: ConfigPlace) -> Diagnostic {
    let names = paths.map { ConfigKeyPath(keys: $0).description }
    return Diagnostic(
      .error, "ambiguous-variable",
      "\(what) could set \(names.map { "'\($0)'" }.joined(separator: " or "))",
      at: place.location, hint: "rename one of the keys, or set it in another layer",
      subject: names.joined(separator: ", "))
  }
}
