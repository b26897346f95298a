import TremaSupport

extension XMLScanner {
  /// The minimum size, in bytes, for reporting an unfinished text in pieces.
  private static let minPieceLength = 1 << 16

  /// Reads the whole text at the cursor. Like libxml2, the scanner starts a text only if its end is
  /// available, unless the text is very long.
  mutating func text() -> Part {
    let start = cursor.index
    if readIndentation() { return .plainText }
    var isPlain = true
    while true {
      skipPlain(to: UInt8(ascii: "]"))
      guard let byte = byte(0) else { return unfinishedText(from: start, isPlain: isPlain) }
      var fault: Part?
      switch byte {
      case UInt8(ascii: "<"):
        content = start..<cursor.index
        return isPlain ? .plainText : .text
      case UInt8(ascii: "&"):
        isPlain = false
        fault = reference().fault
      case UInt8(ascii: "]"):
        if self.byte(1) == byte, self.byte(2) == UInt8(ascii: ">") { return .unknown }
        fault = self.byte(2) == nil ? .unfinished : nil
        if fault == nil { cursor.index += 1 }
      case 0..<0x20: fault = skipControls(&isPlain)
      default: fault = skipCharacterStartingWithEF()
      }
      if fault == .unfinished { return unfinishedText(from: start, isPlain: isPlain) }
      if let fault { return fault }
    }
  }

  /// Reads a line feed and spaces before a tag, which make up every second text in typical
  /// documents.
  ///
  /// - Returns: `false` for any other text. The cursor is then unchanged.
  private mutating func readIndentation() -> Bool {
    let start = cursor.index
    guard bytes[start] == UInt8(ascii: "\n") else { return false }
    var end = start + 1
    while end < bytes.count, bytes[end] == 0x20 { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "<") else { return false }
    cursor = Cursor(index: end, line: cursor.line + 1, lineStart: start + 1)
    content = start..<end
    return true
  }

  /// Returns the part for a text without an end: a piece of it if it is long; otherwise,
  /// ``Part/unfinished``.
  private mutating func unfinishedText(from start: Int, isPlain: Bool) -> Part {
    guard cursor.index - start >= Self.minPieceLength else { return .unfinished }
    // The last character may be incomplete, so the piece ends before it.
    while bytes[cursor.index - 1] & 0xC0 == 0x80 { cursor.index -= 1 }
    if bytes[cursor.index - 1] >= 0xC0 { cursor.index -= 1 }
    content = start..<cursor.index
    return isPlain ? .plainText : .text
  }

