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

/// Passes good UTF-8 thirty-two bytes at a time, in every script.
///
/// All bytes of a block are judged at once: a bit of each is moved to the front of its byte, and what
/// is said of bytes is said of those front bits. The bytes before each, up to three, are the same block
/// loaded that much earlier. Shifts move bits into the next byte, too, but never to its front.
///
/// Source: The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
enum UTF8Blocks {
  private typealias Block = SIMD4<UInt64>

  private static let size = 32
  private static var ones: Block { Block(repeating: 0x0101_0101_0101_0101) }
  private static var fronts: Block { Block(repeating: 0x8080_8080_8080_8080) }

  /// - Parameter start: the first byte of a character; what is before it in `bytes` is good.
  /// - Returns: the first byte of a character up to which all are good, and none is NUL.
  static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return start }
    var index = start
    // In bounds, here and below: a block is loaded where thirty-two bytes follow, and up to three
    // bytes earlier where there are as many.
    while index + size <= bytes.count {
      let block = load(base + index)
      if isASCII(block) {
        if isInside(index, bytes) { break }
        repeat { index += size } while index + size <= bytes.count && isASCII(load(base + index))
      } else {
        guard index >= 3, isGood(block, before: base + index) else { break }
        index += size
      }
    }
    while isInside(index, bytes) { index -= 1 }
    return index
  }

  /// Whether there is ASCII alone, without NUL.
  @inline(__always) private static func isASCII(_ block: Block) -> Bool {
    isZero((block | (block &- ones)) & fronts)
  }

  /// Whether the bytes before an index want more.
  @inline(__always)
  private static func isInside(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard index >= 3 else { return false }
    return bytes[index - 1] >= 0xC0 || bytes[index - 2] >= 0xE0 || bytes[index - 3] >= 0xF0
  }

  /// - Parameter start: where the block is.
  @inline(__always)
  private static func isGood(_ block: Block, before start: UnsafePointer<UInt8>) -> Bool {
    let (last, second, third) = (load(start - 1), load(start - 2), load(start - 3))
    // 11, 111 and 1111 in front want one, two and three bytes with 10 in front, and nothing else does.
    let lead = last & last &<< 1
    let wanted =
      lead | second & second &<< 1 & second &<< 2
      | third & third &<< 1 & third &<< 2 & third &<< 3
    let continued = block & ~(block &<< 1)
    let null = (block &- ones) & ~block
    return isZero((wanted ^ continued | lead & excluded(last, block) | null) & fronts)
  }

  /// Marks the bytes with 11 in front that begin no character, or none with the byte behind them.
  @inline(__always)
  private static func excluded(_ lead: Block, _ next: Block) -> Block {
    // The bits of the lead by their value.
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

  @inline(__always) private static func load(_ start: UnsafePointer<UInt8>) -> Block {
    UnsafeRawPointer(start).loadUnaligned(as: Block.self)
  }

  @inline(__always) private static func isZero(_ block: Block) -> Bool {
    let halves = block.lowHalf | block.highHalf
    return halves.x | halves.y == 0
  }
}
