/// The first 32 bytes of a key and its length, in a form that is fast to compare.
struct KeyPrefix: Equatable, Sendable {
  private let first, second, third, fourth: UInt64
  private let count: UInt32

  /// Whether the value contains the whole key.
  var containsWholeKey: Bool { count <= 32 }

  /// Creates a prefix from the UTF-8 bytes of a key.
  @inline(__always)
  init(_ key: UnsafeRawBufferPointer) {
    count = UInt32(truncatingIfNeeded: min(key.count, 1 << 31))
    if key.count >= 8 {
      // If fewer than 8 bytes remain, the last 8 bytes of the key are read, which overlap the
      // preceding ones. Bound: the key has at least 8 bytes.
      let last = key.count - 8
      func word(_ offset: Int) -> UInt64 {
        key.loadUnaligned(fromByteOffset: min(offset, last), as: UInt64.self)
      }
      (first, second, third, fourth) = (word(0), word(8), word(16), word(24))
    } else {
      (first, second, third, fourth) = (key.reduce(0) { $0 << 8 | UInt64($1) }, 0, 0, 0)
    }
  }

  /// Returns whether two prefixes are equal. The comparison does not branch between the parts.
  @inline(__always)
  static func == (a: Self, b: Self) -> Bool {
    let difference =
      (a.first ^ b.first) | (a.second ^ b.second) | (a.third ^ b.third) | (a.fourth ^ b.fourth)
    return difference | UInt64(a.count ^ b.count) == 0
  }
}