  /// Calls a closure with the content of a text or section in pieces, with references resolved and
  /// line breaks normalized to line feeds.
  func withContent<Failure: Error>(
    hasReferences: Bool,
    to body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let source = UnsafeBufferPointer(rebasing: bytes[content])
    if !hasReferences, source.firstIndex(of: UInt8(ascii: "\r"), from: 0) == nil {
      return try body(source)
    }
    // There may be a reference every few bytes. Reporting the text between them separately would
    // take longer than copying it.
    let capacity = 1024
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) {
      (piece) throws(Failure) in
      var count = 0
      var rest = XMLScanner(bytes: source)
      while !rest.isAtEnd {
        let byte = source[rest.cursor.index]
        // The piece ends at a character boundary. Eight bytes hold at least two characters.
        if count + 8 > capacity, byte & 0xC0 != 0x80 {
          try body(UnsafeBufferPointer(rebasing: piece[..<count]))
          count = 0
        }
        if hasReferences, byte == UInt8(ascii: "&"), let scalar = rest.reference().character {
          for unit in scalar.utf8 {
            piece[count] = unit
            count += 1
          }
          continue
        }
        rest.cursor.index += 1
        // The carriage return is followed by a line feed, which remains.
        if byte == UInt8(ascii: "\r") { continue }
        piece[count] = byte
        count += 1
      }
      try body(UnsafeBufferPointer(rebasing: piece[..<count]))
    }
  }

  // MARK: Bytes

  /// Returns the byte at a distance from the cursor, or `nil` after the end.
  @inline(__always) func byte(_ offset: Int) -> UInt8? {
    let index = cursor.index + offset
    return index < bytes.count ? bytes[index] : nil
  }

  /// Moves to the first byte that may have a special meaning: a control character, `<`, `&`,
  /// `stop`, or 0xEF, which starts U+FFFE.
  @inline(__always) mutating func skipPlain(to stop: UInt8) {
    typealias Words = SIMD2<UInt64>
    let ones = Words(repeating: 0x0101_0101_0101_0101)
    let highs = Words(repeating: 0x8080_8080_8080_8080)
    let stops = ones &* UInt64(stop)
    var index = cursor.index
    let count = bytes.count
    while index + 16 <= count, let base = bytes.baseAddress {
      // In bounds: there are 16 bytes from `index`.
      let words = UnsafeRawPointer(base + index).loadUnaligned(as: Words.self)
      // In each term, the lowest byte with its highest bit set is one of the bytes we're searching
      // for. Higher bytes may be wrong because of carries.
      let controls = (words &- ones &* 0x20) & ~words
      let angle = words ^ (ones &* 0x3C)
      let ampersand = words ^ (ones &* 0x26)
      let stopByte = words ^ stops
      let lead = words ^ (ones &* 0xEF)
      let found =
        (controls | (angle &- ones) & ~angle | (ampersand &- ones) & ~ampersand
          | (stopByte &- ones) & ~stopByte | (lead &- ones) & ~lead) & highs
      if found.x | found.y != 0 {
        let first = UInt64(littleEndian: found.x).trailingZeroBitCount
        let second = UInt64(littleEndian: found.y).trailingZeroBitCount
        cursor.index = index + (first < 64 ? first : 64 + second) / 8
        return
      }
      index += 16
    }
    while index < count {
      let byte = bytes[index]
      if byte < 0x20 || byte == 0x3C || byte == 0x26 || byte == stop || byte == 0xEF { break }
      index += 1
    }
    cursor.index = index
  }

  /// Skips whitespace.
  ///
  /// - Returns: Whether there was any whitespace.
  @discardableResult package mutating func skipSpace() -> Bool {
    if skipIndentation() { return true }
    let start = cursor.index
    while cursor.index < bytes.count {
      let byte = bytes[cursor.index]
      guard byte <= 0x20 else { break }
      if byte == UInt8(ascii: "\n") {
        cursor.line += 1
        cursor.lineStart = cursor.index + 1
      } else if byte != 0x20, byte != UInt8(ascii: "\t"), byte != UInt8(ascii: "\r") {
        break
      }
      cursor.index += 1
    }
    return cursor.index > start
  }

  /// Skips a line feed and up to six spaces, which is the usual whitespace between two tags, if no
  /// more whitespace follows.
  ///
  /// - Returns: `false` for any other bytes. The cursor is then unchanged.
  @inline(__always) private mutating func skipIndentation() -> Bool {
    guard cursor.index + 8 <= bytes.count, let base = bytes.baseAddress else { return false }
    // In bounds: there are eight bytes from the cursor.
    let word = UInt64(
      littleEndian: UnsafeRawPointer(base + cursor.index).loadUnaligned(as: UInt64.self))
    guard word & 0xFF == 0x0A else { return false }
    let spaces = (word >> 8 ^ 0x20_2020_2020_2020).trailingZeroBitCount / 8
    guard spaces <= 6, word >> (8 * UInt64(spaces + 1)) & 0xFF > 0x20 else { return false }
    cursor.line += 1
    cursor.lineStart = cursor.index + 1
    cursor.index += spaces + 1
    return true
  }

  /// Skips consecutive tabs and line breaks.
  ///
  /// - Parameter isPlain: Set to `false` if the content differs from the bytes.
  /// - Returns: `nil` if all of them are valid; otherwise, the part to return.
  private mutating func skipControls(_ isPlain: inout Bool) -> Part? {
    while let byte = byte(0), byte < 0x20 {
      if byte == UInt8(ascii: "\r") { isPlain = false }
      if let fault = skipControl() { return fault }
    }
    return nil
  }

  /// Skips a tab or a line break.
  ///
  /// - Returns: `nil` if it is valid; otherwise, the part to return.
  mutating func skipControl() -> Part? {
    switch bytes[cursor.index] {
    case UInt8(ascii: "\n"):
      cursor.index += 1
      cursor.line += 1
      cursor.lineStart = cursor.index
    case UInt8(ascii: "\t"): cursor.index += 1
    case UInt8(ascii: "\r"):
      guard let next = byte(1) else { return .unfinished }
      guard next == UInt8(ascii: "\n") else { return .unknown }
      cursor.index += 1
    default: return .unknown
    }
    return nil
  }

  /// Skips a character that starts with 0xEF, unless it is U+FFFE or U+FFFF.
  ///
  /// - Returns: `nil` if it is valid; otherwise, the part to return.
  mutating func skipCharacterStartingWithEF() -> Part? {
    guard let second = byte(1), let third = byte(2) else { return .unfinished }
    if second == 0xBF, third >= 0xBE { return .unknown }
    cursor.index += 3
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the index where a byte first occurs at or after an index, or `nil` if there is none.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard start < count, let base = baseAddress else { return nil }
    // In bounds: there are `count - start` bytes from there.
    return memchr(base + start, Int32(byte), count - start).map {
      UnsafeRawPointer($0) - UnsafeRawPointer(base)
    }
  }
}
