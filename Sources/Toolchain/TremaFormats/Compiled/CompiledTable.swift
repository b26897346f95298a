import TremaMessages

/// A compiled catalog's hash table, in which keys are looked up.
///
/// Keys are stored in the order of their hashes, each in its home slot or the first free slot after
/// it, which minimizes the maximum distance from a home slot. Seeds for which the distance exceeds
/// ``CompiledLayout/maxProbes`` are not used. With 10,000 keys and half of the slots free, this
/// affects one seed in 40,000. An attacker who chooses the keys cannot choose the seed because the
/// first seed is a digest of the keys.
struct CompiledTable {
  /// The seed of the hash function.
  let seed: UInt64
  /// The number of home slots. The slots after them are for keys whose home slot is among the last.
  let bucketCount: Int
  /// The maximum number of slots that a lookup visits.
  let probeLimit: Int
  /// The mark and the key number of each slot, or `nil` for an empty slot.
  let slots: [(mark: UInt32, entry: UInt32)?]

  /// The number of seeds to try for each table size, and the number of sizes.
  private static let (seedsPerSize, sizes) = (16, 4)

  /// The key numbers, in hash order.
  typealias Order = [(hash: UInt64, entry: UInt32)]

  /// Returns the order of the keys for a hash function.
  ///
  /// - Parameters:
  ///   - function: The hash function, with a seed.
  ///   - hash: Returns the hash of the key with a number.
  static func order(
    _ count: Int, _ function: CompiledHash, _ hash: (CompiledHash, Int) -> UInt64
  ) -> Order {
    (0..<count).map { (hash: hash(function, $0), entry: UInt32($0)) }
      .sorted { ($0.hash, $0.entry) < ($1.hash, $1.entry) }
  }

  /// Creates a table with the first suitable seed.
  ///
  /// - Parameters:
  ///   - firstOrder: The order of the keys for the first seed. No two keys may be equal.
  ///   - firstSeed: The first seed to try. The following integers are tried next.
  ///   - hash: Returns the hash of the key with a number.
  /// - Returns: The table, or `nil` if no seed is suitable, which is not expected for any set of
  ///   keys.
  init?(_ firstOrder: Order, firstSeed: UInt64, _ hash: (CompiledHash, Int) -> UInt64) {
    let count = firstOrder.count
    for attempt in 0..<Self.seedsPerSize * Self.sizes {
      let seed = firstSeed &+ UInt64(attempt)
      let order =
        attempt == 0 ? firstOrder : Self.order(count, CompiledHash(seed: seed), hash)
      // The table starts with twice as many slots as keys, and is doubled after several seeds.
      let buckets = max(1, 2 * count << (attempt / Self.seedsPerSize))
      guard let (slots, probes) = Self.slots(order, buckets) else { continue }
      (self.seed, self.bucketCount, self.slots, self.probeLimit) = (seed, buckets, slots, probes)
      return
    }
    return nil
  }

  /// Assigns the keys to slots. Returns `nil` if a key is too far from its home slot.
  private static func slots(
    _ order: Order, _ buckets: Int
  ) -> (slots: [(mark: UInt32, entry: UInt32)?], probes: Int)? {
    let maxProbes = Int(CompiledLayout.maxProbes)
    var slots: [(mark: UInt32, entry: UInt32)?] = Array(repeating: nil, count: buckets + maxProbes)
    var (next, probes) = (0, 1)
    for (hash, entry) in order {
      let home = CompiledHash.home(hash, of: UInt32(buckets))
      let slot = max(home, next)
      probes = max(probes, slot - home + 1)
      guard probes <= maxProbes else { return nil }
      slots[slot] = (CompiledHash.fingerprint(hash), entry)
      next = slot + 1
    }
    // The home slot of the last key may be the last home slot, so this many slots must follow it.
    slots.removeLast(maxProbes - probes + 1)
    return (slots, probes)
  }
}
