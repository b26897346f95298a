internal import CTremaZlib

/// The CRC-32 checksum, as used for ZIP entries.
package enum CRC32 {
  /// Returns the checksum of bytes.
  ///
  /// - Parameter bytes: The bytes, at most 4 GiB.
  package static func of(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes(of)
  }

  /// Returns a buffer's checksum.
  ///
  /// - Parameter bytes: The bytes, at most 4 GiB.
  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    // Without a pointer, zlib returns the initial checksum.
    let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    return UInt32(truncatingIfNeeded: crc32(0, start, UInt32(clamping: bytes.count)))
  }
}
