import TremaMessages

/// The slots of a compiled catalogue: where the keys are looked up.
///
/// Keys are in the order of their hashes, each at its home or at the first free slot behind it,
/// so that the longest way from a home is as short as it can be. A seed under which it would be
/// longer than ``CompiledLayout/mostProbes`` is not used. With half of the slots free that is one
/// seed in 40,000 for 10,000 keys; choosing the keys does not choose the seeds, because
/// the first one is a digest of the keys.
struct CompiledTable {
  let seed: UInt64
  let buckets: Int
  /// How many slots a look-up has to look at.
  let probes: Int
  /// The mark and the number of each slot, nil for an empty one.
  let slots: [(mark: UInt32, entry: UInt32)?]

  /// Seeds that are tried for each size of the table, and sizes that are tried.
  private static let (seedsPerSize, sizes) = (16, 4)

  /// Keys by their numbers, in the order of their hashes.
  typealias Order = [(hash: UInt64, entry: UInt32)]

  /// - Parameter hash: the hash of a key, by its number.
  static func order(
    _ count: Int, _ function: CompiledHash, _ hash: (CompiledHash, Int) -> UInt64
  ) -> Order {
    (0..<count).map { (hash: hash(function, $0), entry: UInt32($0)) }
      .sorted { ($0.hash, $0.entry) < ($1.hash, $1.entry) }
  }

  /// - Parameters:
  ///   - firstOrder: the keys, no two of them alike, under the first seed.
  ///   - firstSeed: the seeds are this one and those after it.
  ///   - hash: the hash of a key, by its number.
  /// - Returns: nil when no seed gives short ways, which cannot be expected of any keys.
  init?(_ firstOrder: Order, firstSeed: UInt64, _ hash: (CompiledHash, Int) -> UInt64) {
    let count = firstOrder.count
    for attempt in 0..<Self.seedsPerSize * Self.sizes {
      let seed = firstSeed &+ UInt64(attempt)
      let order =
        attempt == 0 ? firstOrder : Self.order(count, CompiledHash(seed: seed), hash)
      let buckets = max(1, 2 * count << (attempt / Self.seedsPerSize))
      guard let (slots, probes) = Self.slots(order, buckets) else { continue }
      (self.seed, self.buckets, self.slots, self.probes) = (seed, buckets, slots, probes)
      return
    }
    return nil
  }

  private static func slots(
    _ order: Order, _ buckets: Int
  ) -> (slots: [(mark: UInt32, entry: UInt32)?], probes: Int)? {
    let most = Int(CompiledLayout.mostProbes)
    var slots: [(mark: UInt32, entry: UInt32)?] = Array(repeating: nil, count: buckets + most)
    var (next, probes) = (0, 1)
    for (hash, entry) in order {
      let home = CompiledHash.home(hash, of: UInt32(buckets))
      let place = max(home, next)
      probes = max(probes, place - home + 1)
      guard probes <= most else { return nil }
      slots[place] = (CompiledHash.mark(hash), entry)
      next = place + 1
    }
    // The last key of all may begin at the last bucket.
    slots.removeLast(most - probes + 1)
    return (slots, probes)
  }
}
