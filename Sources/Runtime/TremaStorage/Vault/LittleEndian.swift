#if canImport(CTremaSodium)
  /// Numbers with their lowest byte first, as a vault holds them.
  struct LittleEndianReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    /// - Returns: nil where fewer bytes are left.
    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
      guard let place = take(MemoryLayout<Number>.size) else { return nil }
      var number: Number = 0
      for index in place.reversed() { number = number << 8 | Number(bytes[index]) }
      return number
    }

    mutating func bytes(_ count: Int) -> [UInt8]? { take(count).map { [UInt8](bytes[$0]) } }

    /// The start of so many bytes.
    mutating func take(_ count: Int) -> Range<Int>? {
      guard count >= 0, count <= bytes.count - offset else { return nil }
      defer { offset += count }
      return offset..<offset + count
    }
  }

  extension FixedWidthInteger {
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { [UInt8]($0) } }
  }
#endif
