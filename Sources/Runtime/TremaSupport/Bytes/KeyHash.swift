/// A hash function that is faster than Swift's, because it uses secret numbers instead of rounds.
///
/// Words of the key are mixed with the secret numbers and multiplied to twice their length, as in
/// wyhash, and in Go on machines without AES instructions. Without knowing the numbers, keys that
/// collide cannot be found. They are generated for each process and never leave it.
@usableFromInline package struct KeyHash: Sendable {
  /// The secret numbers.
  @usableFromInline let first, second, third: UInt64

  /// Creates a hash function with the given numbers.
  package init(_ first: UInt64, _ second: UInt64, _ third: UInt64) {
    (self.first, self.second, self.third) = (first, second, third)
  }

  /// The hash function with this process's random numbers.
  package static let perProcess = {
    var random = SystemRandomNumberGenerator()
    return KeyHash(random.next(), random.next(), random.next())
  }()

  /// Returns the hash of bytes, reading words in the machine's byte order.
  @inlinable @inline(__always) package func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    var hash = first ^ UInt64(truncatingIfNeeded: count)
    var offset = 0
    while count - offset > 16 {
      hash = Self.mixed(
        Self.word(bytes, offset) ^ second, Self.word(bytes, offset + 8) ^ hash)
      offset += 16
    }
    // At most 16 bytes are left, read as two words that may overlap.
    let rest = count - offset
    var (low, high): (UInt64, UInt64) = (0, 0)
    if rest >= 8 {
      low = Self.word(bytes, offset)
      high = Self.word(bytes, count - 8)
    } else if rest >= 4 {
      low = Self.half(bytes, offset)
      high = Self.half(bytes, count - 4)
    } else if rest > 0 {
      low =
        UInt64(bytes[offset]) | UInt64(bytes[offset + rest / 2]) << 8
        | UInt64(bytes[count - 1]) << 16
    }
    return Self.mixed(Self.mixed(low ^ second, high ^ hash), third)
  }

  /// Returns the hash of two numbers. Their order matters.
  @inlinable package func hash(_ number: UInt64, _ other: UInt64) -> UInt64 {
    Self.mixed(Self.mixed(number ^ second, other ^ first), third)
  }

  /// Multiplies two words to twice their length and combines the halves.
  @inlinable static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  // `loadUnaligned` checks its bounds only in debug builds. The reads above end at `offset + 16`,
  // which is at most `count`, or at `count` itself.
  @inlinable static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// Returns the four bytes at an offset.
  @inlinable static func half(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
