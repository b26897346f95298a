/// Keys that a hash without a secret takes for one, or puts into one slot.
enum CollidingKeys {
  /// Words of two pairs of letters with the same sum: for `hash * 31 + byte` `Aa` and `BB` are one, and
  /// for `hash * 33 + byte` `Ez` and `FY`.
  static func pairs(_ first: String, _ second: String, _ number: Int) -> String {
    (0..<20).map { number >> $0 & 1 == 0 ? first : second }.joined()
  }

  /// Words that differ in case alone.
  static func cases(_ number: Int) -> String {
    (0..<20).map { number >> $0 & 1 == 0 ? "a" : "A" }.joined()
  }

  /// Keys whose FNV-1a ends with the same 20 bits, which is all that a table of up to a million slots
  /// looks at. Those bits depend on themselves and the bytes alone: from a prefix two characters
  /// forwards and from the end two backwards meet.
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

  /// The two last characters after which a state is 0.
  private static let ends: [UInt64: (UInt8, UInt8)] = {
    // The inverse of the prime for that many bits, by Newton's method.
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
