internal import CTremaZlib

/// The check sum of a ZIP entry.
package enum CRC32 {
  /// - Parameter bytes: not more than 4 GiB.
  package static func of(_ bytes: [UInt8]) -> UInt32 {
    // Without a pointer zlib gives the sum of nothing.
    UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(clamping: bytes.count)))
  }
}
