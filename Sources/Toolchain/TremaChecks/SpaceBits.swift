extension UnsafeBufferPointer<UInt8> {
  /// Returns the spaces among 64 bytes, or up to the end of the buffer, as one bit per byte. The
  /// first byte corresponds to the lowest bit.
  func spaces(from start: Int) -> UInt64 {
    let end = Swift.min(start + 64, count)
    var (bits, index): (UInt64, Int) = (0, start)
    while index + 8 <= end, let base = baseAddress {
      // In bounds: at least eight bytes follow `index`.
      let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
      bits |= Self.spaces(UInt64(littleEndian: word)) &<< UInt64(index - start)
      index += 8
    }
    while index < end {
      bits |= (self[index] == 0x20 ? 1 : 0) &<< UInt64(index - start)
      index += 1
    }
    return bits
  }

  /// Returns the spaces among eight bytes in the lowest eight bits.
  ///
  /// - Parameter word: Eight bytes in little-endian order.
  private static func spaces(_ word: UInt64) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    // After the exclusive or, a byte is zero if it was a space. The next line sets a bit only for
    // zero bytes.
    let others = word ^ 0x2020_2020_2020_2020
    let found = ~((others & low) &+ low | others | low) >> 7
    // There is one bit per byte. The multiplication moves each to its own position in the highest
    // byte.
    return (found &* 0x0102_0408_1020_4080) >> 56
  }
}
