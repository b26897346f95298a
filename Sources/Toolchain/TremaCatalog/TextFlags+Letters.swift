extension TextFlags {
  /// Returns the flags without ``unclassified`` if all non-ASCII characters are letters of widely
  /// used scripts with their vowel signs, pictographs, and U+FFFC for a placeholder.
  ///
  /// In this case, none of them is a punctuation mark, a space or a control character, no word
  /// mixes letters from similar scripts, and nothing was wrongly decoded as Latin-1.
  ///
  /// - Parameter bytes: The text with these flags.
  package func resolvingUnclassified(in bytes: UnsafeBufferPointer<UInt8>) -> TextFlags {
    contains(.unclassified) && Self.hasOnlyCommonLetters(bytes) ? subtracting(.unclassified) : self
  }

  /// Returns whether all non-ASCII characters are letters or pictographs, as described for
  /// ``resolvingUnclassified(for:)``.
  ///
  /// Runs of characters with the same encoded length have their own loops, because finding each
  /// character's length takes longer than classifying it.
  private static func hasOnlyCommonLetters(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    // Whether the current word contains a Greek or Cyrillic letter, after which no Latin letter may
    // occur.
    var hasLookalike = false
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case ..<0x80 where hasLookalike:
        if isSpace(byte) { hasLookalike = false } else if isLatin(byte) { return false }
        index += 1
      case ..<0x80: index = endOfASCII(bytes, from: index)
      case ..<0xE0:
        repeat {
          let first = bytes[index]
          guard index + 1 < bytes.count, isLetter(first, bytes[index + 1], bytes[index + 1]) else {
            return false
          }
          index += 2
          if first < 0xC6 {
            if hasLookalike { return false }
            // These two letters could be the two bytes of one misread letter.
            if first == 0xC3, index < bytes.count, bytes[index] == 0xC5 { return false }
          } else if first < 0xD4, !hasLookalike {
            if hasLatin(bytes, before: index - 2) { return false }
            hasLookalike = true
          }
        } while index < bytes.count && bytes[index] & 0xE0 == 0xC0
      case ..<0xF0:
        repeat {
          let first = bytes[index]
          guard index + 2 < bytes.count,
            isLetter(first, bytes[index + 1], bytes[index + 2])
              || first == 0xE2 && isJoiner(bytes, index)
          else { return false }
          index += 3
        } while index < bytes.count && bytes[index] & 0xF0 == 0xE0
      default:
        guard index + 3 < bytes.count, isLetter(byte, bytes[index + 1], bytes[index + 2]) else {
          return false
        }
        index += 4
      }
    }
    return true
  }

  /// Returns whether a byte is an ASCII letter or starts an accented Latin letter.
  private static func isLatin(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0xC3...0xC5).contains(byte)
  }

  /// Returns whether a byte ends a word because it is a space or a line feed.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }

  /// Returns whether the word that continues at an offset contains a Latin letter before it.
  private static func hasLatin(
    _ bytes: UnsafeBufferPointer<UInt8>, before index: Int
  ) -> Bool {
    var index = index
    while index > 0, !isSpace(bytes[index - 1]) {
      index -= 1
      if isLatin(bytes[index]) { return true }
    }
    return false
  }

  /// Returns the offset of the next non-ASCII byte, or the end.
  private static func endOfASCII(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var index = start
    while index + 8 <= bytes.count, let base = bytes.baseAddress {
      // In bounds: at least eight bytes follow `index`.
      let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
      let others = UInt64(littleEndian: word) & 0x8080_8080_8080_8080
      if others != 0 { return index + others.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count, bytes[index] < 0x80 { index += 1 }
    return index
  }

  /// Returns whether the character at an offset is U+200D between two pictographs, which it joins.
  private static func isJoiner(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    index >= 4 && index + 4 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x8D
      && bytes[index - 4] == 0xF0 && bytes[index + 3] == 0xF0 && bytes[index + 4] == 0x9F
  }

  /// Returns whether a scalar is a common letter or a pictograph, based on its first three bytes.
  ///
  /// See the Unicode Character Database, `DerivedGeneralCategory.txt`, for letters and their marks.
  private static func isLetter(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch first {
    // Latin.
    case 0xC3, 0xC4, 0xC5: true
    // Greek, without its question mark and its middle dot.
    case 0xCE: second == 0x86 || second >= 0x88
    case 0xCF: second != 0xB6
    // Cyrillic.
    case 0xD0, 0xD1, 0xD3: true
    case 0xD2: second >= 0x8A
    // Hebrew, and Arabic without its punctuation and U+0640.
    case 0xD7: (0x90...0xAA).contains(second)
    case 0xD8: second >= 0xA0
    case 0xD9: (0x81...0x8A).contains(second)
    case 0xDA: true
    case 0xDB: second <= 0x93
    // Devanagari without its stops and digits, Thai without its digits.
    case 0xE0:
      switch second {
      case 0xA4: true
      case 0xA5: third <= 0xA3 || third >= 0xB1
      case 0xB8: third != 0xBF
      case 0xB9: third <= 0x8E
      default: false
      }
    // Hiragana, Katakana without the dot between words, and ideographs.
    case 0xE3:
      switch second {
      case 0x81: true
      case 0x82: third <= 0x96 || third >= 0xA1
      case 0x83: third <= 0xBA || third == 0xBC
      default: second >= 0x90
      }
    case 0xE4...0xE9: true
    // Hangul.
    case 0xEA: second >= 0xB0
    case 0xEB, 0xEC: true
    case 0xED: second <= 0x9D
    // U+FFFC, which represents a placeholder.
    case 0xEF: second == 0xBF && third == 0xBC
    // Pictographs.
    case 0xF0: second == 0x9F && (0x80...0xAB).contains(third)
    default: false
    }
  }
}
