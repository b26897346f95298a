/// A cursor that writes a date's parts into a string's uninitialized storage. The storage must be
/// large enough.
struct ByteWriter {
  /// The string's storage.
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  /// The number of written bytes.
  private(set) var count = 0

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

  /// Writes one byte.
  mutating func byte(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  /// Writes two decimal digits.
  mutating func twoDigits(_ number: Int) {
    byte(UInt8(ascii: "0") + UInt8(number / 10))
    byte(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Writes four decimal digits.
  mutating func fourDigits(_ number: Int) {
    twoDigits(number / 100)
    twoDigits(number % 100)
  }

  /// Writes an ASCII string.
  mutating func text(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { byte(text.utf8Start[index]) }
  }

  /// Writes the three letters of an abbreviated name.
  ///
  /// - Parameters:
  ///   - number: The name's index, from 0.
  ///   - names: The names, three letters each.
  mutating func name(_ number: Int, of names: StaticString) {
    precondition(number >= 0 && number * 3 + 3 <= names.utf8CodeUnitCount)
    for index in number * 3..<number * 3 + 3 { byte(names.utf8Start[index]) }
  }

  /// Writes a time of day.
  mutating func time(_ time: ClockTime) {
    twoDigits(time.hour)
    byte(UInt8(ascii: ":"))
    twoDigits(time.minute)
    byte(UInt8(ascii: ":"))
    twoDigits(time.second)
  }

  /// Writes the first digits of the nanoseconds.
  mutating func fraction(_ nanoseconds: Int32, digits: Int) {
    var rest = Int(nanoseconds)
    var divisor = 100_000_000
    for _ in 0..<digits {
      byte(UInt8(ascii: "0") + UInt8(rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  /// Writes an offset such as `+01:00`, or `-00:00` for an unknown offset, with or without a
  /// separator.
  mutating func offset(_ offset: Timestamp.Offset, separator: UInt8? = nil) {
    let isWest = offset == .unknown || offset.minutes < 0
    byte(isWest ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    twoDigits(abs(offset.minutes) / 60)
    if let separator { byte(separator) }
    twoDigits(abs(offset.minutes) % 60)
  }
}
