/// Finds the first byte that is not UTF-8, over any division of the input into pieces. libxml2 lets
/// overlong forms pass, and its own message has no column.
///
/// Source: The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
package struct UTF8Validator {
  /// Continuation bytes still to come, and what the next one may be.
  private var remaining = 0
  private var lower: UInt8 = 0x80
  private var upper: UInt8 = 0xBF

  package init() {}

  package var isInsideCharacter: Bool { remaining > 0 }

  /// - Returns: the offset of the first bad byte in `bytes`, or nil when all are good. NUL is a bad
  ///   byte: no XML document may hold it and C would end there.
  package mutating func firstInvalid(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = 0
    let count = bytes.count
    while index < count {
      if remaining == 0 {
        index = Self.skipCommon(bytes, from: index)
        if index == count { return nil }
      }
      let byte = bytes[index]
      if remaining > 0 {
        guard (lower...upper).contains(byte) else { return index }
        remaining -= 1
        (lower, upper) = (0x80, 0xBF)
      } else if byte >= 0x80 {
        guard begin(byte) else { return index }
      } else if byte == 0 {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Passes what is plainly good, some bytes at a time: ASCII without NUL, and whole characters beyond.
  private static func skipCommon(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var index = start
    guard let base = bytes.baseAddress else { return index }
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while index + 8 <= bytes.count {
      // In bounds: there are eight bytes from `index` on.
      let word = UInt64(
        littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
      let odd = (word | (word &- ones)) & highs
      if odd == 0 {
        index += 8
        // Thirty-two bytes at a time as long as they are ASCII.
        while index + 32 <= bytes.count {
          // In bounds: there are thirty-two bytes from `index` on.
          let words = UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<UInt64>.self)
          let odd = (words | (words &- SIMD4(repeating: ones))) & SIMD4(repeating: highs)
          if (odd.x | odd.y) | (odd.z | odd.w) != 0 { break }
          index += 32
        }
        continue
      }
      if isOfPairs(word) {
        // The last byte may be the first of a pair.
        index += word >> 56 >= 0xC0 ? 7 : 8
        continue
      }
      let ahead = odd.trailingZeroBitCount / 8
      let character = word >> UInt64(ahead * 8)
      let lead = UInt8(truncatingIfNeeded: character)
      if ahead <= 6, character & 0xC0E0 == 0x80C0, lead >= 0xC2 {
        index += ahead + 2
      } else if ahead <= 5, isTriple(character) {
        // Mostly another follows.
        let isFollowed = ahead <= 2 && isTriple(character >> 24)
        index += ahead + (isFollowed ? 6 : 3)
      } else if ahead <= 4, isQuadruple(character) {
        index += ahead + 4
      } else {
        return index + ahead
      }
    }
    return index
  }

  /// Whether there is a character of three bytes first. Of E0 and ED one half of the second bytes is bad:
  /// overlong, or a surrogate.
  @inline(__always) private static func isTriple(_ word: UInt64) -> Bool {
    guard word & 0xC0_C0F0 == 0x80_80E0 else { return false }
    return switch UInt8(truncatingIfNeeded: word) {
    case 0xE0: word & 0x2000 != 0
    case 0xED: word & 0x2000 == 0
    default: true
    }
  }

  /// Whether there is a character of four bytes first. Overlong ones begin with F0, and those beyond
  /// U+10FFFF with F4 or more.
  @inline(__always) private static func isQuadruple(_ word: UInt64) -> Bool {
    guard word & 0xC0C0_C0F8 == 0x8080_80F0 else { return false }
    return switch UInt8(truncatingIfNeeded: word) {
    case 0xF0: word & 0x3000 != 0
    case 0xF1...0xF3: true
    case 0xF4: word & 0x3000 == 0
    default: false
    }
  }

  /// Whether eight bytes are ASCII without NUL and characters of two bytes; the last byte may be the
  /// first of such a character.
  @inline(__always) private static func isOfPairs(_ word: UInt64) -> Bool {
    let highs: UInt64 = 0x8080_8080_8080_8080
    let high = word & highs
    let lead = high & word << 1
    let continuation = high & ~(word << 1)
    // Two bytes have 110 in front, and more than the last bit of the rest: 0xC0 and 0xC1 are
    // overlong.
    let isLong = lead & word << 2
    let isEnough = (word & 0x1E1E_1E1E_1E1E_1E1E) &+ 0x7E7E_7E7E_7E7E_7E7E
    let hasZero = (word &- 0x0101_0101_0101_0101) & ~word & highs
    return (lead << 8 ^ continuation) | isLong | lead & ~isEnough | hasZero == 0
  }

  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2...0xDF: remaining = 1
    case 0xE0: (remaining, lower) = (2, 0xA0)
    case 0xED: (remaining, upper) = (2, 0x9F)
    case 0xE1...0xEF: remaining = 2
    case 0xF0: (remaining, lower) = (3, 0x90)
    case 0xF1...0xF3: remaining = 3
    case 0xF4: (remaining, upper) = (3, 0x8F)
    default: return false
    }
    return true
  }
}
