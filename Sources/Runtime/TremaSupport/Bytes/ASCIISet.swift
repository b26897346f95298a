/// A set of characters of ASCII, asked for a byte without a loop.
@usableFromInline package struct ASCIISet: Hashable, Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  /// - Parameter text: characters of ASCII.
  package init(_ text: StaticString) { self = text.withUTF8Buffer { ASCIISet($0) } }

  /// Creates the set of the ASCII characters among some bytes.
  package init(_ bytes: [UInt8]) { self = bytes.withUnsafeBufferPointer { ASCIISet($0) } }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes where byte < 128 {
      let bit: UInt64 = 1 << UInt64(byte & 63)
      if byte < 64 { low |= bit } else { high |= bit }
    }
  }

  /// A byte of a longer character of UTF-8 is in no set.
  @inlinable package func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
  }

  /// Whether it has all of the characters of another one.
  @inlinable package func isSuperset(of other: ASCIISet) -> Bool {
    low & other.low == other.low && high & other.high == other.high
  }

  package static func | (a: ASCIISet, b: ASCIISet) -> ASCIISet {
    var union = a
    union.low |= b.low
    union.high |= b.high
    return union
  }

  package static let alphanumeric = ASCIISet(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
}
