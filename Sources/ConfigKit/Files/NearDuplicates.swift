import TremaConfigValues

/// Finds keys that look alike because they differ only in case or Unicode normalization.
enum NearDuplicates {
  typealias Entry = ConfigDictionary.Entry

  /// Returns each entry whose key is similar to an earlier key, with the first such entry, in file
  /// order.
  ///
  /// - Parameter entries: Entries with unique keys.
  static func among(_ entries: [Entry]) -> [(repeated: Entry, first: Entry)] {
    guard entries.count > 1 else { return [] }
    let groups = groups(of: entries).filter { $0.count > 1 }
    return groups.flatMap { group in
      let inOrder = group.map { entries[$0] }.sorted {
        ($0.keyLocation.start ?? .start) < ($1.keyLocation.start ?? .start)
      }
      return inOrder.dropFirst().map { (repeated: $0, first: inOrder[0]) }
    }
  }

  /// Returns the indices of entries with similar keys, in groups.
  private static func groups(of entries: [Entry]) -> [[Int]] {
    var hashes: [(hash: UInt64, index: Int)] = []
    hashes.reserveCapacity(entries.count)
    for index in entries.indices {
      guard let hash = foldedHash(entries[index].key) else { return slowGroups(of: entries) }
      hashes.append((hash, index))
    }
    hashes.sort { $0.hash < $1.hash }
    // Equal hashes may be a coincidence, so the keys themselves are compared in this case.
    let hasPair = hashes.indices.dropFirst().contains { hashes[$0 - 1].hash == hashes[$0].hash }
    return hasPair ? slowGroups(of: entries) : []
  }

  /// Returns the FNV-1a hash of the lowercased bytes, or `nil` if the key is not ASCII. The hash is
  /// sufficient for nearly all dictionaries, and computing it allocates no strings.
  private static func foldedHash(_ key: String) -> UInt64? {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in key.utf8 {
      if byte >= 0x80 { return nil }
      let isUppercase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      hash = (hash ^ UInt64(isUppercase ? byte | 0x20 : byte)) &* 0x100_0000_01b3
    }
    return hash
  }

  /// Groups the lowercased keys. Swift compares strings by canonical equivalence.
  private static func slowGroups(of entries: [Entry]) -> [[Int]] {
    var groups: [String: [Int]] = [:]
    for index in entries.indices {
      groups[entries[index].key.lowercased(), default: []].append(index)
    }
    return groups.values.sorted { $0[0] < $1[0] }
  }
}
