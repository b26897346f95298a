#if canImport(CTremaSodium)
  /// A reader for the little-endian numbers and byte sequences of a vault.
  struct LittleEndianReader {
    /// The bytes that are read.
    private let bytes: UnsafeRawBufferPointer
    /// The offset of the next byte.
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Whether all bytes have been read.
    var isAtEnd: Bool { offset == bytes.count }

    /// Reads a number. Returns `nil` if too few bytes are left.
    mutating func readNumber<Number: FixedWidthInteger>(_ type: Number.Type = Number.self)
      -> Number?
    {
      guard let range = take(MemoryLayout<Number>.size) else { return nil }
      var number: Number = 0
      for index in range.reversed() { number = number << 8 | Number(bytes[index]) }
      return number
    }

    /// Reads a number of bytes. Returns `nil` if too few are left.
    mutating func bytes(_ count: Int) -> [UInt8]? { take(count).map { [UInt8](bytes[$0]) } }

    /// Skips a number of bytes and returns their offsets. Returns `nil` if too few are left.
    mutating func take(_ count: Int) -> Range<Int>? {
      guard count >= 0, count <= bytes.count - offset else { return nil }
      defer { offset += count }
      return offset..<offset + count
    }
  }

  extension FixedWidthInteger {
    /// The bytes of the number in little-endian order.
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { [UInt8]($0) } }
  }
#endif
