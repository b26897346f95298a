import TremaConfigValues
import TremaSupport

extension NearestSearch {
  /// One of several that all together take as long as one, or not much longer where they are many.
  ///
  /// - Parameter count: how many environments are searched, each alone.
  init(sharedBy count: Int) {
    self.init(limit: max(Self.limit / max(1, count), Self.limit / 30))
  }
}

/// The keys that an unknown key may be a misspelling of. They are gathered once for each
/// dictionary, as thousands of its keys may be unknown.
struct KnownKeys: Sendable {
  /// The number of keys beyond which no search for similar ones is made.
  private static let limit = 1000

  private struct Beside {
    /// The keys of the base, then those of the schema.
    let all: [String]
    /// The same by Swift's own comparison, for which letters composed in another way are equal.
    let equal: [String: [String]]
    /// The keys that a file does not set; `nil` where they are too many.
    var unset: [ExactKey: [String]?] = [:]
  }

  private var known: [ConfigKeyPath: Beside] = [:]
  private var search = NearestSearch()

  /// A key of the base or the schema beside it that the same file does not set.
  mutating func suggestion(
    for entry: ConfigDictionary.Entry, in parent: ConfigKeyPath, _ matrix: ConfigMatrix
  ) -> String? {
    let layer = matrix.columns.lazy.flatMap(\.environment.layers)
      .first { $0.name.isExactly(entry.keyPlace.name) }
    let own = layer?.value[parent]?.dictionary
    if known[parent] == nil { known[parent] = Self.beside(parent, matrix) }
    if let same = known[parent]?.equal[entry.key]?.first(where: { own?.contains($0) != true }) {
      return same
    }
    return search.nearest(to: entry.key, among: unset(ExactKey(entry.keyPlace.name), own, parent))
  }

  private static func beside(_ parent: ConfigKeyPath, _ matrix: ConfigMatrix) -> Beside {
    let based = matrix.base?.value[parent]?.dictionary?.entries.map(\.key) ?? []
    let declared = matrix.contract?[parent]?.node.properties.map(\.key) ?? []
    let all = based + declared
    return Beside(all: all, equal: Dictionary(grouping: all) { $0 })
  }

  private mutating func unset(
    _ name: ExactKey, _ own: ConfigDictionary?, _ parent: ConfigKeyPath
  ) -> [String] {
    if let found = known[parent]?.unset[name] { return found ?? [] }
    let keys = known[parent]?.all.filter { own?.contains($0) != true } ?? []
    let unset = keys.count > Self.limit ? nil : keys
    known[parent]?.unset[name] = .some(unset)
    return unset ?? []
  }
}
