/// Keys that collide in hash functions without a secret seed.
enum CollidingKeys {
  /// Returns keys composed of two letter pairs with equal hashes: `Aa` and `BB` for
  /// `hash * 31 + byte`, `Ez` and `FY` for `hash * 33 + byte`.
  static func pairs(_ first: String, _ second: String, _ number: Int) -> String {
    (0..<20).map { number >> $0 & 1 == 0 ? first : second }.joined()
  }

  /// Returns keys that differ only in case.
  static func cases(_ number: Int) -> String {
    (0..<20).map { number >> $0 & 1 == 0 ? "a" : "A" }.joined()
  }

  /// Returns keys whose FNV-1a hashes have the same lower 20 bits, the only ones that a table of up
  /// to a million slots uses. These bits depend only on each other and on the bytes. A
  /// meet-in-the-middle search extends the prefix by two characters and looks up the last two.
  static func fnv(_ number: Int) -> String {
    let prefix = Array("\(number)-".utf8)
    var hash = offset
    for byte in prefix { hash = step(hash, byte) }
    for first in alphabet {
      let once = step(hash, first)
      for second in alphabet {
        if let (third, fourth) = ends[step(once, second)] {
          return String(decoding: prefix + [first, second, third, fourth], as: UTF8.self)
        }
      }
    }
    return String(decoding: prefix, as: UTF8.self)
  }

  private static let mask: UInt64 = 0xFFFFF
  private static let offset: UInt64 = 0xCBF2_9CE4_8422_2325 & mask
  private static let prime: UInt64 = 0x0000_0100_0000_01B3
  private static let alphabet = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".utf8)

  private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* prime & mask
  }

  /// The last two characters after which the hash is 0, by the hash before them.
  private static let ends: [UInt64: (UInt8, UInt8)] = {
    // The modular inverse of the prime, by Newton's method.
    var inverse: UInt64 = 1
    for _ in 0..<6 { inverse = inverse &* (2 &- prime &* inverse) }
    var ends: [UInt64: (UInt8, UInt8)] = [:]
    for last in alphabet {
      let before = UInt64(last)
      for byte in alphabet {
        ends[(before &* inverse & mask) ^ UInt64(byte)] = (byte, last)
      }
    }
    return ends
  }()
}
