/// The placeholders of a text that contains only the simplest ones: `%@` and `%d`, either a single
/// one without a number, or numbered consecutively from 1. Nearly all texts with placeholders are
/// like this and have the same placeholders in all languages. No check reports them, and their
/// spellings on all platforms differ only in one letter. Doubled percent signs are text, and so is
/// a single percent sign at the end of a text without placeholders.
package struct SimplePlaceholders: Equatable {
  /// The argument count in the lowest four bits, and the arguments' letters in the following bytes.
  private var letters: UInt64 = 0
  private var count: Int { Int(letters & 0xF) }
  /// Whether the only placeholder has no number.
  private var isUnnumbered = false
  /// The number of doubled percent signs.
  private var doubledPercentCount = 0

  /// Creates an instance without placeholders.
  package init() {}

  /// Whether there are neither placeholders nor doubled percent signs.
  package var isEmpty: Bool { letters == 0 && doubledPercentCount == 0 }

  // A synthesized operator would be called through a witness table from other modules.
  package static func == (a: SimplePlaceholders, b: SimplePlaceholders) -> Bool {
    a.letters == b.letters && a.isUnnumbered == b.isUnnumbered
      && a.doubledPercentCount == b.doubledPercentCount
  }

  /// Analyzes a text. Returns `nil` if any percent sign has, or may have, a different meaning.
  package init?(in bytes: UnsafeBufferPointer<UInt8>) {
    let percent = UInt8(ascii: "%")
    var index = 0
    while true {
      let percentIndex = Self.percent(in: bytes, from: index)
      if percentIndex == bytes.count { break }
      let next = percentIndex + 1
      if next < bytes.count, bytes[next] == percent {
        doubledPercentCount += 1
        index = next + 1
      } else if let length = append(bytes, at: next) {
        index = next + length
      } else {
        guard next == bytes.count, letters == 0, doubledPercentCount == 0 else { return nil }
        return
      }
    }
    // Without placeholders, all formats treat a doubled percent sign as one.
    if doubledPercentCount > 0, letters == 0 { return nil }
  }

  /// Searches for a percent sign, eight bytes at a time because most texts contain at most two.
  ///
  /// - Returns: The index of the first percent sign from a start index, or the end.
  @inline(__always) private static func percent(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var index = start
    while let base = bytes.baseAddress, index + 8 <= bytes.count {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
      // The lowest set bit belongs to the first percent sign. A borrow affects only higher bits.
      let others = word ^ ones &* UInt64(UInt8(ascii: "%"))
      let found = (others &- ones) & ~others & tops
      if found != 0 { return index + found.trailingZeroBitCount >> 3 }
      index += 8
    }
    while index < bytes.count, bytes[index] != UInt8(ascii: "%") { index += 1 }
    return index
  }

  /// Adds the placeholder after a percent sign.
  ///
  /// - Returns: The number of bytes after the percent sign, or `nil` if there is no simple
  ///   placeholder.
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    guard start < bytes.count, !isUnnumbered, count < 7 else { return nil }
    if Self.isLetter(bytes[start]) {
      guard count == 0 else { return nil }
      isUnnumbered = true
      letters = UInt64(bytes[start]) << 8 | 1
      return 1
    }
    guard start + 2 < bytes.count, bytes[start] == UInt8(ascii: "1") + UInt8(count),
      bytes[start + 1] == UInt8(ascii: "$"), Self.isLetter(bytes[start + 2])
    else { return nil }
    letters = (letters + 1) | UInt64(bytes[start + 2]) << UInt64(8 * (count + 1))
    return 3
  }

  /// Returns whether a byte is the letter of a simple placeholder.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "@") || byte == UInt8(ascii: "d")
  }

  /// The letters of the arguments, in order.
  package var arguments: [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: letters >> UInt64(8 * ($0 + 1))) }
  }

  /// Appends a text as displayed, with each simple placeholder replaced.
  package static func append(
    _ bytes: UnsafeBufferPointer<UInt8>, as replacement: [UInt8], to output: inout [UInt8]
  ) {
    var start = 0
    while true {
      let percentIndex = percent(in: bytes, from: start)
      if percentIndex + 1 >= bytes.count { break }
      if bytes[percentIndex + 1] == UInt8(ascii: "%") {
        output += UnsafeBufferPointer(rebasing: bytes[start...percentIndex])
        start = percentIndex + 2
        continue
      }
      output += UnsafeBufferPointer(rebasing: bytes[start..<percentIndex])
      output += replacement
      start = percentIndex + 1
      while !isLetter(bytes[start]) { start += 1 }
      start += 1
    }
    output += UnsafeBufferPointer(rebasing: bytes[start...])
  }

  /// Appends a text with the letters of its simple placeholders replaced.
  ///
  /// - Parameters:
  ///   - bytes: The text's UTF-8 bytes.
  ///   - text: The replacement for `@`.
  ///   - number: The replacement for `d`.
  ///   - output: The array to append the text to.
  package static func append(
    _ bytes: UnsafeBufferPointer<UInt8>, text: StaticString, number: StaticString,
    to output: inout [UInt8]
  ) {
    var (start, index) = (0, 0)
    while true {
      index = percent(in: bytes, from: index) + 1
      if index >= bytes.count { break }
      if bytes[index] == UInt8(ascii: "%") {
        index += 1
        continue
      }
      while !isLetter(bytes[index]) { index += 1 }
      // The bytes up to the letter are copied at once, including doubled percent signs.
      output += UnsafeBufferPointer(rebasing: bytes[start..<index])
      let spelling = bytes[index] == UInt8(ascii: "@") ? text : number
      for offset in 0..<spelling.utf8CodeUnitCount { output.append(spelling.utf8Start[offset]) }
      index += 1
      start = index
    }
    output += UnsafeBufferPointer(rebasing: bytes[start...])
  }
}
