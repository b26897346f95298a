/// The placeholders of a text, where all of them are of the simplest kinds: `%@` and `%d`, alone without
/// a number, or numbered from 1 on in their order. Nearly all texts with placeholders have such, in
/// every language the same; then no check has anything to say about them, and every platform spells
/// them the same way but for one letter. Two percent signs beside them are text, and so is one alone at
/// the end of a text without any.
package struct SimplePlaceholders: Equatable {
  /// The letter of each argument, four bits for how many there are in front.
  private var letters: UInt64 = 0
  private var count: Int { Int(letters & 0xF) }
  /// Whether one is there without a number.
  private var isUnnumbered = false
  /// How many percent signs are doubled.
  private var doubled = 0

  package init() {}

  /// Whether there are none, and no percent signs that mean others.
  package var isEmpty: Bool { letters == 0 && doubled == 0 }

  // Not derived: that is called through a table from another module.
  package static func == (a: SimplePlaceholders, b: SimplePlaceholders) -> Bool {
    a.letters == b.letters && a.isUnnumbered == b.isUnnumbered && a.doubled == b.doubled
  }

  /// - Returns: nil when a percent sign is, or may be, anything else.
  package init?(in bytes: UnsafeBufferPointer<UInt8>) {
    let percent = UInt8(ascii: "%")
    var index = 0
    while true {
      let sign = Self.percent(in: bytes, from: index)
      if sign == bytes.count { break }
      let next = sign + 1
      if next < bytes.count, bytes[next] == percent {
        doubled += 1
        index = next + 1
      } else if let length = append(bytes, at: next) {
        index = next + length
      } else {
        guard next == bytes.count, letters == 0, doubled == 0 else { return nil }
        return
      }
    }
    // Without a placeholder two of them would be one, in every format.
    if doubled > 0, letters == 0 { return nil }
  }

  /// Eight bytes at once: most texts have one sign, or two.
  ///
  /// - Returns: the index of the first percent sign from one on, or the end.
  @inline(__always) private static func percent(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var index = start
    while let base = bytes.baseAddress, index + 8 <= bytes.count {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
      // The lowest bit that is found is that of the first sign; a borrow reaches only what is above it.
      let others = word ^ ones &* UInt64(UInt8(ascii: "%"))
      let found = (others &- ones) & ~others & tops
      if found != 0 { return index + found.trailingZeroBitCount >> 3 }
      index += 8
    }
    while index < bytes.count, bytes[index] != UInt8(ascii: "%") { index += 1 }
    return index
  }

  /// - Returns: how many bytes follow the percent sign.
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

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "@") || byte == UInt8(ascii: "d")
  }

  /// The letters of the arguments, in their order.
  package var arguments: [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: letters >> UInt64(8 * ($0 + 1))) }
  }

  /// Appends a text with such placeholders as its readers see it: something means what each of
  /// them will be.
  package static func append(
    _ bytes: UnsafeBufferPointer<UInt8>, as something: [UInt8], to output: inout [UInt8]
  ) {
    var start = 0
    while true {
      let sign = percent(in: bytes, from: start)
      if sign + 1 >= bytes.count { break }
      if bytes[sign + 1] == UInt8(ascii: "%") {
        output += UnsafeBufferPointer(rebasing: bytes[start...sign])
        start = sign + 2
        continue
      }
      output += UnsafeBufferPointer(rebasing: bytes[start..<sign])
      output += something
      start = sign + 1
      while !isLetter(bytes[start]) { start += 1 }
      start += 1
    }
    output += UnsafeBufferPointer(rebasing: bytes[start...])
  }

  /// Appends a text with such placeholders, their letters spelled in another way.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - text: instead of `@`.
  ///   - number: instead of `d`.
  ///   - output: is appended to.
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
      // Up to the letter in one go, doubled signs among it.
      output += UnsafeBufferPointer(rebasing: bytes[start..<index])
      let spelling = bytes[index] == UInt8(ascii: "@") ? text : number
      for place in 0..<spelling.utf8CodeUnitCount { output.append(spelling.utf8Start[place]) }
      index += 1
      start = index
    }
    output += UnsafeBufferPointer(rebasing: bytes[start...])
  }
}
