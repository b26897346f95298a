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
        index = UTF8Blocks.end(in: bytes, from: index)
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
