internal import CTremaZlib

/// The check sum of a ZIP entry.
package enum CRC32 {
  /// - Parameter bytes: not more than 4 GiB.
  package static func of(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes(of)
  }

  /// - Parameter bytes: not more than 4 GiB.
  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    // Without a pointer zlib gives the sum of nothing.
    let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    return UInt32(truncatingIfNeeded: crc32(0, start, UInt32(clamping: bytes.count)))
  }
}
