import TremaCatalog

/// Names sorted by bytes, for pattern search.
struct SortedNames {
  /// The names and the indices of their keys.
  private let names: [(bytes: [UInt8], keys: [Int])]

  /// Sorts the names of a table.
  init(_ table: some Sequence<(key: ArraySlice<UInt8>, value: [Int])>) {
    names = table.map { (Array($0.key), $0.value) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Returns the indices of the keys whose names match a pattern. The pattern's constant prefix is
  /// found by binary search.
  func keys(matching pattern: KeyPattern) -> Set<Int> {
    let prefix = pattern.parts.first ?? []
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].bytes.lexicographicallyPrecedes(prefix) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var keys: Set<Int> = []
    while low < names.count, names[low].bytes.starts(with: prefix) {
      if pattern.matches(names[low].bytes) { keys.formUnion(names[low].keys) }
      low += 1
    }
    return keys
  }
}
