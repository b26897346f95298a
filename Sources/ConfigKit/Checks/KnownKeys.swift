import TremaConfigValues
import TremaSupport

extension ClosestMatchSearch {
  /// Creates one of several searches that together take as long as a single one, or somewhat longer
  /// if there are many.
  ///
  /// - Parameter count: the number of environments, each of which has a search of its own.
  init(sharedBy count: Int) {
    self.init(limit: max(Self.limit / max(1, count), Self.limit / 30))
  }
}

/// The keys of which an unknown key may be a misspelling. They are collected once for each
/// dictionary, because thousands of its keys may be unknown.
struct KnownKeys: Sendable {
  /// The maximum number of keys among which similar ones are searched.
  private static let limit = 1000

  /// The known keys of one dictionary.
  private struct Siblings {
    /// The keys of the base, and then those of the schema.
    let all: [String]
    /// The same keys by canonical equivalence, the comparison of `String`, which ignores Unicode
    /// normalization.
    let byCanonicalEquivalence: [String: [String]]
    /// The keys that a file does not set, by the name of the file; `nil` if there are too many.
    var unset: [ExactKey: [String]?] = [:]
  }

  /// The known keys by the path of their dictionary.
  private var siblingsByParent: [ConfigKeyPath: Siblings] = [:]
  /// The search for similar keys, which limits its total time.
  private var search = ClosestMatchSearch()

  /// Returns a key of the base or the schema that resembles an unknown key of the same dictionary,
  /// and that the file does not set itself; `nil` if there is none.
  mutating func suggestion(
    for entry: ConfigDictionary.Entry, in parent: ConfigKeyPath, _ matrix: ConfigMatrix
  ) -> String? {
    let layer = matrix.columns.lazy.flatMap(\.environment.layers)
      .first { $0.name.isExactly(entry.keyLocation.name) }
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

  /// Returns the keys of a dictionary that a file does not set; none if there are too many.
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
