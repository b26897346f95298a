/// CRC-32 as zlib, PNG and ZIP have it: polynomial 0x04C11DB7, bits reflected, all ones before and
/// after. The run time links no zlib for it; the tests compare the two.
///
/// Source: ISO 3309; RFC 1952, section 8.
enum CompiledChecksum {
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes { sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
  }
}
