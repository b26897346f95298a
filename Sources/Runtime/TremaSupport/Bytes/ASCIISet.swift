/// A set of ASCII characters with constant-time lookup.
@usableFromInline package struct ASCIISet: Hashable, Sendable {
  /// The bits of the bytes from 0 to 63.
  @usableFromInline var low: UInt64 = 0
  /// The bits of the bytes from 64 to 127.
  @usableFromInline var high: UInt64 = 0

  /// Creates a set from the characters of a string.
  ///
  /// - Parameter text: The characters. Characters beyond ASCII are ignored.
  package init(_ text: StaticString) { self = text.withUTF8Buffer { ASCIISet($0) } }

  /// Creates a set from the ASCII characters among the bytes.
  package init(_ bytes: [UInt8]) { self = bytes.withUnsafeBufferPointer { ASCIISet($0) } }

  /// Creates a set from the ASCII characters in a buffer.
  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes where byte < 128 {
      let bit: UInt64 = 1 << UInt64(byte & 63)
      if byte < 64 { low |= bit } else { high |= bit }
    }
  }

  /// Returns whether the set contains a byte. Bytes of multibyte UTF-8 sequences are in no set.
  @inlinable package func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
  }

  /// Returns whether the set contains all characters of another set.
  @inlinable package func isSuperset(of other: ASCIISet) -> Bool {
    low & other.low == other.low && high & other.high == other.high
  }

  /// Returns the union of two sets.
  package static func | (a: ASCIISet, b: ASCIISet) -> ASCIISet {
    var union = a
    union.low |= b.low
    union.high |= b.high
    return union
  }

  /// The ASCII letters and digits.
  package static let alphanumeric = ASCIISet(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
}
