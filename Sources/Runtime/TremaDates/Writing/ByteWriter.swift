/// Puts the parts of a date one after the other into the bytes of a string.
struct ByteWriter {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func byte(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  mutating func two(_ number: Int) {
    byte(UInt8(ascii: "0") + UInt8(number / 10))
    byte(UInt8(ascii: "0") + UInt8(number % 10))
  }

  mutating func four(_ number: Int) {
    two(number / 100)
    two(number % 100)
  }

  mutating func text(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { byte(text.utf8Start[index]) }
  }

  /// The three letters with this number of a list.
  mutating func name(_ number: Int, of names: StaticString) {
    precondition(number >= 0 && number * 3 + 3 <= names.utf8CodeUnitCount)
    for index in number * 3..<number * 3 + 3 { byte(names.utf8Start[index]) }
  }

  mutating func time(_ time: ClockTime) {
    two(time.hour)
    byte(UInt8(ascii: ":"))
    two(time.minute)
    byte(UInt8(ascii: ":"))
    two(time.second)
  }

  /// The first digits of so many nanoseconds.
  mutating func fraction(_ nanoseconds: Int32, digits: Int) {
    var rest = Int(nanoseconds)
    var divisor = 100_000_000
    for _ in 0..<digits {
      byte(UInt8(ascii: "0") + UInt8(rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  /// `+01:00`, `-00:00` for an unknown one; the separator may be missing.
  mutating func offset(_ offset: Timestamp.Offset, separator: UInt8? = nil) {
    let isWest = offset == .unknown || offset.minutes < 0
    byte(isWest ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    two(abs(offset.minutes) / 60)
    if let separator { byte(separator) }
    two(abs(offset.minutes) % 60)
  }
}
