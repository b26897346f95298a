import TremaConfigValues
import TremaSupport

extension ClosestMatchSearch {
  /// Creates one of several searches that together take about as long as a single one.
  ///
  /// - Parameter count: The number of environments, each of which has its own search.
  init(sharedBy count: Int) {
    self.init(limit: max(Self.limit / max(1, count), Self.limit / 30))
  }
}

/// The candidates for correcting a misspelled key. They are collected once per dictionary, because
/// thousands of its keys may be unknown.
struct KnownKeys: Sendable {
  /// The maximum number of keys that are searched for similar ones.
  private static let limit = 1000

  /// The known keys of one dictionary.
  private struct Siblings {
    /// The keys in the base, followed by the keys in the schema.
    let all: [String]
    /// The same keys, grouped by canonical equivalence, the relation that `String` uses for
    /// equality.
    let byCanonicalEquivalence: [String: [String]]
    /// The keys that a file does not set, by file name, or `nil` if there are too many.
    var unset: [ExactKey: [String]?] = [:]
  }

  /// The known keys, by their dictionary's path.
  private var siblingsByParent: [ConfigKeyPath: Siblings] = [:]
  /// A time-limited search for similar keys.
  private var search = ClosestMatchSearch()

  /// Returns a key of the base or schema that resembles an unknown key in the same dictionary and
  /// is not set by the file itself, or `nil` if there is none.
  mutating func suggestion(
    for entry: ConfigDictionary.Entry, in parent: ConfigKeyPath, _ matrix: ConfigMatrix
  ) -> String? {
    let layer = matrix.columns.lazy.flatMap(\.environment.layers)
      .first { $0.name.equalsExactly(entry.keyLocation.name) }
    let dictionary = layer?.value[parent]?.dictionary
    if siblingsByParent[parent] == nil { siblingsByParent[parent] = Self.siblings(parent, matrix) }
    if let equivalent = siblingsByParent[parent]?.byCanonicalEquivalence[entry.key]?.first(where: {
      dictionary?.contains($0) != true
    }) {
      return equivalent
    }
    return search.closestMatch(
      to: entry.key, among: unset(ExactKey(entry.keyLocation.name), dictionary, parent))
  }

  /// Collects the known keys of a dictionary.
  private static func siblings(_ parent: ConfigKeyPath, _ matrix: ConfigMatrix) -> Siblings {
    let baseKeys = matrix.base?.value[parent]?.dictionary?.entries.map(\.key) ?? []
    let declared = matrix.contract?[parent]?.node.properties.map(\.key) ?? []
    let all = baseKeys + declared
    return Siblings(all: all, byCanonicalEquivalence: Dictionary(grouping: all) { $0 })
  }

  /// Returns the keys of a dictionary that a file does not set, or an empty array if there are too
  /// many.
  private mutating func unset(
    _ name: ExactKey, _ dictionary: ConfigDictionary?, _ parent: ConfigKeyPath
  ) -> [String] {
    if let found = siblingsByParent[parent]?.unset[name] { return found ?? [] }
    let keys = siblingsByParent[parent]?.all.filter { dictionary?.contains($0) != true } ?? []
    let unset = keys.count > Self.limit ? nil : keys
    siblingsByParent[parent]?.unset[name] = .some(unset)
    return unset ?? []
  }
}
