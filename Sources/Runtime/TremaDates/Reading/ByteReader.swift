/// A cursor over the bytes of a date. Reading allocates no memory.
struct ByteReader {
  /// The date's UTF-8 bytes.
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of the next byte.
  private(set) var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Whether all bytes were read.
  @inline(__always)
  var isAtEnd: Bool { position == bytes.count }

  /// The next byte, or `nil` at the end.
  @inline(__always)
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Whether the next byte is an ASCII digit.
  @inline(__always)
  var isDigitNext: Bool { next.map { $0 &- UInt8(ascii: "0") < 10 } ?? false }

  /// Whether the next byte is an ASCII letter.
  @inline(__always)
  var isLetterNext: Bool { next.map { ($0 | 0x20) &- UInt8(ascii: "a") < 26 } ?? false }

  /// Skips one byte. There must be a next byte.
  @inline(__always)
  mutating func advance() { position += 1 }

  /// Skips the next byte if it is the given byte, and returns whether it was skipped.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Skips the given byte.
  ///
  /// - Throws: `DateParseError` if the next byte is a different one.
  @inline(__always)
  mutating func expect(_ byte: UInt8) throws(DateParseError) {
    guard take(byte) else { throw failure(.byte(byte)) }
  }

  /// Skips the given string if it is next, and returns whether it was skipped.
  mutating func take(_ text: StaticString) -> Bool {
    let start = position
    for index in 0..<text.utf8CodeUnitCount {
      guard take(text.utf8Start[index]) else {
        position = start
        return false
      }
    }
    return true
  }

  /// Throws if any bytes are left.
  func expectEnd() throws(DateParseError) {
    guard isAtEnd else { throw failure(.end) }
  }

  /// Reads one decimal digit.
  @inline(__always)
  mutating func digit() throws(DateParseError) -> Int {
    guard let byte = next, byte &- UInt8(ascii: "0") < 10 else { throw failure(.digit) }
    position += 1
    return Int(byte & 0x0F)
  }

  /// Reads two decimal digits.
  @inline(__always)
  mutating func twoDigits() throws(DateParseError) -> Int {
    try digit() * 10 + digit()
  }

  /// Reads four decimal digits.
  mutating func fourDigits() throws(DateParseError) -> Int {
    try twoDigits() * 100 + twoDigits()
  }

  /// Reads two decimal digits.
  ///
  /// - Throws: `DateParseError` if the number exceeds `greatest`.
  mutating func twoDigits(
    to greatest: Int, _ part: DateParseError.Part
  ) throws(DateParseError) -> Int {
    let start = position
    let number = try twoDigits()
    guard number <= greatest else {
      throw DateParseError(offset: start, problem: .range(part, number))
    }
    return number
  }

  /// Reads three letters as one number in lowercase, as `DateName` compares them. Returns `nil`
  /// without advancing if there are none.
  ///
  /// - Parameter exactly: Whether the first letter must be uppercase and the others lowercase.
  mutating func name(exactly: Bool) -> UInt32? {
    guard position + 3 <= bytes.count else { return nil }
    var letters: UInt32 = 0
    for index in 0..<3 {
      let byte = bytes[position + index]
      if exactly, (byte & 0x20 == 0) != (index == 0) { return nil }
      guard (byte | 0x20) &- UInt8(ascii: "a") < 26 else { return nil }
      letters = letters << 8 | UInt32(byte | 0x20)
    }
    position += 3
    return letters
  }

  /// Reads a three-letter month name and returns the number of the month, from 1.
  mutating func month(exactly: Bool) throws(DateParseError) -> Int {
    let start = position
    guard let letters = name(exactly: exactly), let month = DateName.month(letters), !isLetterNext
    else { throw failure(.month, at: start) }
    return month
  }

  /// Returns the error for an unexpected byte, by default the next one.
  func failure(
    _ expectation: DateParseError.Expectation, at offset: Int? = nil
  ) -> DateParseError {
    let offset = offset ?? position
    let found = String(
      decoding: UnsafeBufferPointer(rebasing: bytes[offset..<min(offset + 4, bytes.count)]),
      as: UTF8.self)
    return DateParseError(
      offset: offset, problem: .syntax(expectation, found: found.unicodeScalars.first))
  }
}
