/// Goes through the bytes of a date. Nothing is allocated on the way.
struct ByteReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  @inline(__always)
  var isAtEnd: Bool { position == bytes.count }

  /// Nil at the end.
  @inline(__always)
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  @inline(__always)
  var isDigitNext: Bool { next.map { $0 &- UInt8(ascii: "0") < 10 } ?? false }

  @inline(__always)
  var isLetterNext: Bool { next.map { ($0 | 0x20) &- UInt8(ascii: "a") < 26 } ?? false }

  @inline(__always)
  mutating func advance() { position += 1 }

  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  mutating func expect(_ byte: UInt8) throws(DateParseError) {
    guard take(byte) else { throw failure(.byte(byte)) }
  }

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

  func expectEnd() throws(DateParseError) {
    guard isAtEnd else { throw failure(.end) }
  }

  @inline(__always)
  mutating func digit() throws(DateParseError) -> Int {
    guard let byte = next, byte &- UInt8(ascii: "0") < 10 else { throw failure(.digit) }
    position += 1
    return Int(byte & 0x0F)
  }

  @inline(__always)
  mutating func two() throws(DateParseError) -> Int {
    try digit() * 10 + digit()
  }

  mutating func four() throws(DateParseError) -> Int {
    try two() * 100 + two()
  }

  /// Two digits that are at most this number.
  mutating func two(
    to greatest: Int, _ part: DateParseError.Part
  ) throws(DateParseError) -> Int {
    let start = position
    let number = try two()
    guard number <= greatest else {
      throw DateParseError(offset: start, problem: .range(part, number))
    }
    return number
  }

  /// Three letters in small ones, as ``DateName`` compares them; nil and no step if there are none.
  /// - Parameter exactly: the first letter is a capital one, and no other is.
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

  mutating func month(exactly: Bool) throws(DateParseError) -> Int {
    let start = position
    guard let letters = name(exactly: exactly), let month = DateName.month(letters), !isLetterNext
    else { throw failure(.month, at: start) }
    return month
  }

  func failure(
    _ expectation: DateParseError.Expectation, at place: Int? = nil
  ) -> DateParseError {
    let place = place ?? position
    let found = String(
      decoding: UnsafeBufferPointer(rebasing: bytes[place..<min(place + 4, bytes.count)]),
      as: UTF8.self)
    return DateParseError(
      offset: place, problem: .syntax(expectation, found: found.unicodeScalars.first))
  }
}
