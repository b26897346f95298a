/// A validator that finds the first byte that is not valid UTF-8, for any division of the input
/// into pieces. libxml2 accepts overlong forms, and its errors have no column.
///
/// See the Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
package struct UTF8Validator {
  /// How many continuation bytes the current character still needs.
  private var remaining = 0
  /// The lowest valid value of the next continuation byte.
  private var lower: UInt8 = 0x80
  /// The highest valid value of the next continuation byte.
  private var upper: UInt8 = 0xBF

  package init() {}

  /// Whether the bytes so far end in the middle of a character.
  package var isInsideCharacter: Bool { remaining > 0 }

  /// Validates the next bytes.
  ///
  /// - Returns: The offset of the first invalid byte in `bytes`, or `nil` if all are valid. NUL is
  ///   invalid because XML documents must not contain it, and C strings would end there.
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

  /// Starts a multibyte character.
  ///
  /// - Returns: Whether the byte can start a multibyte character.
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

/// Validates UTF-8 in blocks of 32 bytes, in every script.
///
/// All bytes of a block are checked at once. The highest bit of each byte represents a property,
/// and the relevant bits are shifted there. The bytes that precede each byte by up to three
/// positions are obtained by loading the block from a lower address. Shifting also moves bits into
/// the next byte, but never into its highest bit.
///
/// See the Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
enum UTF8Blocks {
  private typealias Block = SIMD4<UInt64>

  /// The number of bytes in a block.
  private static let size = 32
  /// The lowest bit of each byte.
  private static var lowBits: Block { Block(repeating: 0x0101_0101_0101_0101) }
  /// The highest bit of each byte.
  private static var highBits: Block { Block(repeating: 0x8080_8080_8080_8080) }

  /// Returns the end of the valid bytes that whole blocks cover.
  ///
  /// - Parameter start: The start of a character; the bytes before it are valid.
  /// - Returns: The start of a character before which all bytes are valid and none is NUL. This is
  ///   not necessarily the first invalid character.
  static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return start }
    var index = start
    // In bounds, here and below: a block is loaded only if 32 bytes are available, and from up to
    // three bytes earlier only if that many bytes precede it.
    while index + size <= bytes.count {
      let block = load(base + index)
      if isASCII(block) {
        if continuesCharacter(index, bytes) { break }
        repeat { index += size } while index + size <= bytes.count && isASCII(load(base + index))
      } else {
        guard index >= 3, isValid(block, before: base + index) else { break }
        index += size
      }
    }
    while continuesCharacter(index, bytes) { index -= 1 }
    return index
  }

  /// Returns whether all bytes are ASCII and none is NUL.
  @inline(__always) private static func isASCII(_ block: Block) -> Bool {
    isZero((block | (block &- lowBits)) & highBits)
  }

  /// Returns whether a character that starts before an index continues at the index.
  @inline(__always)
  private static func continuesCharacter(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool
  {
    guard index >= 3 else { return false }
    return bytes[index - 1] >= 0xC0 || bytes[index - 2] >= 0xE0 || bytes[index - 3] >= 0xF0
  }

  /// Returns whether a block continues the preceding UTF-8 bytes without an error.
  ///
  /// - Parameter start: The address of the block.
  @inline(__always)
  private static func isValid(_ block: Block, before start: UnsafePointer<UInt8>) -> Bool {
    let (last, second, third) = (load(start - 1), load(start - 2), load(start - 3))
    // Bytes with the highest bits 11, 111 and 1111 must be followed by one, two and three bytes
    // with the highest bits 10, which are not allowed anywhere else.
    let lead = last & last &<< 1
    let required =
      lead | second & second &<< 1 & second &<< 2
      | third & third &<< 1 & third &<< 2 & third &<< 3
    let continued = block & ~(block &<< 1)
    let null = (block &- lowBits) & ~block
    return isZero((required ^ continued | lead & excluded(last, block) | null) & highBits)
  }

  /// Returns the bytes with the highest bits 11 that cannot start a character, or cannot precede
  /// the next byte.
  @inline(__always)
  private static func excluded(_ lead: Block, _ next: Block) -> Block {
    // The bits of the lead byte, named after their values.
    let (b20, b10, b8) = (lead &<< 2, lead &<< 3, lead &<< 4)
    let (b4, b2, b1) = (lead &<< 5, lead &<< 6, lead &<< 7)
    let (n20, n30) = (next &<< 2, next &<< 2 | next &<< 3)
    let low = b8 | b4 | b2
    // C0 and C1.
    let two = ~(b20 | b10 | low)
    // E0 before 80...9F, ED before A0...BF.
    let three = ~b10 & (~(low | b1 | n20) | b8 & b4 & ~b2 & b1 & n20)
    // F0 before 80...8F, F4 before 90...BF, F5...FF.
    let four = b10 & (~(low | b1 | n30) | b8 | b4 & (b2 | b1 | n30))
    return two | b20 & (three | four)
  }

  /// Loads 32 bytes, which must be in bounds.
  @inline(__always) private static func load(_ start: UnsafePointer<UInt8>) -> Block {
    UnsafeRawPointer(start).loadUnaligned(as: Block.self)
  }

  /// Returns whether all bits of a block are zero.
  @inline(__always) private static func isZero(_ block: Block) -> Bool {
    let halves = block.lowHalf | block.highHalf
    return halves.x | halves.y == 0
  }
}
