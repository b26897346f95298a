extension String {
  /// Returns whether two strings have the same bytes. `==` also accepts canonically equivalent
  /// strings.
  package func equalsExactly(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.isEqual(to: $0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

/// A string that is compared by its bytes, for use as a dictionary key or set element. Swift's
/// strings are equal even if they differ in the composition of accents, which the platforms
/// distinguish.
package struct ExactKey: Hashable, Sendable {
  /// The string.
  private let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: Self, b: Self) -> Bool { a.text.equalsExactly(b.text) }
  package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }
}

extension Hasher {
  /// Hashes the bytes of a string. Strings that are equal by `equalsExactly(_:)` have the same
  /// hash.
  package mutating func combine(bytesOf text: String) {
    var copy = text
    copy.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    // The terminator distinguishes two consecutive strings from one longer string.
    combine(0xFF as UInt8)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether two buffers have the same bytes, compared eight at a time.
  package func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let base = baseAddress, let theirs = other.baseAddress else {
      return count == other.count
    }
    if base == theirs { return true }
    let (a, b) = (UnsafeRawPointer(base), UnsafeRawPointer(theirs))
    var offset = 0
    // The loads are in bounds: both buffers have `count` bytes, and at least eight are left.
    while offset + 8 <= count {
      let (left, right) = (
        a.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
      if left != right { return false }
      offset += 8
    }
    while offset < count {
      if self[offset] != other[offset] { return false }
      offset += 1
    }
    return true
  }
}
