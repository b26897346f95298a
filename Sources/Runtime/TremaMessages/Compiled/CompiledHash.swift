/// The hash function for keys, which is the same on all machines.
///
/// It processes 8 bytes per step with one 64-bit multiplication and combines the halves of the
/// product, as in wyhash, foldhash and other Lehmer-style hashes and generators. The seed
/// determines the multiplier and the initial state, so keys that collide with one seed do not
/// collide with a different seed.
package struct CompiledHash: Sendable {
  // The SplitMix64 constants (Steele, Lea, Flood 2014), which are odd and have about half of their
  // bits set.
  private static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let second: UInt64 = 0xBF58_476D_1CE4_E5B9
  private static let third: UInt64 = 0x94D0_49BB_1331_11EB

  /// The initial state.
  private let start: UInt64
  /// The multiplier, which is odd.
  private let multiplier: UInt64

  /// Creates a hash function from a seed.
  package init(seed: UInt64) {
    start = Self.fold(seed ^ Self.first, Self.second)
    multiplier = Self.fold(start ^ Self.third, Self.second) | 1
  }

  /// Returns the hash of a key.
  ///
  /// - Parameter key: The key in UTF-8, without a terminating NUL.
  package func callAsFunction(_ key: UnsafeRawBufferPointer) -> UInt64 {
    var hash = start ^ UInt64(key.count)
    var index = 0
    while key.count - index >= 8 {
      // Bound: index + 8 <= count.
      let word = UInt64(littleEndian: key.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      hash = Self.fold(hash ^ word, multiplier)
      index += 8
    }
    if index < key.count { hash = Self.fold(hash ^ Self.last(of: key, from: index), multiplier) }
    return Self.fold(hash ^ Self.third, Self.first)
  }

  /// Returns the last one to seven bytes as an integer.
  private static func last(of key: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
    if key.count >= 8 {
      // The preceding bytes are shifted out. Bound: the key has at least 8 bytes.
      let word = key.loadUnaligned(fromByteOffset: key.count - 8, as: UInt64.self)
      return UInt64(littleEndian: word) >> UInt64(8 * (8 - (key.count - start)))
    }
    var word: UInt64 = 0
    for index in (start..<key.count).reversed() { word = word << 8 | UInt64(key[index]) }
    return word
  }

  /// Returns the slot where the search for a key starts: the high half of its hash, scaled to the
  /// slot count.
  package static func home(_ hash: UInt64, of buckets: UInt32) -> Int {
    Int(truncatingIfNeeded: ((hash >> 32) * UInt64(buckets)) >> 32)
  }

  /// Returns the part of a hash that is stored in a slot: its low half.
  package static func fingerprint(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash) }

  /// Returns the exclusive OR of a product's two halves.
  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    return high ^ low
  }
}
